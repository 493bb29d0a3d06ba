import ExactJSON
import HTTPMessage
import RequestFixtures
import Scenarios
import Testing

@Suite("What a peer sends can't move a cursor or forge a line")
struct PrintableTests {
    /// An escape sequence, a forged line of a report, a C1 control, characters that change the direction or are
    /// invisible, a line separator and a byte order mark.
    static let hostile = "a\u{1B}[2J\r\n#9 forged\u{9B}1m\u{202E}x\u{2028}\u{200B}\u{FEFF}\u{AD}\u{7F}\tz"
    static let percent = hostile.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    /// The part of it that a header can contain.
    static let field = "a\u{9B}1m\u{202E}x\u{2028}\u{200B}\u{FEFF}\u{AD}z"

    private func check(_ text: String, _ location: SourceLocation = #_sourceLocation) {
        let hidden = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
        #expect(hidden.isEmpty, "\(hidden.map { String($0.value, radix: 16) }) in \(text)", sourceLocation: location)
    }

    private func check(_ mismatch: Mismatch) {
        check(mismatch.subject.description)
        check(mismatch.problem)
        for comparedValue in mismatch.expected + mismatch.received { check(comparedValue.text) }
        if case .invalid(let sentence)? = mismatch.blocked?.reason { check(sentence) }
    }

    @Test(
        "in any condition",
        arguments: [
            "path: /b/{{v}}", "path: {equals: '{{v}}'}", "target: '{{v}}'", "host: '{{v}}'", "method: PUT",
            "query_exact: {q: '{{v}}'}", "query_exact: {q: x}", "query: {q: {matches: '{{v}}x'}}",
            "query: {no: {starts_with: '{{v}}-{{later}}'}}", "query: {q: {one_of: ['{{v}}!', x]}}",
            "query: {q: {gt: '{{v}}'}}", "query: {q: {length: '{{v}}'}}", "query: {q: ['{{v}}', x]}",
            "headers: {X-A: '{{v}}', X-B: b}", "headers: {X-A: {not: {present: true}}}", "cookies: {c: '{{v}}'}",
            "form_exact: {f: '{{v}}'}", "bearer: '{{v}}'", "text: '{{v}}!'", "text: {contains: '{{v}}{{later}}'}",
            "json: {m: '{{v}}!'}", "json: {m: '{{v}}{{later}}'}", "json_exact: {}",
            "json: {m: {$unordered: ['{{v}}']}}", "json: {m: {$not: '{{request.json.m}}'}}",
            "json: {m: '{{request.json.nope}}'}",
            "json: {m: '{{v | number}}'}", "json: {m: {$gt: '{{v}}'}}", "json: {m: '{{v | base64_decode}}'}",
            "not: {query: {q: {present: true}}, json: {m: {$present: true}}}",
            "any_of: [{json_exact: {}}, {headers: {X-A: x}}]",
        ])
    func conditions(_ matcher: String) throws {
        let body = "{\"m\":\"\(Self.json)\",\"\(Self.json)\":1}"
        let request = Request(
            "GET /a/\(Self.percent)?q=\(Self.percent)&\(Self.percent)=1",
            ["X-A: \(Self.field)", "Cookie: c=\(Self.field)", "Authorization: \(Self.field)"], body: body)
        var fixture = try Fixture(assert: matcher, vars: "v: ''", set: "later: 1")
        fixture.scope.variables[0] = .value(.string(Self.hostile), setAt: fixture.scenario.position)
        let view = RequestView(request, needs: fixture.scenario.needs)
        let mismatches = try fixture.requestMatcher.mismatches(view, in: fixture.scope)
        #expect(!mismatches.isEmpty)
        for mismatch in mismatches { check(mismatch) }
    }

    @Test(
        "in a body that is no JSON",
        arguments: [
            "{\"\(json)\":1,\"\(json)\":2}", "{\u{202E}", "{\"a\":1}\u{9B}", "\u{1B}", "[1\u{200B}]", "\u{FEFF}1",
            "{\"a\u{1B}\":1}", "\u{AD}",
        ])
    func brokenJSON(_ body: String) throws {
        let fixture = try Fixture(assert: "json: {a: 1}")
        let view = RequestView(Request("POST /x", body: body), needs: fixture.scenario.needs)
        let mismatches = try fixture.requestMatcher.mismatches(view, in: fixture.scope)
        #expect(mismatches.count == 1)
        for mismatch in mismatches { check(mismatch) }
    }

    @Test("in a capture, a template or a status")
    func sentences() throws {
        var fixture = try Fixture(
            yaml: """
                mockserver: 1
                vars: {v: ''}
                steps:
                - request: /{+all}
                  capture:
                    a: {text, matches: '{{v}}(b)'}
                    b: {text, matches: '[{{v}}(b)]'}
                    c: {json: $.a}
                  response: {json: ['{{v | number}}', '{{v | base64_decode}}', '{{request.json.b}}', '{{a}}{{b}}{{c}}']}
                """)
        fixture.scope.variables[0] = .value(.string(Self.hostile), setAt: fixture.scenario.position)
        let rule = try #require(fixture.scenario.steps.first?.rule)
        let body = "{\"\(Self.json)\":1,\"\(Self.json)\":2}"
        let view = RequestView(Request("POST /x", body: body), needs: fixture.scenario.needs)
        var failed = 0
        for capture in rule.captures {
            if case .failure(let problem) = capture.value(from: view, in: fixture.scope) {
                failed += 1
                check(problem.sentence)
            }
        }
        var scope = fixture.scope
        scope.request = view
        guard case .json(.array(let elements)) = rule.responses[0].body else { return }
        for element in elements {
            do throws(EvaluationError) {
                _ = try element.evaluate(in: scope)
            } catch {
                failed += 1
                if case .invalid(let sentence) = error.reason { check(sentence) }
            }
        }
        check(Self.sentence(EvaluationError(.invalid(Self.hostile), position: fixture.scenario.position)))
        #expect(failed >= 6)
    }

    private static func sentence(_ error: EvaluationError) -> String {
        if case .invalid(let sentence) = error.reason { sentence } else { "" }
    }

    /// The hostile text inside a JSON string.
    static let json = hostile.unicodeScalars.map { scalar in
        guard scalar.value < 0x20 else { return String(scalar) }
        return "\\u00" + String(scalar.value >> 4, radix: 16) + String(scalar.value & 15, radix: 16)
    }.joined()
}
