import HTTPMessage
import TextCoding

/// How far a request is from what a rule takes: 0 where it matches. It only ranks rules, to find the one that was probably
/// meant, so it makes no text.
///
/// What a person sees at once is near: a slip in a segment, a slash too many, another case, a header. Another method is
/// farther, then another segment. Rules that say little of the path are farther still, however many requests they match.
enum Distance {
    /// A header, a query parameter or a cookie that is missing or has another value, and the most that all of them count.
    static let namedValue = 4
    static let namedValues = 12
    /// A body, a token, a connection.
    static let other = 4
    static let host = 14
    static let method = 16
    /// Case alone, digits alone (`v1`, `v2`), a slash at the end or two in a row, a slip of the pen and each byte of it.
    static let letterCase = 3
    static let digits = 8
    static let emptySegment = 6
    static let slip = 4
    static let slipByte = 2
    /// A segment that one side lacks, and one that is another altogether.
    static let missingSegment = 18
    static let segment = 20
    /// A template's parameter, where a literal would do as well.
    static let parameter = 1
    /// `{+rest}`, which takes any path, and a rule that says nothing of it: farther than another segment.
    static let rest = 24
    static let anyPath = 30
    /// Segments of a path that are compared.
    static let comparedSegments = 32
}

/// How far a rule's request is from one that came, beyond what its own conditions say: a rule that had its last.
package enum RuleDistance {
    /// More than another segment counts.
    package static let exhausted = 22
}

