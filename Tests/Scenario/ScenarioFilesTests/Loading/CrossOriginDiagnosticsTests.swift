import ScenarioFiles
import Scenarios
import Testing

@Suite("What is wrong in cors")
struct CrossOriginDiagnosticsTests {
    @Test("is reported whole, at its line and column", arguments: Self.cases)
    func diagnostics(_ vector: DiagnosticVector) throws {
        try vector.check()
    }

    @Test(
        "while these are right",
        arguments: [
            ("true", CrossOriginPolicy()),
            ("false", nil),
            ("{origins: ['*']}", CrossOriginPolicy()),
            ("{max_age: 10m}", CrossOriginPolicy(maxAge: 600)),
            ("{max_age: 0s}", CrossOriginPolicy(maxAge: 0)),
            ("{headers: []}", CrossOriginPolicy(headers: [])),
            (
                "{origins: [http://localhost:3000, 'https://a-b.test', 'http://[::1]:8080', null, capacitor://localhost, http://a.test:443], headers: [Content-Type, X-Id], max_age: 1.5m}",
                CrossOriginPolicy(
                    origins: [
                        "http://localhost:3000", "https://a-b.test", "http://[::1]:8080", "null",
                        "capacitor://localhost", "http://a.test:443",
                    ], headers: ["content-type", "x-id"], maxAge: 90)
            ),
        ] as [(String, CrossOriginPolicy?)])
    func accepts(value: String, policy: CrossOriginPolicy?) throws {
        let scenario = try Scenario(yaml: "mockserver: 1\ncors: \(value)\nstubs: [{request: GET /a}]")
        let found = scenario.crossOrigin
        #expect((found == nil) == (policy == nil))
        #expect(found?.origins == policy?.origins)
        #expect(found?.headers == policy?.headers)
        #expect(found?.maxAge == policy?.maxAge)
        // Failures name the line of what does not list an origin or a header.
        #expect((found?.originsPosition != nil) == value.contains("origins"))
        #expect((found?.headersPosition != nil) == value.contains("headers"))
    }

    @Test("a scenario without it permits nothing")
    func off() throws {
        #expect(try Scenario(yaml: "mockserver: 1\nstubs: [{request: GET /a}]").crossOrigin == nil)
    }

    private static func vector(_ name: String, _ value: String, _ expected: String) -> DiagnosticVector {
        DiagnosticVector(name, "mockserver: 1\nstubs: [{request: GET /a}]\ncors: \(value)\n", expected)
    }

    static let cases: [DiagnosticVector] = [
        vector(
            "shape", "'true'",
            "s.yaml:3:7: error: cors is true or false: write true without quotes"),
        vector("a word", "yes", "s.yaml:3:7: error: cors is true or false: write true"),
        vector(
            "another word", "some",
            "s.yaml:3:7: error: cors is true, false or a map like {origins: [http://localhost:3000]}, not text"),
        vector(
            "an origin", "http://a.test",
            "s.yaml:3:7: error: cors is true, false or a map like {origins: [http://localhost:3000]}, not text; write "
                + "{origins: ['http://a.test']}"),
        vector(
            "a list", "[http://a.test]",
            "s.yaml:3:7: error: cors is true, false or a map like {origins: [http://localhost:3000]}, not a list; write "
                + "{origins: ['http://a.test']}"),
        vector(
            "nothing", "{}", "s.yaml:3:7: error: cors is empty: write true or {origins: [http://localhost:3000]}"),
        vector(
            "unknown keys", "{origin: ['*'], credentials: true}",
            """
            s.yaml:3:8: error: unknown key "origin" in cors; it is called origins
            s.yaml:3:23: error: unknown key "credentials" in cors; credentials are always allowed; leave it out
            """),
        vector(
            "origins", "{origins: http://a.test}", "s.yaml:3:17: error: origins is a list: write ['http://a.test']"
        ),
        vector(
            "no origin", "{origins: []}",
            "s.yaml:3:17: error: origins has no origin; leave it out to allow any, or write cors: false"),
        vector(
            "any and one", "{origins: ['*', http://a.test]}",
            #"s.yaml:3:18: error: "*" allows any origin, so no other may stand beside it: write ['*']"#),
        vector(
            "not as browsers send it",
            """

              origins:
                - http://localhost:3000/
                - http://a.test/path?q
                - HTTP://A.test
                - https://a.test:443
                - http://a.test:80
                - http://user@a.test
                - http://a.test:0080#x
                - 'http://a.test:'
            """,
            """
            s.yaml:5:7: error: browsers send this origin as http://localhost:3000: write it so
            s.yaml:6:7: error: browsers send this origin as http://a.test: write it so
            s.yaml:7:7: error: browsers send this origin as http://a.test: write it so
            s.yaml:8:7: error: browsers send this origin as https://a.test: write it so
            s.yaml:9:7: error: browsers send this origin as http://a.test: write it so
            s.yaml:10:7: error: browsers send this origin as http://a.test: write it so
            s.yaml:11:7: error: browsers send this origin as http://a.test: write it so
            s.yaml:12:7: error: browsers send this origin as http://a.test: write it so
            """),
        vector(
            "not an origin",
            """

              origins:
                - localhost:3000
                - a.test
                - http://
                - https://*.test
                - http://a.test:99999
                - 1http://a.test
                - http://ä.test
                - "http://{{env.HOME}}"
                - [http://a.test]
                -
            """,
            [
                "localhost:3000", "a.test", "http://", "https://*.test", "http://a.test:99999", "1http://a.test",
                "http://ä.test",
            ].enumerated().map { index, text in
                #"s.yaml:\#(index + 5):7: error: "\#(text)" is not an origin; write scheme, host and port, "#
                    + #"like http://localhost:3000, or "*" for any origin"#
            }.joined(separator: "\n")
                + """

                s.yaml:12:15: error: an origin can't be made by a template; write it out
                s.yaml:13:7: error: text is needed here, not a list: write 'http://a.test'
                s.yaml:14:6: error: this item is empty: write an origin, like http://localhost:3000, or leave the - out
                """),
        vector(
            "headers", "{headers: ['*', X Y, '']}",
            """
            s.yaml:3:18: error: "*" is not a wildcard where credentials are allowed; leave headers out to allow any header
            s.yaml:3:23: error: "X Y" is not a header name; write X-Y
            s.yaml:3:28: error: a header needs a name: write one, like X-Id
            """),
        vector(
            "headers alone", "{headers: X-Id}",
            "s.yaml:3:17: error: headers is a list of names: write [X-Id]"),
        vector("max_age", "{max_age: 600}", "s.yaml:3:17: error: a unit is needed: write 600s"),
        vector(
            "a part of a second", "{max_age: 1500ms}", "s.yaml:3:17: error: max_age has whole seconds: write 2s"),
    ]
}
