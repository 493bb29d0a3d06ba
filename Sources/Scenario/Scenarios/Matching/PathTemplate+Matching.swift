import HTTPMessage
import TextCoding

extension PathTemplate {
    /// Matches a request's path and adds the values of its parameters to `parameters`.
    func match(
        _ view: RequestView, in scope: EvaluationContext, context: inout MatchContext,
        _ parameters: inout [PathParameter]
    ) -> MatchResult {
        if let literalBytes { return MatchResult(view.path.elementsEqual(literalBytes)) }
        // A target that is not a path has no segments at all; `/` has one, which is empty.
        var given = view.segments
        var result = MatchResult.matches
        for segment in segments {
            switch segment {
            case .rest(let name):
                let rest = given.text
                guard !rest.isEmpty else { return .differs }
                parameters.append(PathParameter(name: name, value: String(decoding: rest.dropFirst(), as: UTF8.self)))
                return result
            case .parts(let parts):
                guard let value = given.next() else { return .differs }
                result.and(
                    Self.match(
                        value, isWellFormed: given.isWellFormed, parts, in: scope, context: &context,
                        parameters: &parameters))
                if result == .differs { return .differs }
            }
        }
        return given.next() == nil ? result : .differs
    }

    private static func match(
        _ value: ArraySlice<UInt8>, isWellFormed: Bool, _ parts: [Part], in scope: EvaluationContext,
        context: inout MatchContext,
        parameters: inout [PathParameter]
    ) -> MatchResult {
        switch parts.first {
        case nil: return MatchResult(value.isEmpty)
        case .literal(let bytes)? where parts.count == 1:
            return MatchResult(isWellFormed && value.elementsEqual(bytes))
        case .parameter(let name)? where parts.count == 1:
            guard !value.isEmpty else { return .differs }
            parameters.append(PathParameter(name: name, value: String(decoding: value, as: UTF8.self)))
            return .matches
        default: break
        }
        do throws(EvaluationError) {
            let pieces = try resolved(parts, scope)
            // In a malformed segment, a percent sign is not a literal one of the scenario.
            guard isWellFormed || !pieces.contains(where: \.containsPercent) else { return .differs }
            if match(value, pieces, parameters: &parameters) { return .matches }
            return scope.isRecorded && pieces.contains(where: \.hasMark) ? context.meetRedacted() : .differs
        } catch {
            return context.meet(error)
        }
    }

    /// A part with its expressions evaluated: bytes, or a parameter.
    private enum Piece {
        case bytes([UInt8])
        case parameter(String)

        var containsPercent: Bool {
            if case .bytes(let bytes) = self { bytes.contains(UInt8(ascii: "%")) } else { false }
        }

        /// Whether it was captured from a redacted value.
        var hasMark: Bool { if case .bytes(let bytes) = self { RedactedMark.isIn(bytes) } else { false } }
    }

    /// The parts, with adjacent bytes joined.
    private static func resolved(_ parts: [Part], _ scope: EvaluationContext) throws(EvaluationError) -> [Piece] {
        var pieces: [Piece] = []
        for part in parts {
            let bytes: [UInt8]
            switch part {
            case .parameter(let name):
                pieces.append(.parameter(name))
                continue
            case .literal(let literal): bytes = literal
            case .expression(let expression):
                bytes = try expression.evaluate(in: scope).bytes
                if case .bytes(let before)? = pieces.last {
                    try scope.check(before.count + bytes.count, at: expression.position)
                }
            }
            if case .bytes(let before)? = pieces.last {
                pieces[pieces.count - 1] = .bytes(before + bytes)
            } else {
                pieces.append(.bytes(bytes))
            }
        }
        return pieces
    }

    /// Whether parts without expressions take a segment with these bytes.
    static func takes(_ segment: [UInt8], _ parts: [Part]) -> Bool {
        var context = MatchContext()
        var parameters: [PathParameter] = []
        return match(segment[...], isWellFormed: true, parts, in: .empty, context: &context, parameters: &parameters)
            == .matches
    }

