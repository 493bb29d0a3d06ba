extension MatchCase {
    static let all: [MatchCase] = [
        heads, names, credentials, bodies, parts, operators, operatorsInJSON, lengths, connections, combinations,
    ].flatMap { $0 }

    static func request(_ row: String, _ keys: String, _ matching: WireRequest, not other: WireRequest) -> MatchCase {
        MatchCase("Request", row, keys, matching, not: other)
    }

    private static let heads = [
        request("method", "method: GET", WireRequest("GET /x"), not: WireRequest("POST /x")),
        request("method", "method: [GET, PUT]", WireRequest("PUT /x"), not: WireRequest("HEAD /x")),
        request(
            "host", "host: example.com", WireRequest("GET /x", "Host: EXAMPLE.com:8080"),
            not: WireRequest("GET /x", "Host: example.org")),
        request(
            "host", "host: {ends_with: .com}", WireRequest("GET /x", "Host: example.com:80"),
            not: WireRequest("GET /x", "Host: example.org")),
        request("path", "path: /a/b", WireRequest("GET /a/b"), not: WireRequest("GET /a%2Fb")),
        request("path", "path: /a b", WireRequest("GET /a%20b"), not: WireRequest("GET /a+b")),
        request("path", "path: /a", WireRequest("GET /%61"), not: WireRequest("GET /A")),
        request("path", "path: /a", WireRequest("GET /a"), not: WireRequest("GET /a/")),
        request("path", "path: /a", WireRequest("GET /a?b"), not: WireRequest("GET //a")),
        request("path", "path: /a", WireRequest("GET /a"), not: WireRequest("GET /b/../a")),
        request("path", "path: '/users/{id}'", WireRequest("GET /users/7"), not: WireRequest("GET /users/")),
        request("path", "path: '/{name}.json'", WireRequest("GET /a.json"), not: WireRequest("GET /.json")),
        request("path", "path: '/f/{+rest}'", WireRequest("GET /f/a/b"), not: WireRequest("GET /f")),
        request("path", "path: '/f/{+rest}'", WireRequest("GET /f/"), not: WireRequest("GET /g/")),
        request("path", "path: {starts_with: /a}", WireRequest("GET /ab"), not: WireRequest("GET /b")),
        request("target", "target: '/a%20b?c'", WireRequest("GET /a%20b?c"), not: WireRequest("GET /a%20b?c=")),
    ]

    private static let names = [
        request("query", "query: {page: 2}", WireRequest("GET /x?page=2&a=1"), not: WireRequest("GET /x?page=3")),
        request("query", "query: {a: ''}", WireRequest("GET /x?a"), not: WireRequest("GET /x?b")),
        request("query", "query: {a: b c}", WireRequest("GET /x?a=b+c"), not: WireRequest("GET /x?a=b%2Bc")),
        request("query", "query: {a: [1, 2]}", WireRequest("GET /x?a=1&a=2"), not: WireRequest("GET /x?a=2&a=1")),
        request("query", "query: {a: 2}", WireRequest("GET /x?a=1&a=2"), not: WireRequest("GET /x?a=1&a=3")),
        request(
            "query_exact", "query_exact: {page: 2}", WireRequest("GET /x?page=2"),
            not: WireRequest("GET /x?page=2&a=1")),
        request(
            "query_exact", "query_exact: {page: 2}", WireRequest("GET /x?page=2"),
            not: WireRequest("GET /x?page=2&page=2")),
        request(
            "headers", "headers: {X-A: b}", WireRequest("GET /x", "x-a: b"), not: WireRequest("GET /x", "X-A: B")),
        request(
            "headers", "headers: {X-A: [b, c]}", WireRequest("GET /x", "X-A: b", "X-A: c"),
            not: WireRequest("GET /x", "X-A: b, c")),
        request(
            "headers", "headers: {Content-Type: text/plain}", WireRequest("GET /x", "Content-Type: Text/Plain; a=b"),
            not: WireRequest("GET /x", "Content-Type: text/html; a=b")),
        request(
            "headers", "headers: {Content-Type: text/plain; a=b}",
            WireRequest("GET /x", "Content-Type: text/plain;a=b"),
            not: WireRequest("GET /x", "Content-Type: text/plain")),
        request(
            "headers", "headers: {Content-Type: {equals: text/plain}}",
            WireRequest("GET /x", "Content-Type: text/plain"),
            not: WireRequest("GET /x", "Content-Type: text/plain; a=b")),
        request(
            "cookies", "cookies: {session: abc}", WireRequest("GET /x", "Cookie: a=1; session=abc"),
            not: WireRequest("GET /x", "Cookie: a=1; session=abd")),
        request("form", "form: {a: b c}", form("a=b+c&d=e"), not: form("a=b%2Bc&d=e")),
        request("form_exact", "form_exact: {a: 1}", form("a=1"), not: form("a=1&b=2")),
    ]

    private static let credentials = [
        request(
            "bearer", "bearer: tok-1", WireRequest("GET /x", "Authorization: Bearer tok-1"),
            not: WireRequest("GET /x", "Authorization: Bearer tok-2")),
        request(
            "basic", "basic: {user: alice, password: secret}", basic("YWxpY2U6c2VjcmV0"), not: basic("YWxpY2U6b3RoZXI=")
        ),
        MatchCase(
            "Basic credentials", "user", "basic: {user: alice}", basic("YWxpY2U6b3RoZXI="), not: basic("Ym9iOm90aGVy")),
        MatchCase(
            "Basic credentials", "password", "basic: {password: secret}", basic("YWxpY2U6c2VjcmV0"),
            not: basic("YWxpY2U6b3RoZXI=")),
    ]

    private static let connections = [
        request("protocol", "protocol: h2", WireRequest(), not: WireRequest()).with { $0.wires = (.http2, .http1) },
        MatchCase("Protocol", "h2", "protocol: h2", WireRequest(), not: WireRequest()).with {
            $0.wires = (.http2, .http1)
        },
        MatchCase("Protocol", "http/1.1", "protocol: http/1.1", WireRequest(), not: WireRequest()).with {
            $0.wires = (.http1, .http2)
        },
        request("connection", "connection: new", WireRequest(), not: WireRequest()).with {
            $0.beforeOther = [WireRequest()]
        },
        MatchCase(
            "Connection of a request", "same_as", "path: /x, connection: {same_as: login}", WireRequest(),
            not: WireRequest()
        ).with {
            $0.lines = "steps: [{id: login, request: GET /login}]"
            $0.beforeMatching = [WireRequest("GET /login")]
        },
    ]

    private static let combinations = [
        request(
            "all_of", "all_of: [GET /x, {query: {a: 1}}]", WireRequest("GET /x?a=1"), not: WireRequest("GET /x?a=2")),
        request("any_of", "any_of: [GET /a, GET /b]", WireRequest("GET /b"), not: WireRequest("GET /c")),
        request("not", "not: {path: /admin}", WireRequest("GET /x"), not: WireRequest("GET /admin")),
    ]

    // MARK: - Requests

    static func form(_ text: String) -> WireRequest {
        WireRequest("POST /x", "Content-Type: application/x-www-form-urlencoded", body: text)
    }

    static func json(_ text: String) -> WireRequest {
        WireRequest("POST /x", "Content-Type: application/json", body: text)
    }

    private static func basic(_ credentials: String) -> WireRequest {
        WireRequest("GET /x", "Authorization: Basic \(credentials)")
    }
}
