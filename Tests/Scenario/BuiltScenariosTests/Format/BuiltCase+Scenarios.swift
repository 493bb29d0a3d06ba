import HTTPTypes
import ScenarioBuilder

extension BuiltCase {
    /// A row of the scenario itself: a document with one stub.
    private static func scenario(_ row: String, file: String, _ document: ScenarioDocument) -> BuiltCase {
        BuiltCase("Scenario", row, file: file + "\nstubs: [{request: GET /a}]", document)
    }

    static let scenarios: [BuiltCase] = [
        BuiltCase(
            "Scenario", "mockserver", whole: "@\nname: s\nstubs: [{request: GET /a}]",
            ScenarioDocument("s") { Stub(.get, "/a") }),
        scenario("name", file: "@", ScenarioDocument("Token refresh") { Stub(.get, "/a") }),
        scenario(
            "description", file: "name: s\n@",
            ScenarioDocument("s", description: "One login, two calls") { Stub(.get, "/a") }),
        scenario("include", file: "name: s\n@", ScenarioDocument("s", include: ["common.yaml"]) { Stub(.get, "/a") }),
        scenario("vars", file: "name: s\n@", ScenarioDocument("s", vars: ["token": "{{uuid}}"]) { Stub(.get, "/a") }),
        scenario(
            "defaults", file: "name: s\n@",
            ScenarioDocument("s") {
                Defaults(response: Response().header("Server", "mine"))
                Stub(.get, "/a")
            }),
        scenario("base_path", file: "name: s\n@", ScenarioDocument("s", basePath: "/api/v1") { Stub(.get, "/a") }),
        scenario("order", file: "name: s\n@", ScenarioDocument("s", order: .any) { Stub(.get, "/a") }),
        BuiltCase("Scenario", "steps", "@") { Step(.get, "/me") },
        BuiltCase("Scenario", "stubs", "@") { Stub(.get, "/health") },
        scenario(
            "unmatched", file: "name: s\n@",
            ScenarioDocument("s") {
                Unmatched(Response(.notFound))
                Stub(.get, "/a")
            }),
        scenario(
            "expect", file: "name: s\n@",
            ScenarioDocument("s") {
                Expect(never: RequestMatcher(.delete, "/me"))
                Stub(.get, "/a")
            }),
        scenario("linger", file: "name: s\n@", ScenarioDocument("s", linger: .seconds(1)) { Stub(.get, "/a") }),
        scenario("clock", file: "name: s\n@", ScenarioDocument("s", clock: .virtual) { Stub(.get, "/a") }),
        scenario("cors", file: "name: s\n@", ScenarioDocument("s", cors: .all) { Stub(.get, "/a") }),
        scenario("seed", file: "name: s\n@", ScenarioDocument("s", seed: 7) { Stub(.get, "/a") }),
        scenario(
            "redact", file: "name: s\n@",
            ScenarioDocument("s", redact: ["X-Key", "query.token", "$.password"]) { Stub(.get, "/a") }),

        BuiltCase("Defaults", "response", "defaults: {@}\nstubs: [{request: GET /a}]") {
            Defaults(response: Response().header("Server", "mine"))
            Stub(.get, "/a")
        },
        BuiltCase("Defaults", "assert", "defaults: {@}\nstubs: [{request: GET /a}]") {
            Defaults(assert: [.header("Accept", .present)])
            Stub(.get, "/a")
        },
        BuiltCase("Defaults", "on_assert_failure", "defaults: {@}\nstubs: [{request: GET /a}]") {
            Defaults(onAssertFailure: .reject)
            Stub(.get, "/a")
        },
        BuiltCase("Defaults", "head", "defaults: {@}\nstubs: [{request: GET /a}]") {
            Defaults(headFromGet: true)
            Stub(.get, "/a")
        },

        BuiltCase(
            "CORS", "origins", file: "name: s\ncors: {@}\nstubs: [{request: GET /a}]",
            ScenarioDocument("s", cors: CrossOrigin(origins: ["http://localhost:3000"])) { Stub(.get, "/a") }),
        BuiltCase(
            "CORS", "headers", file: "name: s\ncors: {@}\nstubs: [{request: GET /a}]",
            ScenarioDocument("s", cors: CrossOrigin(headers: ["Authorization"])) { Stub(.get, "/a") }),
        BuiltCase(
            "CORS", "max_age", file: "name: s\ncors: {@}\nstubs: [{request: GET /a}]",
            ScenarioDocument("s", cors: CrossOrigin(maxAge: .seconds(600))) { Stub(.get, "/a") }),
    ]

    static let scenarioWords: [BuiltCase] = [
        BuiltCase(
            "Order", "strict", file: "name: s\n@\nstubs: [{request: GET /a}]",
            ScenarioDocument("s", order: .strict) { Stub(.get, "/a") }),
        BuiltCase(
            "Order", "any", file: "name: s\n@\nstubs: [{request: GET /a}]",
            ScenarioDocument("s", order: .any) { Stub(.get, "/a") }),
        BuiltCase(
            "Clock", "real", file: "name: s\n@\nstubs: [{request: GET /a}]",
            ScenarioDocument("s", clock: .real) { Stub(.get, "/a") }),
        BuiltCase(
            "Clock", "instant", file: "name: s\n@\nstubs: [{request: GET /a}]",
            ScenarioDocument("s", clock: .instant) { Stub(.get, "/a") }),
        BuiltCase(
            "Clock", "virtual", file: "name: s\n@\nstubs: [{request: GET /a}]",
            ScenarioDocument("s", clock: .virtual) { Stub(.get, "/a") }),
    ]

    static let expectations: [BuiltCase] = [
        BuiltCase("Expectation", "request", "expect:\n  - @") { Expect(.get, "/img/{x}") },
        BuiltCase("Expectation", "times", "expect:\n  - request: GET /a\n    @") {
            Expect(.get, "/a", times: .atMost(40))
        },
        BuiltCase("Expectation", "never", "expect:\n  - request: GET /a\n    @") {
            Expect(never: RequestMatcher(.get, "/a"))
        },
        BuiltCase("Expectation", "max_in_flight", "expect:\n  - request: GET /a\n    @") {
            Expect(RequestMatcher(.get, "/a"), maxInFlight: 4)
        },
        BuiltCase("Expectation", "step", "steps: [\(two)]\nexpect: [{@, before: retried}]") {
            Step(.get, "/a", id: "refresh")
            Step(.get, "/b", id: "retried")
            Expect(step: "refresh", before: "retried")
        },
        BuiltCase("Expectation", "before", "steps: [\(two)]\nexpect: [{step: refresh, @}]") {
            Step(.get, "/a", id: "refresh")
            Step(.get, "/b", id: "retried")
            Expect(step: "refresh", before: "retried")
        },
        BuiltCase("Expectation", "connections", "stubs: [{request: GET /a}]\nexpect: [{@}]") {
            Stub(.get, "/a")
            Expect(connections: .atMost(1))
        },
    ]

    private static let two = "{id: refresh, request: GET /a}, {id: retried, request: GET /b}"
}
