import ScenarioFiles
import Scenarios
import Testing

/// Comments that silence warnings.
@Suite("# mockserver: allow")
struct AllowedWarningsTests {
    static let cases: [DiagnosticVector] = [
        DiagnosticVector(
            "at the end of the line",
            """
            mockserver: 1
            steps:
              - request: GTE /a  # mockserver: allow unknown-method
              - request: GTE /b
            """,
            #"s.yaml:4:14: warning: "GTE" is not a known method; did you mean GET? [unknown-method]"#),
        DiagnosticVector(
            "alone above the line, with others between",
            """
            mockserver: 1
            steps:
              # mockserver: allow unknown-method

              # It is what the old client sends.
              - request: GTE /a
            """, ""),
        DiagnosticVector(
            "several codes, behind another comment",
            """
            mockserver: 1
            steps:
              # The old client. # mockserver: allow unknown-method, unused-capture
              - {request: 'GTE /a/{id}', capture: {id: {path: id}}}
            """, ""),
        DiagnosticVector(
            "another line, another code",
            """
            mockserver: 1
            steps: # mockserver: allow unknown-method
              - request: GTE /a  # mockserver: allow null-text
            """,
            """
            s.yaml:2:28: warning: line 2 has no warning "unknown-method"; leave the comment out [unused-allow]
            s.yaml:3:14: warning: "GTE" is not a known method; did you mean GET? [unknown-method]
            s.yaml:3:42: warning: line 3 has no warning "null-text"; leave the comment out [unused-allow]
            """),
        DiagnosticVector(
            "unknown codes and none",
            """
            mockserver: 1
            steps:
              - request: GET /a  # mockserver: allow unkown-method
              - request: GET /b  # mockserver: allow everything
              - request: GET /c  # mockserver: allow
            """,
            """
            s.yaml:3:42: warning: "unkown-method" is not the code of a warning; did you mean "unknown-method"? [unknown-code]
            s.yaml:4:42: warning: "everything" is not the code of a warning; a warning ends with its code in brackets \
            [unknown-code]
            s.yaml:5:22: warning: a code is missing: write the code of the warning behind allow, like # mockserver: allow unknown-method \
            [unknown-code]
            """),
        DiagnosticVector(
            "in a value it is no comment",
            #"""
            mockserver: 1
            steps:
              - {request: /a, response: {text: " # mockserver: allow x"}}
              - {request: /b, response: {text: ' # mockserver: allow x'}}
              - request: /c
                response:
                  text: |  # mockserver: allow y
                    # mockserver: allow x

                # mockserver: allow z
                id: c
              - request: /d
                response:
                  text: >-
                    a
                    # mockserver: allow x
              - request: /e
                response: {text: "a
                  # mockserver: allow x
                  b"}
            """#,
            """
            s.yaml:7:36: warning: "y" is not the code of a warning; a warning ends with its code in brackets [unknown-code]
            s.yaml:10:25: warning: "z" is not the code of a warning; a warning ends with its code in brackets [unknown-code]
            """),
        DiagnosticVector(
            "of a scalar of several lines, all; behind it, none",
            """
            mockserver: 1
            steps:
              - request: POST /a
                response:
                  json:
                    # mockserver: allow secret
                    a: |
                      first
                      \("AKIA")4HPQ2ZN7KD3RWB5T
                    b: >-  # mockserver: allow secret

                      \("AKIA")4HPQ2ZN7KD3RWB5U
                    # mockserver: allow secret
                    c: "
                      \("AKIA")4HPQ2ZN7KD3RWB5V"
                    d: \("AKIA")4HPQ2ZN7KD3RWB5W
            """,
            """
            s.yaml:16:12: warning: this looks like an AWS access key that is real; write one that is made up, or {{env.NAME}} \
            and give the name to --allow-env [secret]
            """),
        DiagnosticVector(
            "other words are comments",
            """
            # mockserver: 1
            # mockserver: allowed words
            mockserver: 1 # mockserver: see allow
            steps: [{request: GET /a}]
            """, ""),
        DiagnosticVector(
            "errors are not silenced, and beside them nothing is called useless",
            """
            mockserver: 1
            steps:
              - request: get /a # mockserver: allow unknown-method
            """, #"s.yaml:3:14: error: a method is upper case: write GET /a"#),
        DiagnosticVector(
            "JSON has no comments",
            ##"{"mockserver": 1, "steps": [{"request": "GTE /a", "id": " # mockserver: allow unknown-method"}]}"##,
            path: "s.json",
            #"s.json:1:41: warning: "GTE" is not a known method; did you mean GET? [unknown-method]"#),
    ]

    @Test("silences the warnings of a line by their codes", arguments: cases)
    func silences(_ vector: DiagnosticVector) throws { try vector.check() }

    @Test("many comments and many warnings take no longer than each of them")
    func many() throws {
        let count = 4_000
        let lines = (0..<count).map { "  - request: GTE /\($0)  # mockserver: allow unknown-method\n" }
        let text = "mockserver: 1\nsteps:\n\(lines.joined())  - request: GTE /last\n"
        let loaded = Scenario.load(bytes: Array(text.utf8), path: "s.yaml")
        #expect(loaded.diagnostics.map(\.position.line) == [count + 3])
    }

    @Test("a comment of an included file is about that file, and need not be of use here")
    func included() throws {
        let folder = try BodyFolder()
        let stubs = "mockserver: 1\nstubs:\n  - request: GTE /c  # mockserver: allow unknown-method, null-text\n"
        try folder.write("s.yaml", Array(stubs.utf8))
        let text = "mockserver: 1\ninclude: [s.yaml]\nsteps:\n  - request: GTE /a\n"
        let loaded = Scenario.load(
            bytes: Array(text.utf8), path: "main.yaml", options: LoadOptions(folder: folder.path))
        #expect(
            loaded.diagnostics.map(\.description) == [
                #"main.yaml:4:14: warning: "GTE" is not a known method; did you mean GET? [unknown-method]"#
            ])
    }

    @Test("each code is a word and has a meaning")
    func codes() {
        for code in Diagnostic.Code.allCases {
            #expect(code.rawValue.allSatisfy { $0.isLowercase || $0 == "-" }, "\(code)")
            #expect(code.meaning.hasSuffix("."), "\(code)")
        }
        #expect(Set(Diagnostic.Code.allCases.map(\.meaning)).count == Diagnostic.Code.allCases.count)
    }

    @Test("a warning can be taken for an error and keeps its code")
    func strict() throws {
        let text = "mockserver: 1\nsteps: [{request: GTE /a}]\n"
        let warning = try #require(Scenario.load(bytes: Array(text.utf8), path: "s.yaml").diagnostics.first)
        #expect(warning.code == .unknownMethod)
        #expect(
            warning.asError.description
                == #"s.yaml:2:19: error: "GTE" is not a known method; did you mean GET? [unknown-method]"#)
    }
}
