import ExactJSON

/// Pairs elements with matchers if the order does not count. Finds as many pairs as possible (Kuhn's algorithm): an
/// element that matches two matchers must go to the one that nothing else matches.
struct UnorderedMatching {
    /// The matchers without a partner.
    private(set) var missing: [Int] = []
    /// The elements without a partner.
    private(set) var others: [Int] = []
    /// Why a pair could not be compared, if that happened.
    private(set) var context = MatchContext()

    var isComplete: Bool { isDecided && missing.isEmpty && others.isEmpty }
    var isDecided: Bool { context.error == nil && context.stop == nil }

    /// The most comparisons it may make.
    private let limit: Int

    init(_ matchers: [JSONMatcher], _ elements: [JSON], exact: Bool, in scope: EvaluationContext) {
        limit = scope.work?.comparisons ?? WorkBudget.limit.comparisons
        let (operators, free) = pairScalars(matchers, elements)
        pair(operators, matchers, free: free, elements: elements, exact: exact, in: scope)
        scope.work?.spend(comparisons: context.comparisons)
    }

    /// Pairs literal strings, numbers, booleans and nulls, which match only equal elements. No other matcher loses a
    /// possible partner by that.
    ///
    /// - Returns: the other matchers, and the elements without a partner.
    private mutating func pairScalars(_ matchers: [JSONMatcher], _ elements: [JSON]) -> (wanted: [Int], free: [Int]) {
        var stated: [JSON: [Int]] = [:]
        var rest: [Int] = []
        for (index, matcher) in matchers.enumerated() {
            if case .scalar(let value) = matcher.kind, !value.isContainer {
                stated[value, default: []].append(index)
            } else {
                rest.append(index)
            }
        }
        guard !stated.isEmpty else { return (rest, Array(elements.indices)) }
        var free: [Int] = []
        for (index, element) in elements.enumerated() {
            if !element.isContainer, stated[element]?.popLast() != nil { continue }
            free.append(index)
        }
        missing = stated.values.flatMap { $0 }.sorted()
        return (rest, free)
    }

    private mutating func pair(
        _ wanted: [Int], _ matchers: [JSONMatcher], free: [Int], elements: [JSON], exact: Bool,
        in scope: EvaluationContext
    ) {
        var matching: [[Int]] = []
        for index in wanted {
            var fitting: [Int] = []
            for (column, element) in free.enumerated() {
                guard context.stop == nil else { return }
                guard context.comparisons <= limit else { return stop() }
                if matchers[index].match(elements[element], exact: exact, in: scope, context: &context) == .matches {
                    fitting.append(column)
                }
            }
            matching.append(fitting)
        }
        var partners: [Int?] = Array(repeating: nil, count: free.count)
        for (row, index) in wanted.enumerated() where !findPartner(row, matching, partners: &partners) {
            guard context.comparisons <= limit else { return stop() }
            missing.append(index)
        }
        missing.sort()
        others = partners.indices.filter { partners[$0] == nil }.map { free[$0] }
    }

    private mutating func stop() {
        _ = context.giveUp("the elements are too many to be compared in any order; compare fewer, or in their order")
    }

    /// Finds a partner for `wanted` along an augmenting path, breadth first: the path may be as long as the list.
    private mutating func findPartner(_ wanted: Int, _ matching: [[Int]], partners: inout [Int?]) -> Bool {
        var cameFrom: [Int?] = Array(repeating: nil, count: partners.count)
        var isSeen = Array(repeating: false, count: partners.count)
        var own: [Int: Int] = [:]
        var queue = [wanted]
        var next = 0
        context.comparisons += partners.count / 16
        while next < queue.count, context.comparisons <= limit {
            let current = queue[next]
            next += 1
            context.comparisons += 1 + matching[current].count / 16
            for element in matching[current] where !isSeen[element] {
                isSeen[element] = true
                cameFrom[element] = current
                if let other = partners[element] {
                    own[other] = element
                    queue.append(other)
                    continue
                }
                var free = element
                while let taker = cameFrom[free] {
                    partners[free] = taker
                    guard let before = own[taker] else { break }
                    free = before
                }
                return true
            }
        }
        return false
    }
}

extension JSON {
    /// Whether this is an array or an object.
    var isContainer: Bool {
        switch self {
        case .array, .object: true
        case .null, .bool, .number, .string: false
        }
    }
}
