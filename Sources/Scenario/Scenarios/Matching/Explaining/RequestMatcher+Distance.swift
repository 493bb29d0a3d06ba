import HTTPMessage
import TextCoding

/// How far a request is from the requests that a rule takes: 0 if it matches. The distance only ranks rules, to find
/// the one that was probably meant, so it makes no text.
///
/// A difference that a person sees at once is near: a typo in a segment, an extra slash, another case, a header.
/// Another method is farther, then another segment. Rules with vague paths are farther still, even if they match many
/// requests.
enum Distance {
    /// Costs of a header, query parameter or cookie that is missing or differs, and the maximum for all together.
    static let namedValue = 4
    static let namedValues = 12
    /// A body, a token, a connection.
    static let other = 4
    static let host = 14
    static let method = 16
    /// Costs of differences in case only, in digits only (`v1`, `v2`), of a slash at the end or two in a row, of a
    /// typo, and of each byte of a typo.
    static let letterCase = 3
    static let digits = 8
    static let emptySegment = 6
    static let slip = 4
    static let slipByte = 2
    /// A segment that is missing in one path, and a completely different segment.
    static let missingSegment = 18
    static let segment = 20
    /// A parameter of the template, compared with an equal literal.
    static let parameter = 1
    /// `{+rest}`, which takes any path, and a rule without a path: farther than a different segment.
    static let rest = 24
    static let anyPath = 30
    /// The number of segments of a path that are compared.
    static let comparedSegments = 32
}

/// The distance of a rule that is used up, in addition to that of its conditions.
package enum RuleDistance {
    /// Greater than the cost of a different segment.
    package static let exhausted = 22
}

/// The parts of a request that are compared with every rule, extracted once.
package struct RequestOutline: Sendable {
    fileprivate let view: RequestView
    fileprivate let method: ArraySlice<UInt8>
    /// The first segments of the path.
    fileprivate let segments: [ArraySlice<UInt8>]
    fileprivate let count: SegmentCount
    fileprivate let letters: PathLetters

    package init(_ view: RequestView) {
        self.view = view
        method = view.request.head.method
        segments = Array(view.segments.prefix(Distance.comparedSegments))
        count = SegmentCount(segments.count, hasEmpty: segments.contains(where: \.isEmpty))
        var letters = PathLetters()
        for segment in view.segments { letters.add(segment) }
        self.letters = letters
    }
}

/// The number of segments of a path that are compared, and whether any is or may be empty.
private struct SegmentCount: Sendable {
    private let count: Int
    private let hasEmpty: Bool

    init(_ count: Int, hasEmpty: Bool) {
        self.count = min(count, Distance.comparedSegments)
        self.hasEmpty = hasEmpty
    }

    /// A lower limit for the cost of the difference in the number of segments.
    func leastDistance(to other: SegmentCount) -> Int {
        let least = hasEmpty || other.hasEmpty ? Distance.emptySegment : Distance.missingSegment
        return abs(count - other.count) * least
    }
}

/// The letters and digits that occur in a path, ignoring case.
struct PathLetters: Sendable {
    private var digits: UInt64 = 0
    private var others: UInt64 = 0

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte >= 0x30, byte <= 0x39 {
                digits |= 1 << UInt64(byte - 0x30)
            } else {
                others |= 1 << UInt64(byte.asciiLowercased & 0x3F)
            }
        }
    }

    /// A lower limit for the cost of changing this into `path`: each missing letter is a byte of a typo, or part of a
    /// different segment. Of a template with parameters, only the literal parts count.
    fileprivate func leastDistance(to path: PathLetters, isLiteral: Bool) -> Int {
        let missing = (others & ~path.others).nonzeroBitCount
        let extra = isLiteral ? (path.others & ~others).nonzeroBitCount : 0
        let letters = max(missing, extra)
        if letters > 0 {
            let most = isLiteral ? Distance.missingSegment : Distance.digits
            return min(most, Distance.slip + Distance.slipByte * letters)
        }
        let isSame = digits & ~path.digits == 0 && (!isLiteral || path.digits & ~digits == 0)
        return isSame ? 0 : Distance.slip + Distance.slipByte
    }
}

