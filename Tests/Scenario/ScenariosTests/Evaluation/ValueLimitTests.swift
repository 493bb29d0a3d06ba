import ExactJSON
import Testing

@testable import Scenarios

/// What templates may make, and how it is counted.
@Suite struct ValueLimitTests {
    private static let position = Position(file: SourceFile(path: "s.yaml", bytes: []), line: 1, column: 1)

    private func bytes(_ value: JSON, limit: Int = 1 << 20) -> Int? {
        if case .bytes(let count) = value.size(upTo: limit) { count } else { nil }
    }

    @Test func sizes() {
        #expect(bytes("text") == 4)
        #expect(bytes("é") == 2)
        #expect(bytes(.null) == 4)
        #expect(bytes([1, 22, "a"]) == 2 + 3 + 1 + 2 + 3)
        #expect(bytes(["a": "b"]) == 2 + 1 + 1 + 3 + 3)
        #expect(bytes("text", limit: 3) == nil)
        #expect(bytes([1, 2, 3], limit: 7) == nil)
    }

    @Test("a value whose parts are shared is measured up to the limit only")
    func shared() {
        var value: JSON = "x"
        for _ in 0..<60 { value = [value, value] }
        guard case .tooLarge = value.size(upTo: 1 << 20) else {
            Issue.record("2^60 elements are not too large")
            return
        }
    }

    @Test("a value is nested as deep as a body may be")
    func depth() {
        var value: JSON = 1
        for _ in 0..<512 { value = [value] }
        #expect(bytes(value) != nil)
        guard case .tooDeep = JSON.array([value]).size(upTo: 1 << 20) else {
            Issue.record("513 levels are not too deep")
            return
        }
    }

    @Test("setting a variable counts the difference alone")
    func incremental() {
        var context = EvaluationContext(
            variables: [.unset, .unset], randomSource: RandomSource(seed: 0, rule: 0, count: 0),
            now: WallClockTime(nanoseconds: 0), serverURL: "")
        #expect(context.set(0, to: "12345", at: Self.position) == nil)
        #expect(context.set(1, to: "123", at: Self.position) == nil)
        #expect(context.variablesSize == 8)
        #expect(context.set(0, to: "1", at: Self.position) == nil)
        #expect(context.variablesSize == 4)
        context.breakVariable(1, at: Self.position)
        #expect(context.variablesSize == 1)
        // The total is believed: only the old and the new value are looked at.
        context.variablesSize = ValueLimit.variables - 2
        #expect(context.set(1, to: "12", at: Self.position) == nil)
        #expect(context.set(0, to: "12", at: Self.position) == ValueLimit.noRoom)
    }

    private func template(_ filters: [Filter], of text: String, times: Int = 1) -> Template {
        let expression = Expression(operand: .literal(.string(text)), filters: filters, position: Self.position)
        return Template(
            segments: (0..<times).map { _ in .expression(expression) } + [.text("!")], position: Self.position)
    }

    @Test(
        "every way to make a value stops at the limit",
        arguments: [
            ("text", 3, [Filter]()), ("base64", 1, [.base64, .base64, .base64]), ("hex", 1, [.hex, .hex, .hex, .hex]),
            ("url", 1, [.url, .url, .url, .url]), ("json", 1, [.json, .json, .json, .json, .json]),
        ] as [(String, Int, [Filter])])
    func limits(name: String, times: Int, filters: [Filter]) {
        var context = EvaluationContext.empty
        context.valueLimit = 1_000
        let made = template(filters, of: String(repeating: "\"", count: 450), times: times)
        let error = #expect(throws: EvaluationError.self) { try made.text(in: context) }
        #expect(error?.isTooLarge == true)
        #expect(throws: EvaluationError.self) { try made.bytes(in: context) }
        #expect(throws: EvaluationError.self) {
            try JSONTemplate.array([.string(made)]).evaluate(in: context)
        }
        context.valueLimit = 100_000
        #expect(throws: Never.self) { try made.text(in: context) }
    }

    @Test("elements that are shared count each time they are named")
    func elements() throws {
        var context = EvaluationContext.empty
        context.valueLimit = 1_000
        let list = Expression(
            operand: .literal(.array(Array(repeating: 1, count: 200))), position: Self.position)
        let element = JSONTemplate.string(Template(segments: [.expression(list)], position: Self.position))
        _ = try JSONTemplate.array([element, element]).evaluate(in: context)
        #expect(throws: EvaluationError.self) {
            try JSONTemplate.array([element, element, element]).evaluate(in: context)
        }
        let member = JSONTemplate.Member(name: Template(text: "a", position: Self.position), value: element)
        #expect(throws: EvaluationError.self) {
            try JSONTemplate.array([.object([member]), .object([member]), .object([member])]).evaluate(in: context)
        }
    }
}