    /// Matches lazily: a parameter takes as little as possible. The earliest offset of each text between two parameters
    /// leaves most for the rest, so no other offset has to be tried; only the last text must be at the end.
    private static func match(
        _ value: ArraySlice<UInt8>, _ pieces: [Piece], parameters: inout [PathParameter]
    ) -> Bool {
        var rest = value
        var open: String?
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .parameter(let name):
                if let before = open {
                    // Two parameters in a row, which the file reader rejects: the first takes one character.
                    guard let taken = rest.firstScalar else { return false }
                    parameters.append(PathParameter(name: before, value: String(decoding: taken, as: UTF8.self)))
                    rest = rest[taken.endIndex...]
                }
                open = name
            case .bytes(let bytes):
                let isLast = index == pieces.count - 1
                guard let name = open else {
                    guard rest.starts(with: bytes) else { return false }
                    rest = rest.dropFirst(bytes.count)
                    if isLast, !rest.isEmpty { return false }
                    continue
                }
                guard let start = isLast ? rest.lastStart(of: bytes) : rest.dropFirst().firstStart(of: bytes),
                    start > rest.startIndex
                else { return false }
                parameters.append(
                    PathParameter(name: name, value: String(decoding: rest[..<start], as: UTF8.self)))
                rest = rest[(start + bytes.count)...]
                open = nil
            }
        }
        if let name = open {
            guard !rest.isEmpty else { return false }
            parameters.append(PathParameter(name: name, value: String(decoding: rest, as: UTF8.self)))
        }
        return true
    }

    /// How a path that does not match was joined to `base_path`, as words behind `differs`; nil if more is wrong.
    func remarkAboutJoining(_ view: RequestView, in scope: EvaluationContext) -> String? {
        guard let base, !view.segments.text.isEmpty else { return nil }
        let (given, count) = (Array(view.segments), base.segments.count)
        if Self.takes(given[...], segments.dropFirst(count), in: scope) { return ": it lacks base_path \(base.text)" }
        let isTwice =
            Self.takes(given.prefix(count), base.segments[...], in: scope)
            && Self.takes(given.dropFirst(count), segments[...], in: scope)
        return isTwice ? ": it has base_path \(base.text) twice" : nil
    }

    /// That a path does not begin with `base_path`, as words behind `differs`; empty if it does.
    func remarkAboutBase(_ view: RequestView, in scope: EvaluationContext) -> String {
        guard let base, !view.segments.text.isEmpty,
            !Self.takes(Array(view.segments).prefix(base.segments.count), base.segments[...], in: scope)
        else { return "" }
        return ": it does not begin with base_path \(base.text)"
    }

    /// Whether a path of these segments matches.
    static func takes(
        _ given: ArraySlice<ArraySlice<UInt8>>, _ segments: ArraySlice<Segment>, in scope: EvaluationContext
    ) -> Bool {
        var rest = given
        for segment in segments {
            guard case .parts(let parts) = segment else { return !rest.isEmpty }
            guard let value = rest.popFirst() else { return false }
            var context = MatchContext()
            var parameters: [PathParameter] = []
            let result = match(
                value, isWellFormed: true, parts, in: scope, context: &context, parameters: &parameters)
            guard result == .matches else { return false }
        }
        return rest.isEmpty
    }

    static func literalBytes(of segments: [Segment]) -> [UInt8]? {
        var path: [UInt8] = []
        for segment in segments {
            guard case .parts(let parts) = segment else { return nil }
            path.append(UInt8(ascii: "/"))
            for part in parts {
                guard case .literal(let literal) = part else { return nil }
                PathSegments.add(literal, to: &path)
            }
        }
        return path
    }
}

extension ArraySlice<UInt8> {
    /// The bytes of the first Unicode scalar.
    fileprivate var firstScalar: ArraySlice<UInt8>? {
        guard !isEmpty else { return nil }
        return prefix(1 + dropFirst().prefix { $0 & 0xC0 == 0x80 }.count)
    }

    /// The first index at which `bytes` occur.
    fileprivate func firstStart(of bytes: [UInt8]) -> Int? {
        TextComparison.firstIndex(of: bytes, in: self)
    }

    /// The index of `bytes` at the end; nil if the slice does not end with them.
    fileprivate func lastStart(of bytes: [UInt8]) -> Int? {
        guard count >= bytes.count, suffix(bytes.count).elementsEqual(bytes) else { return nil }
        return endIndex - bytes.count
    }
}