/// A request matcher's conditions on method and path, extracted when the scenario is loaded.
struct RequestMatcherOutline: Sendable {
    private let methods: [[UInt8]]?
    private let letters: PathLetters
    /// Nil if the number of segments is not fixed.
    private let count: SegmentCount?
    private let isLiteral: Bool
    /// The distance of every request from a matcher whose path is vague.
    fileprivate let vagueness: Int

    init(_ conditions: [Condition]) {
        var methods: [[UInt8]]?
        var template: PathTemplate?
        for condition in conditions {
            switch condition.kind {
            case .method(let names): methods = methods ?? names.map { Array($0.utf8) }
            case .path(.template(let path)): template = template ?? path
            default: break
            }
        }
        self.methods = methods
        var letters = PathLetters()
        var (isLiteral, hasRest, hasEmpty) = (template != nil, false, false)
        for segment in template?.segments ?? [] {
            guard case .parts(let parts) = segment else {
                (isLiteral, hasRest) = (false, true)
                continue
            }
            var mayBeEmpty = true
            for part in parts {
                switch part {
                case .literal(let bytes):
                    letters.add(bytes)
                    if !bytes.isEmpty { mayBeEmpty = false }
                case .parameter: (isLiteral, mayBeEmpty) = (false, false)
                case .expression: isLiteral = false
                }
            }
            hasEmpty = hasEmpty || mayBeEmpty
        }
        self.letters = letters
        count = hasRest ? nil : template.map { SegmentCount($0.segments.count, hasEmpty: hasEmpty) }
        self.isLiteral = isLiteral
        vagueness = conditions.saysPath ? (hasRest ? Distance.rest : 0) : Distance.anyPath
    }

    fileprivate func leastDistance(_ request: RequestOutline) -> Int {
        let hasMethod = methods?.contains { request.method.elementsEqual($0) } ?? true
        let path = max(
            letters.leastDistance(to: request.letters, isLiteral: isLiteral),
            count?.leastDistance(to: request.count) ?? 0)
        return vagueness + (hasMethod ? 0 : Distance.method) + path
    }
}

extension [Condition] {
    /// Whether there is a condition on the path, alone or in a combination.
    fileprivate var saysPath: Bool {
        contains { condition in
            switch condition.kind {
            case .path, .value(.target, _): true
            case .allOf(let requestMatchers), .anyOf(let requestMatchers):
                requestMatchers.contains { $0.conditions.saysPath }
            default: false
            }
        }
    }
}

/// The number of body bytes that a search for the nearest rule may read.
package struct BodyBudget: Sendable {
    private var bytes = 1 << 20

    package init() {}

    /// Whether reading another body of this size is within the budget.
    mutating func allows(_ count: Int) -> Bool {
        guard bytes > 0 else { return false }
        bytes -= count
        return true
    }
}

extension RequestMatcher {
    /// A lower limit for `distance`, found in a few nanoseconds.
    package func leastDistance(_ request: RequestOutline) -> Int { outline.leastDistance(request) }

    /// Whether a segment of its path is like one of the request's path; true if it has no path of segments.
    package func hasPath(like request: RequestOutline, in scope: EvaluationContext) -> Bool {
        for condition in conditions {
            guard case .path(.template(let template)) = condition.kind else { continue }
            return template.isLike(request.segments, scope)
        }
        return true
    }

    /// How far a request is from matching; nil if it is farther than `limit`. Bodies count as different when `bodies`
    /// is used up.
    ///
    /// - Parameter scope: the scope of `working(within:)`: all rules share a limit of work.
    package func distance(
        _ request: RequestOutline, in scope: EvaluationContext, atMost limit: Int, _ bodies: inout BodyBudget
    ) -> Int? {
        var total = outline.vagueness
        // Bodies last: reading one takes as long as it is large.
        total = conditions.distance(request, in: scope, readingBody: false, from: total, atMost: limit, &bodies)
        total = conditions.distance(request, in: scope, readingBody: true, from: total, atMost: limit, &bodies)
        return total <= limit ? total : nil
    }

    /// The sum of its conditions, for a branch of a combination.
    fileprivate func branchDistance(_ request: RequestOutline, in scope: EvaluationContext, _ bodies: inout BodyBudget)
        -> Int
    {
        var total = 0
        for condition in conditions { total += condition.distance(request, in: scope, &bodies) }
        return total
    }
}

