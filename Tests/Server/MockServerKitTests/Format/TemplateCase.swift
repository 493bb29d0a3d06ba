/// A template and the text that it makes in a response.
struct TemplateCase: Sendable {
    let title: String
    let row: String
    let template: String
    /// The regular expression that the whole text matches.
    let text: String

    init(_ title: String, _ row: String, _ template: String, _ text: String) {
        self.title = title
        self.row = row
        self.template = template
        self.text = text
    }

    /// The name of its row.
    var name: String { "\(title): \(row)" }

    static let request = WireRequest(
        "POST /x/7?q=1", "Cookie: c=2", "X-Id: 3", "Content-Type: application/json", body: #"{"a":{"b.c":[8]}}"#)

    static let all = [
        TemplateCase("Template names", "request", "request.method", "POST"),
        TemplateCase("Template names", "count", "count", "1"),
        TemplateCase(
            "Template names", "uuid", "uuid", "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"),
        TemplateCase("Template names", "random.int", "random.int(-1, 1)", "-1|0|1"),
        TemplateCase("Template names", "random.string", "random.string(12)", "[A-Za-z0-9]{12}"),
        TemplateCase("Template names", "now", "now", #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"#),
        TemplateCase("Template names", "env", "env.HOME", "/root"),
        TemplateCase("Template names", "server", "server.url", #"http://127\.0\.0\.1:\d+"#),
        TemplateCase("Template names", "true", "true", "true"),
        TemplateCase("Template names", "false", "false", "false"),
        TemplateCase("Template names", "null", "null", "null"),
        TemplateCase("Parts of a request", "method", "request.method", "POST"),
        TemplateCase("Parts of a request", "host", "request.host", "h"),
        TemplateCase("Parts of a request", "target", "request.target", #"/x/7\?q=1"#),
        TemplateCase("Parts of a request", "path", "request.path.id", "7"),
        TemplateCase("Parts of a request", "query", "request.query.q", "1"),
        TemplateCase("Parts of a request", "headers", "request.headers.x-id", "3"),
        TemplateCase("Parts of a request", "cookies", "request.cookies.c", "2"),
        TemplateCase("Parts of a request", "form", "request.form.f | default(''none'')", "none"),
        TemplateCase("Parts of a request", "json", "request.json.a[''b.c''][0]", "8"),
        TemplateCase("Parts of a request", "body", "request.body", #"\{"a":\{"b\.c":\[8\]\}\}"#),
        TemplateCase("Forms of now", "iso", "now(iso)", #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"#),
        TemplateCase(
            "Forms of now", "http", "now(http)", #"[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT"#),
        TemplateCase("Forms of now", "unix", "now(unix)", #"\d{10}"#),
        TemplateCase("Forms of now", "unix_ms", "now(unix_ms)", #"\d{13}"#),
        TemplateCase("Filters", "json", "name | json", #""A b""#),
        TemplateCase("Filters", "url", "name | url", "A%20b"),
        TemplateCase("Filters", "base64", "''~~~'' | base64", "fn5[+]"),
        TemplateCase("Filters", "base64url", "''~~~'' | base64url", "fn5-"),
        TemplateCase("Filters", "base64_decode", "''aGVsbG8='' | base64_decode", "hello"),
        TemplateCase(
            "Filters", "sha256", "''hello'' | sha256 | hex",
            "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"),
        TemplateCase(
            "Filters", "hmac_sha256", "''hello'' | hmac_sha256(''key'') | hex",
            "9307b3b915efb5171ff14d8cb55fbcc798c6c0ef1456d66ded1a6aa723a58b7b"),
        TemplateCase("Filters", "hex", "name | hex", "412062"),
        TemplateCase("Filters", "number", "''7'' | number", "7"),
        TemplateCase("Filters", "string", "7 | string", "7"),
        TemplateCase("Filters", "trim", "'' a '' | trim", "a"),
        TemplateCase("Filters", "upper", "name | upper", "A B"),
        TemplateCase("Filters", "lower", "name | lower", "a b"),
        TemplateCase("Filters", "default", "request.query.none | default(''b'')", "b"),
    ]
}
