import ScenarioFiles
import Testing

/// Templates in the languages of other tools.
@Suite("A template in another language")
struct TemplateMistakesTests {
    static let noConditions =
        "a template has no conditions and no loops: write a step or a stub for each case, chosen by its request or by when"
    private static let noArithmetic =
        "a template does not calculate: write the result itself; texts are joined as {{a}}{{b}}"

    private static let moment = "the time is now: write {{now}}, {{now(http)}} or {{now(unix)}}"
    private static let sentResponse =
        "a template sees the request and no response: name the value in vars or set, and write {{name}} in both places"

    /// What stands between the braces, the offset of the error in it, and the message.
    static let rows: [(String, Int, String)] = [
        ("uuid()", 4, "\"uuid\" takes no parentheses: write {{uuid}}"),
        ("count ()", 6, "\"count\" takes no parentheses: write {{count}}"),
        ("request.method()", 14, "\"request.method\" takes no parentheses: write {{request.method}}"),
        ("id()", 0, "\"id\" takes no parentheses: write {{id}}"),
        ("nope(id)", 0, "\"nope\" is not a function; write random.int(1, 6), random.string(12) or now(http)"),
        ("base64(id)", 0, "base64 is a filter: write {{id | base64}}"),
        ("json( )", 0, "json is a filter: write {{name | json}}"),
        ("upper(trim('a, (b)'))", 0, "upper is a filter: write {{'a, (b)' | trim | upper}}"),
        ("hex(hex(hex(hex(hex(hex(id))))))", 0, "hex is a filter: write {{hex(id) | hex | hex | hex | hex | hex}}"),
        ("uppercase(id)", 0, "uppercase is called upper, and is a filter: write {{id | upper}}"),
        ("default(id, 'a')", 0, "default is a filter: write {{id | default('a')}}"),
        ("hmac_sha256(id)", 0, "hmac_sha256 is a filter: write {{id | hmac_sha256('key')}}"),
        ("header('X-Id')", 0, "\"header\" is not a function; write {{request.headers.X-Id}}"),
        ("queryParam('a b')", 0, "\"queryParam\" is not a function; write {{request.query['a b']}}"),
        ("randomInt(1, 6)", 0, "\"randomInt\" is not a function; write {{random.int(1, 6)}}"),
        ("upper(id", 0, "upper is a filter: write {{id | upper}}"),
        ("id | uuid", 5, "\"uuid\" is not a filter but a value: write {{uuid}}"),
        ("id | random.int(1, 2)", 5, "\"random\" is not a filter but a value: write {{random.int(1, 2)}}"),
        ("id | toUpperCase", 5, "\"toUpperCase\" is not a filter; it is called upper"),
        ("env('PORT')", 3, "env needs a name: write {{env.PORT}}"),
        ("now()", 4, "now without parentheses is the time: write {{now}}, or {{now(iso, +5m)}}"),
        ("now + 5m", 4, "now is shifted in parentheses: write {{now(iso, +5m)}}"),
        ("now -1h", 4, "now is shifted in parentheses: write {{now(iso, -1h)}}"),
        ("now + days", 4, "now is shifted in parentheses: write {{now(iso, +5m)}}"),
        (
            "request.body.name", 12,
            "request.body is the whole body as text: write {{request.json.name}} for a member of its JSON"
        ),
        (
            "request.body['a b'][0] | json", 12,
            "request.body is the whole body as text: write {{request.json['a b'][0]}} for a member of its JSON"
        ),
        ("id + 1", 3, noArithmetic), ("'a' + 'b'", 4, noArithmetic), ("id-1", 2, noArithmetic),
        ("id % 2", 3, noArithmetic),
        ("id-name", 2, "a name has letters, digits and _, so \"id-name\" can't be one: write id_name"),
        ("#if id", 0, noConditions), ("/if", 0, noConditions), ("else", 0, noConditions), ("if id", 0, noConditions),
        ("id == 1", 3, noConditions), ("id ? 1 : 2", 3, noConditions), ("id && id", 3, noConditions),
        ("id || 1", 4, "a fallback for a missing value is a filter: write {{id | default(1)}}"),
        ("id ?? 'a b'", 3, "a fallback for a missing value is a filter: write {{id | default('a b')}}"),
        ("id ?? other", 3, "a fallback for a missing value is a filter: write {{id | default('none')}}"),
        ("id id", 3, "\"|\" or \"}}\" should stand here: write {{id}}"),
        ("id |", 4, "a filter should stand here: write {{id | upper}}, or leave the | out"),
        ("!id", 0, noConditions),
        ("urlParam 'id'", 0, "nothing defines \"urlParam\": write {{request.path.id}}"),
        ("queryParam 'page'", 0, "nothing defines \"queryParam\": write {{request.query.page}}"),
        ("header 'X-Id'", 0, "nothing defines \"header\": write {{request.headers.X-Id}}"),
        ("cookie 'a b'", 0, "nothing defines \"cookie\": write {{request.cookies['a b']}}"),
        ("body 'user.name'", 0, "nothing defines \"body\": write {{request.json.user.name}}"),
        (
            "body 'items.0.name' 'none'", 0,
            "nothing defines \"body\": write {{request.json.items[0].name | default('none')}}"
        ),
        ("queryParam 'x' 'none'", 0, "nothing defines \"queryParam\": write {{request.query.x | default('none')}}"),
        ("header 'X-Id' 7", 0, "nothing defines \"header\": write {{request.headers.X-Id | default(7)}}"),
        ("vars.token", 0, "a variable has nothing before its name: write {{token}}"),
        ("captures.user.name | upper", 0, "a variable has nothing before its name: write {{user.name}}"),
        ("jsonPath request.body '$.user.id'", 0, "nothing defines \"jsonPath\": write {{request.json.user.id}}"),
        ("jsonPath '$.id'", 0, "nothing defines \"jsonPath\": write {{request.json.id}}"),
        ("file 'a.json'", 0, "a template reads no file: write file: a.json in place of text"),
        ("include b.json", 0, "a template reads no file: write file: b.json in place of text"),
        ("upperCase name", 0, "a filter stands after its value: write {{name | upper}}"),
        ("base64 'hello'", 0, "a filter stands after its value: write {{'hello' | base64}}"),
        ("getVar 'token'", 0, "nothing defines \"getVar\": write {{token}}"),
        ("setVar 'token' 1", 0, "nothing defines \"setVar\": write set: {token: …} in the step"),
        ("concat a b", 0, "nothing defines \"concat\": write texts side by side: {{a}}{{b}}"),
        ("eq a b", 0, noConditions), ("math 1 '+' 2", 0, noArithmetic),
        (
            "faker 'person.firstName'", 0,
            "nothing defines \"faker\"; write {{uuid}}, {{random.int(1, 6)}}, {{random.string(12)}} or a value"
        ),
        (
            "term", 0,
            "nothing defines \"term\"; write vars: {term: …} at the top, or capture: {term: {query: term}} in the step"
        ),
        ("randomUUID", 0, "nothing defines \"randomUUID\"; write {{uuid}}"),
        ("guid", 0, "nothing defines \"guid\"; write {{uuid}}"),
        ("new_guid", 0, "nothing defines \"new_guid\"; write {{uuid}}"),
        ("$guid", 0, "a name has no $ before it: write {{uuid}}"),
        ("$randomInt", 0, "a name has no $ before it: write {{random.int(1, 6)}}"),
        ("$name", 0, "a name has no $ before it: write {{name}}"),
        ("$", 0, "an expression should stand here: write {{name}}, or {{'{{'}} for the braces themselves"),
        ("timestamp", 0, "nothing defines \"timestamp\"; \(moment)"),
        ("isoTimestamp", 0, "nothing defines \"isoTimestamp\"; \(moment)"),
        ("randomInt", 0, "nothing defines \"randomInt\"; write {{random.int(1, 6)}}"),
        ("randomValue", 0, "nothing defines \"randomValue\"; write {{random.string(12)}}"),
        (
            "faker.name", 0,
            "nothing defines \"faker\"; write {{uuid}}, {{random.int(1, 6)}}, {{random.string(12)}} or a value"
        ),
        ("response.json.id", 0, "nothing defines \"response\"; \(sentResponse)"),
        ("requestCount", 0, "nothing defines \"requestCount\"; write {{count}}"),
        ("baseUrl", 0, "nothing defines \"baseUrl\"; write {{server.url}}"),
        (
            "query.page", 0,
            "nothing defines \"query\"; a part of the request begins with \"request.\": write {{request.query.page}}"
        ),
        (
            "json.items[0].id | upper", 0,
            "nothing defines \"json\"; a part of the request begins with \"request.\": write {{request.json.items[0].id}}"
        ),
        (
            "path.id", 0,
            "nothing defines \"path\"; a part of the request begins with \"request.\": write {{request.path.id}}"
        ),
        (
            "path", 0,
            "nothing defines \"path\"; write {{request.target}} for the path and its query, or {{request.path.id}} for the "
                + "value of {id} in it"
        ),
        ("body", 0, "nothing defines \"body\"; a part of the request begins with \"request.\": write {{request.body}}"),
        ("req.body.id", 0, "nothing defines \"req\"; it is called request: write {{request.json.id}}"),
        ("req.query.id", 0, "nothing defines \"req\"; it is called request: write {{request.query.id}}"),
        ("req", 0, "nothing defines \"req\"; it is called request: write {{request.method}}"),
        (
            "params.id", 0,
            "nothing defines \"params\"; a part of the request begins with \"request.\": write {{request.path.id}} for a "
                + "parameter of the path, {{request.query.id}} for a value of the query"
        ),
        (
            "request.param.user", 8,
            "a request has no \"param\"; write {{request.path.user}} for a parameter of the path, "
                + "{{request.query.user}} for a value of the query"
        ),
        (
            "request.pathParams", 8,
            "a request has no \"pathParams\"; write {{request.path.id}} for a parameter of the path, "
                + "{{request.query.id}} for a value of the query"
        ),
        ("request.url", 8, "a request has no \"url\"; it is called request.target"),
        ("request.querystring.a", 8, "a request has no \"querystring\"; it is called request.query"),
        ("request.header.accept", 8, "a request has no \"header\"; did you mean \"headers\"?"),
        ("request.verb", 8, "a request has no \"verb\"; it is called request.method"),
        ("request.payload.id", 8, "a request has no \"payload\"; it is called request.json"),
        ("request.formData.id", 8, "a request has no \"formData\"; it is called request.form"),
        ("request.rawBody", 8, "a request has no \"rawBody\"; it is called request.body"),
        (
            "request.user", 8,
            "a request has no \"user\"; there are method, host, target, path, query, headers, cookies, form, json, body"
        ),
        ("request.session", 8, "a request has no \"session\"; write {{request.cookies.session}}"),
        (
            "request.auth", 8, "a request has no \"auth\"; write {{request.headers.authorization}}"
        ),
    ]

    @Test("gets what this format has in place of it", arguments: rows)
    func mistakes(written: String, offset: Int, message: String) throws {
        try DiagnosticVector(
            ofText: "{{\(written)}}", in: "\"", vars: "{id: 1}", at: 2 + offset, "error: \(message)"
        ).check()
    }

    @Test("is no mistake if its words are names of the scenario")
    func names() throws {
        try DiagnosticVector(
            "names",
            "mockserver: 1\nvars: {if: 1, end: 2}\nsteps: [{request: /a, response: {text: '{{if}}{{end}}'}}]\n",
            ""
        ).check()
    }
}