extension [Condition] {
    /// Adds the conditions that read the body, or those that don't, to `total` until it exceeds `limit`.
    fileprivate func distance(
        _ request: RequestOutline, in scope: EvaluationContext, readingBody: Bool, from total: Int, atMost limit: Int,
        _ bodies: inout BodyBudget
    ) -> Int {
        var total = total
        for condition in self where condition.readsBody == readingBody && total <= limit {
            total += condition.distance(request, in: scope, &bodies)
        }
        return total
    }
}

extension Condition {
    /// Whether it reads the body, which takes as long as the body is large.
    var readsBody: Bool {
        switch kind {
        case .allOf(let requestMatchers), .anyOf(let requestMatchers): requestMatchers.contains(where: \.cost.readsBody)
        case .not(let requestMatcher): requestMatcher.cost.readsBody
        default: isAboutBody
        }
    }

    fileprivate func distance(_ request: RequestOutline, in scope: EvaluationContext, _ bodies: inout BodyBudget) -> Int
    {
        let view = request.view
        switch kind {
        case .named(let part, let named) where !part.isInBody: return named.distance(view, part, in: scope)
        case .allOf(let requestMatchers):
            var total = 0
            for requestMatcher in requestMatchers {
                total += requestMatcher.branchDistance(request, in: scope, &bodies)
            }
            return total
        case .anyOf(let requestMatchers):
            var least: Int?
            for requestMatcher in requestMatchers {
                let distance = requestMatcher.branchDistance(request, in: scope, &bodies)
                least = min(least ?? distance, distance)
            }
            return least ?? Distance.other
        default: break
        }
        if readsBody, !bodies.allows(view.bodySize) { return Distance.other }
        var context = MatchContext()
        var parameters: [PathParameter] = []
        switch match(view, in: scope, context: &context, &parameters) {
        case .matches: if case .path(.template(let template)) = kind { return template.looseness } else { return 0 }
        // A condition that depends on an unset variable may match later.
        case .undetermined: return 1
        case .differs: break
        }
        switch kind {
        case .method: return Distance.method
        case .path(.template(let template)): return template.distance(to: request.segments, scope)
        case .path, .value(.target, _): return Distance.segment
        case .value(.host, _): return Distance.host
        default: return Distance.other
        }
    }
}

extension NamedMatchers {
    fileprivate func distance(_ view: RequestView, _ part: NamedPart, in scope: EvaluationContext)
        -> Int
    {
        var total = 0
        for entry in entries where total < Distance.namedValues {
            let style: ValueStyle = part == .header ? .header(entry.name) : .plain
            var context = MatchContext()
            switch entry.matcher.match(view.values(part, named: entry.name), style, in: scope, context: &context) {
            case .matches: break
            case .undetermined: total += 1
            case .differs: total += Distance.namedValue
            }
        }
        if exact, total < Distance.namedValues, hasOtherNames(view, part) { total += Distance.namedValue }
        return min(total, Distance.namedValues)
    }
}

extension PathTemplate {
    /// The distance of a matching path, caused by the parameters of the template.
    fileprivate var looseness: Int {
        var total = 0
        for segment in segments {
            guard case .parts(let parts) = segment else { continue }
            if parts.contains(where: { if case .parameter = $0 { true } else { false } }) {
                total += Distance.parameter
            }
        }
        return total
    }

