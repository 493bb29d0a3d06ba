import Playback
import Testing

/// The rule that a person would take for the intended one if no rule takes a request.
@Suite struct NearestRuleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        /// Stubs in file order, as YAML; the intended one has the id `meant`.
        let stubs: [String]
        let line: String
        let headers: [(String, String)]
        /// Requests that are sent before.
        let before: [String]
        var testDescription: String { name }

        init(
            _ name: String, _ line: String, _ stubs: String..., headers: [(String, String)] = [], before: [String] = []
        ) {
            self.name = name
            self.line = line
            self.headers = headers
            self.before = before
            self.stubs = stubs
        }
    }

    static let rows = [
        Row(
            "another method before another path", "GET /orders",
            "{request: GET /users}", "{id: meant, request: POST /orders}"),
        Row(
            "another method before another path, of one letter", "GET /a",
            "{request: GET /b}", "{id: meant, request: POST /a}"),
        Row(
            "another method before another path of several segments", "GET /api/v1/orders",
            "{request: GET /api/v1/carts}", "{id: meant, request: PUT /api/v1/orders}"),
        Row(
            "a trailing slash before any path", "GET /orders/",
            "{request: \"PUT /{+rest}\"}", "{request: GET /users/}", "{id: meant, request: GET /orders}"),
        Row(
            "a trailing slash before another method", "GET /orders/",
            "{request: POST /orders/}", "{id: meant, request: GET /orders}"),
        Row(
            "a trailing slash that is missing before a parameter without a value", "GET /users/",
            "{request: \"GET /users/{id}\"}", "{id: meant, request: GET /users}"),
        Row(
            "another method before any path", "GET /orders",
            "{request: \"PUT /{+rest}\"}", "{id: meant, request: POST /orders}"),
        Row(
            "another segment before any path", "GET /orders/7/lines",
            "{request: {method: GET, path: \"/{+rest}\", query: {q: 1}}}", "{id: meant, request: GET /orders/7/items}"),
        Row(
            "another segment before a rule that says nothing of the path", "GET /orders/7/lines",
            "{request: {method: GET, headers: {K: v}}}", "{id: meant, request: GET /orders/7/items}"),
        Row(
            "another segment before a rule that had its last", "GET /orders",
            "{request: 'GET /orders?page=1', times: 1}",
            "{id: meant, request: GET /users}", before: ["GET /orders?page=1"]),
        Row(
            "a trailing slash before a rule that had its last", "GET /orders",
            "{request: 'GET /orders?page=1', times: 1}",
            "{id: meant, request: GET /orders/}", before: ["GET /orders?page=1"]),
        Row(
            "another method before a rule that had its last", "GET /orders",
            "{request: 'GET /orders?page=1', times: 1}",
            "{id: meant, request: POST /orders}", before: ["GET /orders?page=1"]),
        Row(
            "a rule that had its last before one of another path altogether", "GET /orders",
            "{request: POST /a/b/c}", "{id: meant, request: 'GET /orders?page=1', times: 1}",
            before: ["GET /orders?page=1"]),
        Row(
            "another case in the path", "GET /Api/Orders",
            "{request: POST /Api/Orders}", "{request: GET /api/carts}", "{id: meant, request: GET /api/orders}"),
        Row(
            "a header that is missing before another method", "GET /orders",
            "{request: POST /orders}", "{id: meant, request: {method: GET, path: /orders, headers: {K: v}}}"),
        Row(
            "several headers that are missing before another method", "GET /orders",
            "{request: POST /orders}",
            "{id: meant, request: {method: GET, path: /orders, headers: {A: v, B: v, C: v, D: v, E: v}}}"),
        Row(
            "a query parameter that is missing before a slip in the path", "GET /orders",
            "{request: GET /order}", "{id: meant, request: GET /orders?page=1}"),
        Row(
            "one header before two", "GET /orders",
            "{request: {method: GET, path: /orders, headers: {A: 2, B: 2}}}",
            "{id: meant, request: {method: GET, path: /orders, headers: {A: 1, B: 2}}}",
            headers: [("A", "1"), ("B", "1")]),
        Row(
            "an extra segment before another path", "GET /orders/7",
            "{request: GET /carts/9/lines}", "{id: meant, request: GET /orders}"),
        Row(
            "another version before another path", "GET /v2/orders",
            "{request: GET /v2/users}", "{id: meant, request: GET /v1/orders}"),
        Row(
            "a version prefix that is missing", "GET /orders",
            "{request: GET /users}", "{id: meant, request: GET /v1/orders}"),
        Row(
            "another host before another path", "GET /orders",
            "{request: {method: GET, host: 127.0.0.1, path: /users}}",
            "{id: meant, request: {method: GET, host: api.example, path: /orders}}"),
        Row(
            "a slip in one segment", "GET /api/ordres/7",
            "{request: GET /api/users/7}", "{request: POST /api/ordres/7}", "{id: meant, request: GET /api/orders/7}"),
        Row(
            "a slip in a segment before a parameter", "GET /api/ordres/7",
            "{request: \"GET /api/users/{id}\"}", "{id: meant, request: \"GET /api/orders/{id}\"}"),
        Row(
            "a literal before a parameter", "PUT /users/me",
            "{request: \"GET /users/{id}\"}", "{id: meant, request: GET /users/me}"),
        Row(
            "a parameter before another path", "PUT /users/7",
            "{request: PUT /orders/7}", "{id: meant, request: \"GET /users/{id}\"}"),
        Row(
            "a branch of any_of that names the path", "GET /orders",
            "{request: POST /a/b}", "{id: meant, request: {any_of: [GET /carts, POST /orders]}}"),
        Row(
            "the first of two alike", "GET /orders/7",
            "{id: meant, request: \"POST /orders/{id}\"}", "{request: \"POST /orders/{name}\"}"),
        Row(
            "a segment that is missing before another segment and a query", "GET /v1/users",
            "{request: GET /v1/search?q=swift}", "{id: meant, request: \"GET /v1/users/{id}\"}"),
        Row(
            "a literal before a template, both of another method", "PATCH /v1/users/42",
            "{request: \"DELETE /v1/users/{id}\"}", "{id: meant, request: DELETE /v1/users/42}"),
        Row(
            "two slashes in a row", "GET /api//orders",
            "{request: GET /api/carts/orders}", "{id: meant, request: GET /api/orders}"),
    ]

    @Test("the nearest rule is the one that a person would name", arguments: rows)
    func nearest(_ row: Row) throws {
        let lines = row.stubs.map { "  - " + $0 }.joined(separator: "\n")
        var driver = try ScriptDriver("mockserver: 1\nstubs:\n" + lines)
        for line in row.before { try driver.request(line) }
        #expect(try driver.request(row.line, row.headers) == "unmatched")
        #expect(driver.failures.first?.rule == "meant", "\(driver.failures.first?.text() ?? "")")
        // The result does not depend on the order in the file, except for equal rules.
        guard row.name != "the first of two alike" else { return }
        let others = row.stubs.reversed().map { "  - " + $0 }.joined(separator: "\n")
        driver = try ScriptDriver("mockserver: 1\nstubs:\n" + others)
        for line in row.before { try driver.request(line) }
        try driver.request(row.line, row.headers)
        #expect(driver.failures.first?.rule == "meant", "\(driver.failures.first?.text() ?? "")")
    }

    @Test("of steps alike one that may take a request now is nearer")
    func open() throws {
        var driver = try ScriptDriver(
            "mockserver: 1\nsteps: [{id: later, request: GET /b, after: [now]}, {id: now, request: GET /b, after: []}]")
        try driver.request("PUT /b")
        #expect(driver.failures.first?.rule == "now")
    }

    @Test("among a thousand rules the nearest is found wherever it stands")
    func many() throws {
        let stubs = (0..<999).map { "{id: s\($0), request: GET /things/t\($0)x/parts}" }
        let meant = "{id: meant, request: GET /things/window/parts}"
        for list in [[meant] + stubs, stubs[..<500] + [meant] + stubs[500...], stubs + [meant]] {
            var driver = try ScriptDriver("mockserver: 1\nstubs:\n" + list.map { "- " + $0 }.joined(separator: "\n"))
            try driver.request("GET /things/windwo/parts")
            #expect(driver.failures.first?.rule == "meant")
        }
    }

    @Test(
        "bodies are looked at for the nearest rule as far as a bound goes, and rules of a body are still told apart by path"
    )
    func bodies() throws {
        let stubs = (0..<50).map {
            "- {id: s\($0), request: {method: POST, path: /a, json: {list: [\($0)]}}}"
        }
        var driver = try ScriptDriver("mockserver: 1\nstubs:\n" + stubs.joined(separator: "\n"))
        let list = Array(repeating: "1", count: 300_000).joined(separator: ",")
        try driver.request("POST /a", body: "{\"list\":[\(list)]}")
        #expect(driver.failures.first?.rule == "s0")
    }
}
