import Playback
import Testing

/// Text for people must not move a cursor, change the direction of a line or break it.
@Suite struct PrintableTests {
    @Test("names, targets and paths of the scenario are escaped where a text is made")
    func names() throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            name: "turn \\u202E \\e[2J \\x9B"
            steps:
              - { id: "a\\u202Eb", request: "GET /a" }
            expect:
              - { request: { headers: { X: "\\x9B1m\\u2028" } }, times: 1 }
            """)
        driver.malformed("The\u{1B}[2J reason\nis long", "GET", "/\u{202E}")
        #expect(
            driver.failures.first?.text() == """
                script.yaml: error: a request is not HTTP: The\\u{1B}[2J reason\\nis long
                   #1  GET /\\u{202E}   connection 1   +0.0 ms   400  bad_request
                """)
        let text = driver.script.verdict(at: driver.now).text()
        let hidden = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: scalar != "\n"
            default: false
            }
        }
        #expect(hidden.isEmpty, "\(text)")
        #expect(
            text.hasSuffix(
                "failed: turn \\u{202E} \\u{1B}[2J \\u{009B} (3 failures, 1 request, 0 of 1 step, seed 1); the first is "
                    + "script.yaml: a request is not HTTP: The\\u{1B}[2J reason\\nis long"))
    }

    @Test("a line keeps what can be seen")
    func line() {
        #expect(Printable.line("é 😀 \"x\" \\u{1B}") == "é 😀 \"x\" \\u{1B}")
        #expect(Printable.line("a\tb\r\n\u{85}\u{2066}") == "a\\tb\\r\\n\\u{0085}\\u{2066}")
    }
}
