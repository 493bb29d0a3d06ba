import ExactJSON
import HTTPMessage
import RequestFixtures
import Testing

import ScenarioFiles
@testable import Scenarios

@Suite("Templates")
struct TemplateTests {
    private static let vars = """
        s: text
        n: 1.10
        b: true
        z: null
        o: {items: [{id: 7}], 'a.b': {c: d}}
        big: 12345678901234567890
        """

    /// The value that `set` would give a variable.
    private func evaluate(
        _ template: String, count: Int = 2, _ change: (inout EvaluationContext) -> Void = { _ in }
    ) throws -> Result<JSON, EvaluationError> {
        var fixture = try Fixture(
            yaml: """
                mockserver: 1
                vars:
                \(Self.vars.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
                steps:
                - request: POST /p/{id}
                  set:
                    made: '\(template)'
                    later: 1
                """)
        let rule = try #require(fixture.scenario.steps.first).rule
        var view = RequestView(
            Request(
                "POST /p/4%202?q=a+b&q=c", ["X-Id: x1", "Cookie: c=d", "Host: Example.com:80"],
                body: #"{"a":{"b.c":[1.0]}}"#),
            needs: [])
        view.parameters = [PathParameter(name: "id", value: "4 2")]
        fixture.scope.request = view
        fixture.scope.count = count
        change(&fixture.scope)
        let assignment = try #require(rule.sets.first)
        do {
            return .success(try assignment.value.evaluate(in: fixture.scope))
        } catch {
            return .failure(error)
        }
    }

    @Test(
        "expressions alone keep their type, others become text",
        arguments: [
            ("{{s}}", #""text""#), ("{{n}}", "1.10"), ("{{b}}", "true"), ("{{z}}", "null"),
            ("{{big}}", "12345678901234567890"),
            ("{{o.items}}", #"[{"id":7}]"#), ("a{{s}}b{{n}}", #""atextb1.10""#), ("{{b}} {{z}}", #""true null""#),
            ("{{o.items[0].id}}", "7"), ("-{{o.items[0]}}", #""-{\"id\":7}""#), (#"{{o["a.b"].c}}"#, #""d""#),
            ("{{request.method}}", #""POST""#), ("{{request.host}}", #""example.com""#),
            ("{{request.target}}", #""/p/4%202?q=a+b&q=c""#), ("{{request.path.id}}", #""4 2""#),
            ("{{request.query.q}}", #""a b""#), ("{{request.headers.x-id}}", #""x1""#),
            ("{{request.cookies.c}}", #""d""#),
            (#"{{request.json.a["b.c"][0]}}"#, "1.0"), ("{{request.body}}", #""{\"a\":{\"b.c\":[1.0]}}""#),
            ("{{count}}", "2"), ("{{server.url}}/x", #""http://127.0.0.1:8080/x""#),
            ("{{now}}", #""2026-01-31T12:00:00Z""#), ("{{now(iso)}}", #""2026-01-31T12:00:00Z""#),
            ("{{now(http)}}", #""Sat, 31 Jan 2026 12:00:00 GMT""#), ("{{now(unix)}}", "1769860800"),
            ("{{now(unix_ms)}}", "1769860800250"), ("{{now(http, +5m)}}", #""Sat, 31 Jan 2026 12:05:00 GMT""#),
            ("{{now(unix, -1s)}}", "1769860799"),
        ])
    func values(template: String, value: String) throws {
        #expect(try evaluate(template).get().text() == value)
    }

    @Test(
        "filters",
        arguments: [
            ("{{s | upper}}", #""TEXT""#), (#"{{"ÄB" | lower}}"#, #""äb""#), (#"{{" a b\t" | trim}}"#, nil),
            ("{{n | string}}", #""1.10""#), (#"{{"007" | string}}"#, #""007""#), (#"{{"1.50" | number}}"#, "1.50"),
            ("{{n | number}}", "1.10"), ("{{o.items | json}}", #""[{\"id\":7}]""#), ("{{s | json}}", #""\"text\"""#),
            (#"{{"a b/ä~" | url}}"#, #""a%20b%2F%C3%A4~""#), (#"{{"fo" | base64}}"#, #""Zm8=""#),
            (#"{{"fo?~" | base64url}}"#, #""Zm8_fg""#), (#"{{"Zm8=" | base64_decode}}"#, #""fo""#),
            (#"{{"Zm8_fg" | base64_decode}}"#, #""fo?~""#),
            (#"{{"abc" | sha256 | hex}}"#, #""ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad""#),
            (
                #"{{"what do ya want for nothing?" | hmac_sha256("Jefe") | hex}}"#,
                #""5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843""#
            ),
            (#"{{"abc" | sha256 | base64}}"#, #""ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=""#),
            (#"{{request.query.none | default("x")}}"#, #""x""#),
            (#"{{request.query.none | upper | default("x")}}"#, #""x""#),
            (#"{{request.query.q | default("x")}}"#, #""a b""#), ("{{o.none | default(n)}}", "1.10"),
            (#"{{later | default("l")}}"#, #""l""#), (#"{{z | default("x")}}"#, "null"),
        ] as [(String, String?)])
    func filters(template: String, value: String?) throws {
        let made = try evaluate(template).get().text()
        if let value { #expect(made == value) }
    }

    @Test("trim takes what Unicode calls white space, at both ends only")
    func trim() throws {
        let position = Position(file: SourceFile(path: "f"), line: 1, column: 1)
        let expression = Expression(operand: .literal("\u{A0} a b\t\n"), filters: [.trim], position: position)
        let scope = try Fixture().scope
        #expect(try expression.evaluate(in: scope) == .json("a b"))
    }

    @Test(
        "what makes no value says why",
        arguments: [
            (#"{{"abc" | number}}"#, #"number takes a JSON number, and "abc" is not one"#),
            ("{{b | number}}", "number takes a number or text, not a boolean"),
            ("{{o.items | number}}", "number takes a number or text, not an array"),
            (#"{{"Zm8" | base64_decode | number}}"#, #"number takes a JSON number, and "fo" is not one"#),
            (#"{{"!" | base64_decode}}"#, #"base64_decode takes base64, and "!" is not base64"#),
            (#"{{"abc" | sha256}}"#, "32 bytes are not UTF-8 text; write them with | base64 or | hex"),
            (#"x{{"abc" | sha256}}"#, "32 bytes are not UTF-8 text; write them with | base64 or | hex"),
            (#"{{"abc" | sha256 | upper}}"#, "upper takes text, and these 32 bytes are not UTF-8"),
            ("{{o.items[1]}}", "there is no .items[1]: the array has 1 element"),
            ("{{o.items.id}}", "there is no .items.id: an array has no members"),
            ("{{o.none}}", #"there is no .none: the object has no member "none""#),
            ("{{s.x}}", "there is no .x: a string has no members"),
            ("{{n[0]}}", "there is no [0]: a number has no elements"),
            ("{{request.query.z}}", "the request has no query parameter z"),
            ("{{request.headers.z}}", "the request has no header z"),
            ("{{request.form.z}}", "the request has no form field z"),
            ("{{request.json.z}}", #"there is no .z: the object has no member "z""#),
            (#"{{request.query.z | default(o.none)}}"#, #"there is no .none: the object has no member "none""#),
        ])
    func problems(template: String, sentence: String) throws {
        guard case .failure(let error) = try evaluate(template), case .invalid(let text) = error.reason else {
            Issue.record("\(template) makes a value")
            return
        }
        #expect(text == sentence)
        #expect(error.position.line == 12)
        #expect(error.position.column == (template.hasPrefix("x") ? 13 : 12))
    }

    @Test("default makes good what is unset, not what is broken")
    func broken() throws {
        let position = Position(file: SourceFile(path: "f"), line: 1, column: 1)
        guard
            case .failure(let error) = try evaluate(
                #"{{s | default("x")}}"#, { $0.variables[0] = .broken(at: position) }),
            case .broken(variable: 0, at: position) = error.reason
        else {
            Issue.record("a broken variable has a value")
            return
        }
        guard case .failure(let unset) = try evaluate("{{later}}"), case .unset = unset.reason else {
            Issue.record("an unset variable has a value")
            return
        }
    }

    @Test("bytes stay bytes where bytes are written")
    func bytes() throws {
        let position = Position(file: SourceFile(path: "f"), line: 1, column: 1)
        let decoded = Expression(operand: .literal("AP8="), filters: [.base64Decode], position: position)
        let template = Template(segments: [.text("a"), .expression(decoded)], position: position)
        #expect(try template.bytes(in: Fixture().scope) == [0x61, 0x00, 0xFF])
    }

    @Test("members that come to have one name are refused")
    func duplicateMembers() throws {
        let fixture = try Fixture(
            yaml: "mockserver: 1\nvars:\n  a: k\nsteps:\n- request: /x\n  response:\n    json: {'{{a}}': 1, k: 2}")
        guard case .json(let json)? = fixture.scenario.steps.first?.rule.responses.first?.body else {
            Issue.record("no JSON body")
            return
        }
        #expect(throws: EvaluationError.self) { try json.evaluate(in: fixture.scope) }
    }

    @Test("an answer that tells the time is known by it, wherever in it")
    func usesNow() throws {
        let cases = [
            ("{text: 'a {{now}}'}", true), ("{headers: {Date: '{{now(http)}}'}}", true),
            ("{json: {a: [{b: '{{now}}'}]}}", true),
            ("{json: {'{{now}}': 1}}", true), ("{text: '{{v | default(now)}}'}", true), ("{text: '{{v}}'}", false),
            ("204", false),
        ]
        for (response, usesNow) in cases {
            let scenario = try Scenario(
                yaml: "mockserver: 1\nvars: {v: 1}\nsteps:\n- request: /x\n  response: \(response)")
            #expect(scenario.steps.first?.rule.responses.first?.usesNow == usesNow, "\(response)")
        }
        let scenario = try Scenario(
            yaml:
                "mockserver: 1\nvars: {v: 1, w: 2}\nsteps:\n- request: /x\n  response: {text: '{{w}}{{v}}{{w}}', headers: {X: '{{v}}'}}"
        )
        #expect(scenario.steps.first?.rule.responses.first?.variables == [0, 1])
    }
}