/// A request with what of it is compared with every rule, taken apart once.
package struct RequestOutline: Sendable {
    fileprivate let view: RequestView
    fileprivate let method: ArraySlice<UInt8>
    /// The first of the path's.
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

/// How many segments a path has, as far as they are compared, and whether any is or may be empty.
private struct SegmentCount: Sendable {
    private let count: Int
    private let hasEmpty: Bool

    init(_ count: Int, hasEmpty: Bool) {
        self.count = min(count, Distance.comparedSegments)
        self.hasEmpty = hasEmpty
    }

    /// At least what it costs that one path has more segments than the other.
    func leastDistance(to other: SegmentCount) -> Int {
        let least = hasEmpty || other.hasEmpty ? Distance.emptySegment : Distance.missingSegment
        return abs(count - other.count) * least
    }
}

/// Which letters and digits stand in a path, case aside.
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

    /// At least what it takes to make `path` of this: each letter that is missing is a byte of a slip, if not of another
    /// segment. Of a template with parameters only what it states counts.
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

/// What a request matcher says of method and path, found when the scenario is loaded.
struct RequestMatcherOutline: Sendable {
    private let methods: [[UInt8]]?
    private let letters: PathLetters
    /// Nil where any number of segments will do.
    private let count: SegmentCount?
    private let isLiteral: Bool
    /// What every request is far from it for how little it says of the path.
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
    /// Whether the path is among what they say, in a combination or by itself.
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

/// How many bytes of bodies a search for the nearest rule may look at.
package struct BodyBudget: Sendable {
    private var bytes = 1 << 20

    package init() {}

    /// Whether another look at a body of so many bytes is within the budget.
    mutating func allows(_ count: Int) -> Bool {
        guard bytes > 0 else { return false }
        bytes -= count
        return true
    }
}

extension RequestMatcher {
    /// A bound that `distance` never falls below, found in a few nanoseconds.
    package func leastDistance(_ request: RequestOutline) -> Int { outline.leastDistance(request) }

    /// How far a request is from matching; nil where it is farther than `limit`. Bodies count as different where `bodies`
    /// is used up.
    ///
    /// - Parameter scope: one that works within the bound of the request, `working(for:)`.
    package func distance(
        _ request: RequestOutline, in scope: EvaluationContext, atMost limit: Int, _ bodies: inout BodyBudget
    ) -> Int? {
        var total = outline.vagueness
        // Bodies last: a look at one takes as long as it is large.
        total = conditions.distance(request, scope, readingBody: false, from: total, atMost: limit, &bodies)
        total = conditions.distance(request, scope, readingBody: true, from: total, atMost: limit, &bodies)
        return total <= limit ? total : nil
    }

    /// What its conditions add up to, for a branch of a combination.
    fileprivate func branchDistance(_ request: RequestOutline, _ scope: EvaluationContext, _ bodies: inout BodyBudget)
        -> Int
    {
        var total = 0
        for condition in conditions { total += condition.distance(request, scope, &bodies) }
        return total
    }
}

extension [Condition] {
    /// What those that read the body, or those that don't, add to `total`, looked at as long as it is within `limit`.
    fileprivate func distance(
        _ request: RequestOutline, _ scope: EvaluationContext, readingBody: Bool, from total: Int, atMost limit: Int,
        _ bodies: inout BodyBudget
    ) -> Int {
        var total = total
        for condition in self where condition.readsBody == readingBody && total <= limit {
            total += condition.distance(request, scope, &bodies)
        }
        return total
    }
}

extension Condition {
    /// Whether it looks at the body, so that the look takes as long as that is large.
    fileprivate var readsBody: Bool {
        switch kind {
        case .json: true
        case .value(let part, _): part.isInBody
        case .named(let part, _): part.isInBody
        case .allOf(let requestMatchers), .anyOf(let requestMatchers):
            requestMatchers.contains { $0.conditions.contains(where: \.readsBody) }
        case .not(let requestMatcher): requestMatcher.conditions.contains(where: \.readsBody)
        default: false
        }
    }

    fileprivate func distance(_ request: RequestOutline, _ scope: EvaluationContext, _ bodies: inout BodyBudget) -> Int
    {
        let view = request.view
        switch kind {
        case .named(let part, let named) where !part.isInBody: return named.distance(view, part, scope)
        case .allOf(let requestMatchers):
            var total = 0
            for requestMatcher in requestMatchers { total += requestMatcher.branchDistance(request, scope, &bodies) }
            return total
        case .anyOf(let requestMatchers):
            var least: Int?
            for requestMatcher in requestMatchers {
                let distance = requestMatcher.branchDistance(request, scope, &bodies)
                least = min(least ?? distance, distance)
            }
            return least ?? Distance.other
        default: break
        }
        if readsBody, !bodies.allows(view.request.body.count) { return Distance.other }
        var context = MatchContext()
        var parameters: [PathParameter] = []
        switch match(view, scope, &context, &parameters) {
        case .matches: if case .path(.template(let template)) = kind { return template.looseness } else { return 0 }
        // What waits for a variable may match yet.
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
    fileprivate func distance(_ view: RequestView, _ part: NamedPart, _ scope: EvaluationContext)
        -> Int
    {
        var total = 0
        for entry in entries where total < Distance.namedValues {
            let style: ValueStyle = part == .header ? .header(entry.name) : .plain
            var context = MatchContext()
            switch entry.matcher.match(view.values(part, named: entry.name), style, scope, &context) {
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
    /// What a path that matches is far from the template for the parameters in it.
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
        // One row of the table of costs: of the segments so far against the first, the first two … of those given.
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: given.count + 1) { row in
            var total = 0
            row.initializeElement(at: 0, to: total)
            for (index, segment) in given.enumerated() {
                total += Self.missing(segment)
                row.initializeElement(at: index + 1, to: total)
            }
            for segment in segments.prefix(Distance.comparedSegments) {
                // Whatever remains is the rest's.
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

    private static func missing(_ segment: ArraySlice<UInt8>, isOpen: Bool = false) -> Int {
        segment.isEmpty && !isOpen ? Distance.emptySegment : Distance.missingSegment
    }

    /// What a segment states, with the values of its expressions, and whether a parameter is in it.
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
        // A slip leaves most of a segment as it is.
        let most = min(4, max(literal.count, value.count) / 3)
        guard let edits = edits(literal, value, atMost: most) else { return Distance.segment }
        return Distance.slip + Distance.slipByte * edits
    }

    /// Levenshtein's distance, the case of letters aside; nil where it is more than `limit`.
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
        // What differs is looked at in full only where it is short: each edit takes a byte of it.
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
