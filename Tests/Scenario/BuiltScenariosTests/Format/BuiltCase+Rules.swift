import HTTPTypes
import ScenarioBuilder

extension BuiltCase {
    private static let login = "{id: login, request: POST /login}"

    static let rules: [BuiltCase] =
        [
            step("id", Step(.get, "/a", id: "login")),
            step("request", in: "{@}", Step(.post, "/login")),
            BuiltCase("Step", "when", "steps: [{request: GET /a, set: {cart: full}}, {request: GET /b, @}]") {
                Step(.get, "/a").set("cart", "full")
                Step(.get, "/b").when(["cart": "full"])
            },
            step("assert", Step(.get, "/a").assert(.json(["user": "alice"]))),
            step("assert_defaults", Step(.get, "/a").assertDefaults(false)),
            step("on_assert_failure", Step(.get, "/a").onAssertFailure(.reject)),
            step("times", Step(.get, "/a").times(2)),
            BuiltCase("Step", "after", "steps: [\(login), {request: GET /a, @}]") {
                Step(.post, "/login", id: "login")
                Step(.get, "/a").after("login")
            },
            step(
                "capture", in: "{request: \"GET /a/{id}\", @, response: {text: \"{{id}}\"}}",
                Step(.get, "/a/{id}").capture("id", .path("id")).respond(Response().text("{{id}}"))),
            step("set", Step(.get, "/a").set("cart", "full")),
            step("response", Step(.get, "/a").respond(.notFound)),
            step("responses", Step(.get, "/a").respond(.serviceUnavailable).respond(.ok)),
            step(
                "then", in: "{request: GET /a, responses: [503, 200], @}",
                Step(.get, "/a").respond(.serviceUnavailable).respond(.ok).then(.repeatLast)),
            step(
                "hold", in: "{request: GET /a, times: 2, @}", Step(.get, "/a").times(2).hold(.untilArrivals(2))),
            step("max_in_flight", in: "{request: GET /a, times: 2, @}", Step(.get, "/a").times(2).maxInFlight(1)),
            step(
                "interval", in: "{request: GET /a, times: 2, @}", Step(.get, "/a").times(2).interval(.gte(.seconds(1)))),
            step(
                "client", in: "{request: GET /a, @, response: {delay: 1s}}",
                Step(.get, "/a").client(.cancels).respond(Response().delay(.seconds(1)))),
            step("early", Step(.get, "/a").early()),

            BuiltCase("Stub", "times", "stubs: [{request: GET /a, @}]") { Stub(.get, "/a").times(.atMost(2)) },
            BuiltCase("Stub", "never", "stubs: [{request: GET /a, @}]") { Stub(.get, "/a").never() },
            BuiltCase("Stub", "head", "stubs: [{request: GET /a, @}]") { Stub(.get, "/a").headFromGet() },

            BuiltCase("Parallel block", "parallel", "steps: [{@}]") { Parallel(Step(.get, "/a"), Step(.get, "/b")) },
            BuiltCase("Parallel block", "id", "steps: [{parallel: [[{request: GET /a}, {request: GET /b}]], @}]") {
                Parallel(InOrder(Step(.get, "/a"), Step(.get, "/b")), id: "both")
            },

            step("record", of: "On assert failure", Step(.get, "/a").onAssertFailure(.record)),
            step("reject", of: "On assert failure", Step(.get, "/a").onAssertFailure(.reject)),
            BuiltCase("Head", "from_get", "stubs: [{request: GET /a, @}]") { Stub(.get, "/a").headFromGet() },
            step("answered", of: "Client", Step(.get, "/a").client(.answered)),
            step(
                "cancels", of: "Client", in: "{request: GET /a, @, response: {delay: 1s}}",
                Step(.get, "/a").client(.cancels).respond(Response().delay(.seconds(1)))),
            step("any", of: "Client", Step(.get, "/a").client(.any)),
        ] + turns("fail", .fail) + turns("repeat_last", .repeatLast) + turns("cycle", .cycle)

    private static func turns(_ row: String, _ next: AfterLastResponse) -> [BuiltCase] {
        [
            step(
                row, of: "Then of responses", in: "{request: GET /a, responses: [503, 200], @}",
                Step(.get, "/a").respond(.serviceUnavailable).respond(.ok).then(next))
        ]
    }

    static let ruleParts: [BuiltCase] = [
        step("at_least", of: "Times", Step(.get, "/a").times(.atLeast(1))),
        step("at_most", of: "Times", Step(.get, "/a").times(.atMost(5))),

        capture("path", "id", .path("id")),
        capture("header", "key", .header("Idempotency-Key")),
        capture("query", "page", .query("page")),
        capture("cookie", "session", .cookie("session")),
        capture("form", "user", .form("user")),
        capture("json", "cart", .json("$.cart.id")),
        capture("text", "all", .text),
        capture("method", "verb", .method),
        capture("host", "asked", .host),
        capture("matches", "token", .header("Authorization").matches("Bearer (.+)")),

        hold("until", .untilArrivals(2), of: "Hold"),
        hold("release", in: "until: {arrivals: 2}, @", .untilArrivals(2).releasedInReverse(), of: "Hold"),
        hold("timeout", in: "until: {arrivals: 2}, @", .untilArrivals(2).timeout(.seconds(1)), of: "Hold"),
        hold("arrivals", .untilArrivals(3), of: "Until"),
        hold("each", .untilArrivals(3, each: true), of: "Until"),
        hold("step", .untilStep("login"), of: "Until"),
        hold("taken", .untilStep("login", taken: true), of: "Until"),
        hold("quiet", .untilStep("login", quiet: .milliseconds(200)), of: "Until"),
        hold("together", in: "until: {arrivals: 2}, @", .untilArrivals(2).releasedTogether(), of: "Release"),
        hold("reverse", in: "until: {arrivals: 2}, @", .untilArrivals(2).releasedInReverse(), of: "Release"),

        interval("gt", .gt(.seconds(1))),
        interval("gte", .gte(.seconds(1))),
        interval("lt", .lt(.seconds(3))),
        interval("lte", .lte(.seconds(3))),
    ]

    private static func capture(_ row: String, _ name: String, _ source: Capture) -> BuiltCase {
        step(
            row, of: "Capture", in: "{request: \"POST /a/{id}\", capture: {@}, response: {text: \"{{\(name)}}\"}}",
            Step(.post, "/a/{id}").capture(name, source).respond(Response().text("{{\(name)}}")))
    }

    private static func hold(_ row: String, in keys: String = "@", _ hold: Hold, of title: String) -> BuiltCase {
        BuiltCase(title, row, "steps: [\(login), {request: GET /a, times: 6, hold: {\(keys)}}]") {
            Step(.post, "/login", id: "login")
            Step(.get, "/a").times(6).hold(hold)
        }
    }

    private static func interval(_ row: String, _ interval: Interval) -> BuiltCase {
        step(
            row, of: "Interval", in: "{request: GET /a, times: 2, @}", Step(.get, "/a").times(2).interval(interval))
    }
}
