import Testing

@testable import MockServerCLI

@Suite("lines on a terminal are broken between words") struct TerminalTextTests {
    private static let failure = """
        Scenarios/token-refresh.yaml:23:33: error: step "retried": header Authorization differs
        23 |       headers: { Authorization: "Bearer {{accessToken}}", Accept: application/json }
           |                                 ^ the note says at some length what is wrong here
           - Bearer 1d4f3181      accessToken, set at a.yaml:6:16
           #3  GET /me   connection 3   +3.3 ms   200  step "retried"

        failed: An expired token is refreshed once, then the call is retried (1 failure, 3 requests, 3 of 3 steps, seed 7)
        """

    @Test("a failure in 60 columns")
    func narrow() {
        #expect(
            TerminalText.broken(Self.failure, columns: 60) == """
                Scenarios/token-refresh.yaml:23:33: error: step "retried":
                    header Authorization differs
                23 |       headers: { Authorization: "Bearer {{accessToken…
                   |                                 ^ the note says at some
                                                       length what is wrong
                                                       here
                   - Bearer 1d4f3181      accessToken, set at a.yaml:6:16
                   #3  GET /me   connection 3   +3.3 ms   200  step
                     "retried"

                failed: An expired token is refreshed once, then the call is
                    retried (1 failure, 3 requests, 3 of 3 steps, seed 7)
                """)
    }

    @Test("the part of a line round its caret is shown, with the caret below the same character")
    func cut() {
        let source = Self.failure.split(separator: "\n")[1...2].joined(separator: "\n")
        #expect(
            TerminalText.broken(source, columns: 34) == """
                23 | …thorization: "Bearer {{acce…
                   |               ^ the note says
                                     at some
                                     length what
                                     is wrong here
                """)
    }

    @Test("lines that fit stay as they are, and so does a window that is too narrow to help", arguments: [20, 29, 200])
    func same(columns: Int) {
        #expect(TerminalText.broken(Self.failure, columns: columns) == Self.failure)
        #expect(TerminalText.broken("", columns: columns) == "")
        #expect(TerminalText.broken("a\n", columns: columns) == "a\n")
    }

    @Test("colors take no columns, and a word that is longer than the window stays whole")
    func colors() {
        let red = "\u{1B}[31merror: \u{1B}[0mone two three four five six"
        #expect(TerminalText.broken(red, columns: 34) == red)
        #expect(
            TerminalText.broken(red + " seven", columns: 32)
                == "\u{1B}[31merror: \u{1B}[0mone two three four five\n    six seven")
        let long = String(repeating: "x", count: 50)
        #expect(TerminalText.broken("a \(long) b", columns: 30) == "a\n    \(long)\n    b")
    }

    @Test("no line is broken in a word", arguments: 30...130)
    func words(columns: Int) {
        let words = Self.failure.split(whereSeparator: \.isWhitespace)
        let broken = TerminalText.broken(Self.failure, columns: columns)
        // Only the line of the scenario is cut, with a sign.
        let found = broken.split(separator: "\n").filter { $0.firstMatch(of: /^[0-9]+ \|/) == nil }
            .joined(separator: "\n").split(whereSeparator: \.isWhitespace)
        #expect(found.allSatisfy(words.contains))
        #expect(broken.split(separator: "\n").allSatisfy { $0.count <= columns || !$0.contains(" ") })
    }
}
