import Foundation
import Testing

extension String {
    /// The text with the parts that differ from run to run replaced by names, so that the rest can be compared byte for
    /// byte: times, UUIDs, seeds, and the numbers of requests and connections. Columns are as wide as the names.
    var steady: String {
        let rules = [
            ("[0-9a-f]{8}-(…|[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})", "UUID"),
            ("(?m)^   #[0-9]+  ", "   #N  "),
            ("   connection [0-9]+( stream [0-9]+)? +", "   connection N   "),
            ("   \\+[0-9]+\\.[0-9]+ m?s +", "   +T   "),
            ("\\^ the ([0-9a-z]+) came [0-9]+\\.[0-9]+ m?s after ", "^ the $1 came T after "),
            (", [0-9]+\\.[0-9]+ m?s after (its|the) ", ", T after $1 "),
            ("(the waits before [^\n;]* were )[^\n;]*;", "$1T;"),
            (" came [0-9]+\\.[0-9]+ m?s after the response before it", " came T after the response before it"),
            ("; last was #[0-9]+ ", "; last was #N "),
            (", seed [0-9]+\\)", ", seed N)"),
        ]
        return rules.reduce(self) { text, rule in
            text.replacingOccurrences(of: rule.0, with: rule.1, options: .regularExpression)
        }
    }
}

@Suite struct SteadyTests {
    @Test("times, ids and numbers of a run are named, and nothing else")
    func naming() {
        let text = """
            a.yaml:12:5: error: step "refresh": 2 requests, expected exactly 1
            12 |   - id: refresh
               |     ^ the 2nd came 0.4 ms after the 1st, 1.25 s after its response
               - Bearer 2f0c6d1e-55b1-4ac2-8bd2-7e4ef3ee2f4a      accessToken, set at a.yaml:6:16
               #4  POST /auth/refresh?at=0.4   connection 1 stream 7   +3.1 ms   200  step "refresh"
               #12  GET /me   connection 10   +1.25 s   501  exhausted
               |     ^ the 3rd came 1.2 ms after the 2nd, 0.7 ms after the client gave it up
            the waits before #2 and #3 were 62.1 ms and 13.61 s; cap them at 10.00 s
            a.yaml:9:5: error: step "poll": GET /jobs came 0.4 ms after the response before it, expected at least 20.0 ms

            failed: A 3.1 ms run (1 failure, 4 requests, 3 of 3 steps, seed 17596304204220122229)

            """
        #expect(
            text.steady == """
                a.yaml:12:5: error: step "refresh": 2 requests, expected exactly 1
                12 |   - id: refresh
                   |     ^ the 2nd came T after the 1st, T after its response
                   - Bearer UUID      accessToken, set at a.yaml:6:16
                   #N  POST /auth/refresh?at=0.4   connection N   +T   200  step "refresh"
                   #N  GET /me   connection N   +T   501  exhausted
                   |     ^ the 3rd came T after the 2nd, T after the client gave it up
                the waits before #2 and #3 were T; cap them at 10.00 s
                a.yaml:9:5: error: step "poll": GET /jobs came T after the response before it, expected at least 20.0 ms

                failed: A 3.1 ms run (1 failure, 4 requests, 3 of 3 steps, seed N)

                """)
    }
}
