import HTTPMessage
import HTTPTypes
import ScenarioBuilder

extension BuiltCase {
    static let requests: [BuiltCase] = [
        request("method", .method(.get, .head)),
        request("host", .host("example.com")),
        request("path", .path("/users/{id}")),
        request("target", .target("/a%20b?c")),
        request("query", .query("page", 2)),
        request("query_exact", .queryExact(["page": 2])),
        request("headers", .header("Accept", "application/json")),
        request("cookies", .cookie("session", "abc")),
        request("form", .form("user", "alice")),
        request("form_exact", .formExact(["user": "alice"])),
        request("bearer", .bearer("tok-1")),
        request("basic", .basic(user: "alice", password: "secret")),
        request("json", .json(["user": ["name": "alice"]])),
        request("json_exact", .jsonExact([1, 2])),
        request("json_path", .jsonPath("$.items[0].id", 7)),
        request("json_schema", .jsonSchema(["type": "object"])),
        request("text", .text(.contains("hello"))),
        request("base64", .body(.bytes([0, 1, 2]))),
        request("file", .body(.file("upload.bin"))),
        request("body", .body(.empty())),
        request("multipart", .multipart([Part(name: "title", .text("Hello"))])),
        request("multipart_exact", .multipartExact([Part(name: "title")])),
        request("graphql", .graphQL(operation: "Hero")),
        request("protocol", .protocol(.http2)),
        request("connection", .newConnection()),
        request("tls", .tls(sni: "example.com")),
        request("all_of", .allOf([RequestMatcher(.get, "/a"), RequestMatcher(.query("b", 1))])),
        request("any_of", .anyOf([RequestMatcher(.get, "/a"), RequestMatcher(.get, "/b")])),
        request("not", .not(RequestMatcher(.path("/admin")))),

        request("user", of: "Basic credentials", .basic(user: "alice")),
        request("password", of: "Basic credentials", .basic(password: "secret")),

        request("operation", of: "GraphQL", in: "request: {graphql: {@}}", .graphQL(operation: "Hero")),
        request("query", of: "GraphQL", in: "request: {graphql: {@}}", .graphQL(query: "{ hero { name } }")),
        request("variables", of: "GraphQL", in: "request: {graphql: {@}}", .graphQL(variables: ["id": 7])),

        BuiltCase(
            "Connection of a request", "same_as",
            "steps: [{id: login, request: POST /login}, {request: {path: /a, @}}]"
        ) {
            Step(.post, "/login", id: "login")
            Step("/a", .connection(sameAs: "login"))
        },

        request("sni", of: "TLS", .tls(sni: "example.com")),
        request("client_certificate", of: "TLS", .tls(clientCertificateSubject: "CN=alice")),
        request(
            "subject", of: "Client certificate", in: "request: {tls: {client_certificate: {@}}}",
            .tls(clientCertificateSubject: .contains("CN=alice"))),

        request("http/1.1", of: "Protocol", .protocol(.http1)),
        request("h2", of: "Protocol", .protocol(.http2)),
    ]

    static let bodies: [BuiltCase] = [
        request("length", of: "Body", .body(.length(.lte(5 << 20)))),
        request("empty", of: "Body", .body(.empty())),
        request("sha256", of: "Body", .body(.sha256(.startsWith("e3b0")))),

        request("file", of: "Schema file", .jsonSchema(inFile: "order.schema.json")),

        part("name", Part(name: "title")),
        part("filename", Part(filename: "a.png")),
        part("content_type", Part(contentType: "image/png")),
        part("headers", Part(headers: ["X-Id": 7])),
        part("json", Part(.json(["a": 1]))),
        part("json_exact", Part(.jsonExact(["a": 1]))),
        part("json_path", Part(.jsonPath("$.a", 1))),
        part("json_schema", Part(.jsonSchema(["type": "object"]))),
        part("text", Part(.text("Hello"))),
        part("base64", Part(.bytes([0, 1, 2]))),
        part("file", Part(.file("upload.bin"))),
        part("body", Part(.length(5))),
        part("form", Part(.form("a", 1))),
        part("form_exact", Part(.formExact(["a": 1]))),
        part("multipart", Part(.multipart([Part(name: "inner")]))),
        part("multipart_exact", Part(.multipartExact([Part(name: "inner")]))),

        length("equals", .equals(3)),
        length("gt", .gt(1)),
        length("gte", .gte(1)),
        length("lt", .lt(9)),
        length("lte", .lte(9)),
    ]
}