    /// The cost of making a request's path match, segment by segment.
    fileprivate func distance(to given: [ArraySlice<UInt8>], _ scope: EvaluationContext) -> Int {
        // One row of the cost table: the segments so far against the first, the first two … of the given segments.
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: given.count + 1) { row in
            var total = 0
            row.initializeElement(at: 0, to: total)
            for (index, segment) in given.enumerated() {
                total += Self.missing(segment)
                row.initializeElement(at: index + 1, to: total)
            }
            for segment in segments.prefix(Distance.comparedSegments) {
                // The rest parameter takes all remaining segments.
                if case .rest = segment { return max(1, row.reduce(.max, Swift.min)) }
                let literal = Self.literal(segment, scope)
                let missing = Self.missing(literal.bytes, isOpen: literal.isOpen)
                var diagonal = row[0]
                row[0] += missing
                for (index, value) in given.enumerated() {
                    let pair = diagonal + Self.distance(literal.bytes, isOpen: literal.isOpen, value)
                    diagonal = row[index + 1]
                    row[index + 1] = min(pair, min(diagonal + missing, row[index] + Self.missing(value)))
                }
            }
            return max(1, row[given.count])
        }
    }

    /// Whether a segment, parameters aside, is equal to one of these, or differs by a typo, case or digits.
    fileprivate func isLike(_ given: [ArraySlice<UInt8>], _ scope: EvaluationContext) -> Bool {
        segments.prefix(Distance.comparedSegments).contains { segment in
            let literal = Self.literal(segment, scope)
            guard !literal.bytes.isEmpty else { return false }
            return given.contains { value in
                literal.isOpen
                    ? value.starts(with: literal.bytes)
                    : Self.distance(literal.bytes, isOpen: false, value) < Distance.segment
            }
        }
    }

    private static func missing(_ segment: ArraySlice<UInt8>, isOpen: Bool = false) -> Int {
        segment.isEmpty && !isOpen ? Distance.emptySegment : Distance.missingSegment
    }

    /// The literal text of a segment with the values of its expressions, and whether it contains a parameter.
    private static func literal(_ segment: Segment, _ scope: EvaluationContext) -> (
        bytes: ArraySlice<UInt8>, isOpen: Bool
    ) {
        guard case .parts(let parts) = segment else { return ([], true) }
        if parts.count == 1, case .literal(let bytes) = parts[0] { return (bytes[...], false) }
        var (literal, isOpen): ([UInt8], Bool) = ([], false)
        for part in parts {
            switch part {
            case .literal(let bytes): literal += bytes
            case .expression(let expression): literal += (try? expression.evaluate(in: scope).bytes) ?? []
            case .parameter: isOpen = true
            }
        }
        return (literal[...], isOpen)
    }

    private static func distance(_ literal: ArraySlice<UInt8>, isOpen: Bool, _ value: ArraySlice<UInt8>) -> Int {
        if isOpen {
            if value.isEmpty { return Distance.segment }
            return literal.isEmpty ? Distance.parameter : Distance.digits
        }
        if value.elementsEqual(literal) { return 0 }
        if value.equalsIgnoringASCIICase(literal) { return Distance.letterCase }
        if value.isEmpty || literal.isEmpty { return Distance.segment }
        if value.withoutDigits.elementsEqual(literal.withoutDigits), value.count < 64 { return Distance.digits }
        // A typo leaves most of a segment unchanged.
        let most = min(4, max(literal.count, value.count) / 3)
        guard let edits = edits(literal, value, atMost: most) else { return Distance.segment }
        return Distance.slip + Distance.slipByte * edits
    }

    /// Levenshtein's distance, ignoring case; nil if it is more than `limit`.
    private static func edits(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>, atMost limit: Int) -> Int? {
        guard limit > 0, abs(a.count - b.count) <= limit else { return nil }
        var (left, right) = (a, b)
        while let byte = left.first, let other = right.first, byte.asciiLowercased == other.asciiLowercased {
            left.removeFirst()
            right.removeFirst()
        }
        while let byte = left.last, let other = right.last, byte.asciiLowercased == other.asciiLowercased {
            left.removeLast()
            right.removeLast()
        }
        // The differing part is compared only if it is short: each edit takes a byte of it.
        guard max(left.count, right.count) <= 64 else { return nil }
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: right.count + 1) { row in
            for column in 0...right.count { row.initializeElement(at: column, to: column) }
            for byte in left {
                var diagonal = row[0]
                row[0] += 1
                var least = row[0]
                for (column, other) in right.enumerated() {
                    let replaced = diagonal + (byte.asciiLowercased == other.asciiLowercased ? 0 : 1)
                    diagonal = row[column + 1]
                    row[column + 1] = min(min(diagonal, row[column]) + 1, replaced)
                    least = min(least, row[column + 1])
                }
                guard least <= limit else { return nil }
            }
            return row[right.count] <= limit ? row[right.count] : nil
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate var withoutDigits: some Sequence<UInt8> { lazy.filter { $0 < 0x30 || $0 > 0x39 } }
}
