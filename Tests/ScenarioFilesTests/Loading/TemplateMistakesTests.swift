import ScenarioFiles
import Testing

/// Templates in the languages of other tools.
@Suite("A template in another language")
struct TemplateMistakesTests {
    private static let noConditions =
        "a template has no conditions and no loops: write a step or a stub for each case, chosen by its request or by when"
    private static let noArithmetic =
        "a template does not calculate: write the result itself; texts are joined as {{a}}{{b}}"
    private static let noAlternative =
        "another value for one that is missing is a filter: write {{name | default('none')}}"

    /// What stands between the braces, the offset of the error in it, and the message.
    static let rows: [(String, Int, String)] = [
        ("uuid()", 4, "\"uuid\" takes no parentheses: write {{uuid}}"),
        ("count ()", 6, "\"count\" takes no parentheses: write {{count}}"),
        ("request.method()", 14, "\"request.method\" takes no parentheses: write {{request.method}}"),
        ("id()", 0, "\"id\" is not a function; write random.int(1, 6), random.string(12) or now(http)"),
        ("now()", 4, "now without parentheses is the time: write {{now}}, or {{now(iso, +5m)}}"),
        ("now + 5m", 4, "a time before or after now is written {{now(iso, +5m)}}"),
        ("now -1h", 4, "a time before or after now is written {{now(iso, -1h)}}"),
        ("now + days", 4, "a time before or after now is written {{now(iso, +5m)}}"),
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
        ("id-name", 2, "a name has letters, digits and _, and so is never \"id-name\""),
        ("#if id", 0, noConditions), ("/if", 0, noConditions), ("else", 0, noConditions), ("if id", 0, noConditions),
        ("id == 1", 3, noConditions), ("id ? 1 : 2", 3, noConditions), ("id && id", 3, noConditions),
        ("id || 1", 4, noAlternative), ("id ?? 1", 3, noAlternative),
        ("id id", 3, "\"|\" or \"}}\" should stand here"), ("id |", 4, "a filter should stand here"),
        ("!id", 0, "an expression should stand here"),
    ]

    @Test("gets what this format has in place of it", arguments: rows)
    func mistakes(written: String, offset: Int, message: String) throws {
        let start = "steps: [{request: /a, response: {text: \"{{".utf8.count + 1
        try DiagnosticVector(
            written,
            "mockserver: 1\nvars: {id: 1}\nsteps: [{request: /a, response: {text: \"{{\(written)}}\"}}]\n",
            "s.yaml:3:\(start + offset): error: \(message)"
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
