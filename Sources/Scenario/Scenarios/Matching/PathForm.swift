import HTTPMessage

/// The segments of a received path, and how only their form makes it differ from an expected one: a slash, the case of
/// letters, segments that are there twice or lacking.
struct PathForm {
    private typealias Segments = ArraySlice<ArraySlice<UInt8>>

    /// The most segments that are looked at.
    private static let limit = 50

    private let segments: [ArraySlice<UInt8>]

    init(_ path: ArraySlice<UInt8>) { self.init(PathSegments(of: path)) }

    init(_ segments: PathSegments) { self.segments = Array(segments.prefix(Self.limit + 1)) }

    /// The mistake that makes this path of an expected one, as a clause; nil if none is known.
    func mistake(expecting expected: [UInt8]) -> String? {
        let wanted = Array(PathSegments(of: expected[...]))
        return mistake(leading: wanted.prefix(while: { !$0.isEmpty }).map(Array.init)) {
            segments, dropped, ignoresCase in
            segments.count == wanted.count - dropped
                && zip(segments, wanted.dropFirst(dropped)).allSatisfy {
                    ignoresCase ? $0.equalsIgnoringASCIICase($1) : $0 == $1
                }
        }
    }

    /// - Parameters:
    ///   - leading: the first expected segments, as far as they are literal.
    ///   - takes: whether segments are those that are expected behind the first `dropped` ones.
    func mistake(
        leading: [[UInt8]],
        _ takes: (_ segments: ArraySlice<ArraySlice<UInt8>>, _ dropped: Int, _ ignoresCase: Bool) -> Bool
    ) -> String? {
        guard !segments.isEmpty, segments.count <= Self.limit else { return nil }
        let all = segments[...]
        if segments.count > 1, all.last?.isEmpty == true, takes(all.dropLast(), 0, false) {
            return "it has a / at its end; send it without"
        }
        if takes(all + [[]], 0, false) { return "it lacks the / at its end" }
        let inner = all.dropLast()
        if inner.contains(where: \.isEmpty) {
            let single = inner.filter { !$0.isEmpty } + all.suffix(1)
            if takes(single[...], 0, false) { return "it has // in it; send one /" }
        }
        if leading.count == segments.count {
            let others = leading.indices.filter { !leading[$0].elementsEqual(segments[$0]) }
            if others.count == 1, let index = others.first,
                let rounded = ClientMistake.rounding(
                    of: "the number in it", expected: leading[index], received: segments[index])
            {
                return rounded
            }
        }
        if takes(all, 0, true) { return "only the case of its letters differs" }
        // A base path that is joined twice, or not at all.
        for count in 1...max(1, segments.count / 2) {
            for start in 0..<max(0, segments.count - 2 * count + 1)
            where segments[start..<start + count].elementsEqual(segments[start + count..<start + 2 * count]) {
                if takes((segments[..<start] + segments[(start + count)...])[...], 0, false) {
                    return "it has \(Self.text(segments[start..<start + count])) twice"
                }
            }
        }
        guard !leading.isEmpty else { return nil }
        for count in 1...leading.count where takes(all, count, false) {
            return "it lacks \(Self.text(leading.prefix(count).map { $0[...] })) at its start"
        }
        for count in 1..<max(2, segments.count) where takes(all.dropFirst(count), 0, false) {
            return "it has \(Self.text(segments.prefix(count))) before it"
        }
        return nil
    }

    private static func text(_ segments: some Sequence<ArraySlice<UInt8>>) -> String {
        Excerpt.text(segments.map { "/" + Excerpt.text($0) }.joined())
    }
}

extension PathTemplate {
    /// How only its form makes a path differ, as words behind `differs`; nil if more is wrong.
    func remarkAboutForm(_ view: RequestView, in scope: EvaluationContext) -> String? {
        let lower = segments.map(\.lowercased)
        let mistake = PathForm(view.segments).mistake(leading: segments.literalStart) { given, dropped, ignoresCase in
            if ignoresCase {
                return Self.takes(given.map { $0.lowercased }[...], lower.dropFirst(dropped), in: scope)
            }
            let rest = segments.dropFirst(dropped)
            // A placeholder alone takes any path.
            guard dropped == 0 || rest.contains(where: { $0.literal?.isEmpty == false }) else { return false }
            return Self.takes(given, rest, in: scope)
        }
        return mistake.map { ": \($0)" }
    }
}

extension [PathTemplate.Segment] {
    /// The first segments, as far as they are literal.
    fileprivate var literalStart: [[UInt8]] {
        prefix { $0.literal?.isEmpty == false }.compactMap(\.literal)
    }
}

extension PathTemplate.Segment {
    fileprivate var literal: [UInt8]? {
        if case .parts(let parts) = self { PathTemplate.literal(parts) } else { nil }
    }

    /// This with its literal parts in lower case.
    fileprivate var lowercased: Self {
        guard case .parts(let parts) = self else { return self }
        return .parts(
            parts.map { part in
                if case .literal(let bytes) = part { .literal(Array(bytes[...].lowercased)) } else { part }
            })
    }
}

extension ArraySlice<UInt8> {
    /// The bytes with the letters of ASCII in lower case.
    fileprivate var lowercased: ArraySlice<UInt8> {
        map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }[...]
    }
}
