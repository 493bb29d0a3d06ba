import ExactJSON
import HTTPMessage
import RequestFixtures
import SeededRandom
import Testing

import ScenarioFiles
@testable import Scenarios

@Suite("Matching and explaining agree")
struct PropertyTests {
    private static let position = Position(file: SourceFile(path: "f.yaml"), line: 1, column: 1)

    private static func value(_ generator: inout SplitMix, depth: Int = 2) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
        case 0: .null
        case 1: .bool(Bool.random(using: &generator))
        case 2, 3: .number(JSONNumber(Int.random(in: 0...2, using: &generator)))
        case 4: .string(["a", "b", "ab"].randomElement(using: &generator) ?? "")
        case 5: .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in value(&generator, depth: depth - 1) })
        default:
            .object(
                JSONObject(
                    ["x", "y", "z"].filter { _ in Bool.random(using: &generator) }
                        .map { ($0, value(&generator, depth: depth - 1)) }))
        }
    }

    /// A matcher that often matches the value.
    private static func matcher(_ value: JSON, _ generator: inout SplitMix, depth: Int = 3) -> JSONMatcher {
        func other() -> JSON { Self.value(&generator, depth: 1) }
        func again(_ value: JSON) -> JSONMatcher { matcher(value, &generator, depth: depth - 1) }
        let dice = Int.random(in: 0..<30, using: &generator)
        if dice < 2 { return matcher(Self.value(&generator, depth: 1), &generator, depth: depth - 1) }
        if depth > 0, dice < 16, let kind = operation(dice, value, other, again) {
            return JSONMatcher(.operators([JSONMatcher.Operator(kind, position: position)]), position: position)
        }
        switch value {
        case .array(let elements):
            var elements = elements
            if dice == 28, !elements.isEmpty { elements.removeFirst() }
            if dice == 29 { elements.append(other()) }
            return JSONMatcher(.array(elements.map { again($0) }), position: position)
        case .object(let object):
            var members = object.map { ($0.name, $0.value) }
            if dice == 28, !members.isEmpty { members.removeFirst() }
            if dice == 29 { members.append(("w", other())) }
            return JSONMatcher(
                .object(members.map { .init(name: $0.0, position: position, matcher: again($0.1)) }), position: position
            )
        default: return JSONMatcher(.scalar(value), position: position)
        }
    }

    private static func operation(
        _ dice: Int, _ value: JSON, _ other: () -> JSON, _ again: (JSON) -> JSONMatcher
    ) -> JSONMatcher.Operator.Kind? {
        let unset = JSONMatcher(
            .template(
                Template(
                    segments: [.expression(Expression(operand: .variable(0, path: []), position: position))],
                    position: position)), position: position)
        switch dice {
        case 2: return .equals(again(value))
        case 3: return .oneOf([again(other()), again(value)])
        case 4: return .anyOf([again(other()), again(value), again(other())])
        case 5: return .allOf([again(value), again(value)])
        case 6: return .not(again(other()))
        case 7: return .present
        case 8: return .absent
        case 9: return .compare(.greater, .constant(JSONNumber(0)))
        case 10: return .length(CountMatcher(limits: [.equal(.constant(JSONNumber(2)))], position: position))
        case 11:
            guard case .array(let elements) = value else { return nil }
            return .unordered(elements.reversed().map { again($0) })
        case 12: return .contains(again(value[0] ?? other()))
        case 13: return .text(ValueMatcher(.startsWith(Template(text: "a", position: position)), position: position))
        case 14: return .anyOf([unset, again(value)])
        default: return .allOf([again(value), unset])
        }
    }

    @Test("there are mismatches exactly where a pattern does not match", arguments: 0..<20)
    func agree(seed: UInt64) {
        var generator = SplitMix(seed: seed)
        let scope = EvaluationContext(
            variables: [.unset], randomSource: RandomSource(seed: 0, rule: 0, count: 0),
            now: WallClockTime(nanoseconds: 0), serverURL: "")
        var matched = 0
        for _ in 0..<200 {
            let value = Self.value(&generator)
            let jsonMatcher = Self.matcher(value, &generator)
            let exact = Bool.random(using: &generator)
            let matcher = RequestMatcher(
                conditions: [Condition(.json(jsonMatcher, exact: exact), position: Self.position)],
                position: Self.position)
            let view = RequestView(Request("POST /x", body: value.text()), needs: .json)
            let isMatch = if case .matched = matcher.match(view, in: scope) { true } else { false }
            matched += isMatch ? 1 : 0
            let mismatches = matcher.mismatches(view, in: scope)
            #expect(mismatches.isEmpty == isMatch, "\(jsonMatcher.summary) of \(value) exact \(exact)")
        }
        #expect((20...180).contains(matched), "the patterns are too lax or too strict to show anything")
    }

    @Test("the pairing of unordered elements is the largest there is", arguments: 0..<20)
    func pairing(seed: UInt64) {
        var generator = SplitMix(seed: seed)
        let scope = EvaluationContext(
            variables: [], randomSource: RandomSource(seed: 0, rule: 0, count: 0), now: WallClockTime(nanoseconds: 0),
            serverURL: "")
        for _ in 0..<50 {
            let count = Int.random(in: 1...5, using: &generator)
            let sets = (0..<count).map { _ in
                Array(0..<count).filter { _ in Int.random(in: 0..<5, using: &generator) < 2 }
            }
            let matchers = sets.map { set in
                let branches = set.map { JSONMatcher(.scalar(.number(JSONNumber($0))), position: Self.position) }
                return JSONMatcher(
                    .operators([.init(.oneOf(branches), position: Self.position)]), position: Self.position)
            }
            let elements = (0..<count).map { JSON.number(JSONNumber($0)) }
            let pairing = UnorderedMatching(matchers, elements, exact: true, in: scope)
            #expect(pairing.missing.count == count - Self.largest(sets[...], []))
            #expect(pairing.missing.count == pairing.others.count)
        }
    }

    /// The size of the largest pairing, found by trying all.
    private static func largest(_ sets: ArraySlice<[Int]>, _ used: Set<Int>) -> Int {
        guard let first = sets.first else { return 0 }
        let rest = sets.dropFirst()
        let taken = first.filter { !used.contains($0) }.map { 1 + largest(rest, used.union([$0])) }
        return max(largest(rest, used), taken.max() ?? 0)
    }
}
