import Scenarios
import ExactJSON
import TextCoding

/// Reads a path with its `{parameters}` and `{{expressions}}`.
struct PathReader {
    private let text: PositionedText
    private let state: LoadingContext
    private var segments: [PathTemplate.Segment] = []
    private var parts: [PathTemplate.Part] = []
    /// Characters of a literal that are not decoded yet, and the index of the first.
    private var raw: [UInt8] = []
    private var rawOffset = 0
    private var literal: [UInt8] = []
    private var rest: (name: String, offset: Int)?
    private var parameters: Set<String>
    /// Whether the path is the prefix of all others.
    private let isBase: Bool
    private let base: PathTemplate?
    private let line: Line?

    /// A request in one line, of which the path is a part.
    struct Line {
        let form: ShortForm
        let text: PositionedText
    }

    /// Reads the path in `text`, to which `base` is prepended; nil, with the error reported, if it is not a path.
    ///
    /// - Parameter line: the line that the path is from; nil if the path is a value of its own.
    static func read(
        _ text: PositionedText, base: PathTemplate?, context: TemplateContext, state: LoadingContext,
        from line: @autoclosure () -> Line? = nil
    ) -> PathTemplate? {
        if let segments = plainSegments(text, base) { return path(segments, text, base) }
        var reader = PathReader(
            text: text, state: state, isBase: context.usage == .basePath, base: base, line: line())
        let pieces = TemplateParser(text, context: context, state: state).pieces()
        do {
            try reader.check(text)
            try reader.read(pieces)
        } catch {
            return state.refuse(error.message, at: text.position(at: error.offset))
        }
        return path(reader.segments, text, base)
    }

    private static func path(
        _ segments: [PathTemplate.Segment], _ text: PositionedText, _ base: PathTemplate?
    ) -> PathTemplate {
        PathTemplate(
            segments: base.map { $0.segments + segments } ?? segments,
            text: base.map { $0.text + text.string } ?? text.string, position: text.start, base: base)
    }

    /// The segments of a path of unreserved characters (RFC 3986, section 2.3) and of segments that are a parameter, like
    /// most; nil for any other.
    private static func plainSegments(_ text: PositionedText, _ base: PathTemplate?) -> [PathTemplate.Segment]? {
        let scalars = text.scalars
        guard scalars.first == "/" else { return nil }
        var segments: [PathTemplate.Segment] = []
        segments.reserveCapacity(6)
        var names: [String] = []
        var start = 1
        while true {
            var end = start
            while end < scalars.count, isUnreserved(scalars[end]) { end += 1 }
            if end == scalars.count || scalars[end] == "/" {
                segments.append(.parts(end == start ? [] : [.literal(bytes(scalars[start..<end]))]))
            } else if end == start, scalars[end] == "{" {
                let first = end + 1
                end = first
                while end < scalars.count, scalars[end].isNamePart { end += 1 }
                guard end < scalars.count, scalars[end] == "}", scalars[first].isNameStart,
                    end + 1 == scalars.count || scalars[end + 1] == "/"
                else { return nil }
                let name = String(decoding: bytes(scalars[first..<end]), as: UTF8.self)
                if names.contains(name) { return nil }
                names.append(name)
                segments.append(.parts([.parameter(name)]))
                end += 1
            } else {
                return nil
            }
            if end == scalars.count { break }
            start = end + 1
        }
        if let base, !names.isEmpty, !base.parameters.isDisjoint(with: names) { return nil }
        return segments
    }

    private static func isUnreserved(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isMemberPart || scalar == "." || scalar == "~"
    }

    private static func bytes(_ scalars: ArraySlice<Unicode.Scalar>) -> [UInt8] {
        scalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    static let fragment = "a fragment is never sent; leave it out, or write %23 for the character"

    private init(text: PositionedText, state: LoadingContext, isBase: Bool, base: PathTemplate?, line: Line?) {
        self.text = text
        self.state = state
        self.isBase = isBase
        self.base = base
        self.line = line
        parameters = base?.parameters ?? []
    }

    private func check(_ text: PositionedText) throws(SyntaxError) {
        guard text.scalars.first != "/" else { return }
        let written = text.string
        if written == "*" {
            throw SyntaxError(offset: 0, message: "* is not a path; leave path out to take any, or write target: '*'")
        }
        if let expression = ShapeAdvice.regularExpression(inPath: written) {
            throw SyntaxError(
                offset: 0,
                message: "a path begins with /, and a regular expression has to match the whole path: write "
                    + "{matches: \(expression.asFlowScalar)}")
        }
        throw SyntaxError(offset: 0, message: "a path begins with /: write \(ShortForm.withoutOrigin(written))")
    }

    private mutating func read(_ pieces: [TemplateParser.Piece]) throws(SyntaxError) {
        var isFirst = true
        for piece in pieces {
            switch piece.content {
            case .text(let characters):
                LiteralPath.check(characters, at: piece.offset, of: text, isBase: isBase, state: state)
                try read(characters, at: piece.offset, isFirst: isFirst)
            case .literal(let characters):
                try decode()
                literal += characters.utf8
            case .expression(let expression):
                try flush()
                try refuseBehindRest(piece.offset)
                parts.append(.expression(expression))
            }
            isFirst = false
        }
        try endSegment()
    }

    private mutating func read(_ characters: String, at offset: Int, isFirst: Bool) throws(SyntaxError) {
        var reader = ScalarReader(characters.scalars)
        if isFirst { reader.index = 1 }
        while let next = reader.peek() {
            let offset = offset + reader.index
            switch next {
            case "/":
                try endSegment()
                reader.index += 1
            case "{":
                try flush()
                try parameter(&reader, at: offset)
            case "}":
                throw SyntaxError(offset: offset, message: "this } has no { before it; write %7D for the character")
            case "?":
                throw SyntaxError(
                    offset: offset,
                    message: "a path ends before the ?; put the query under query, or write the short form as request")
            case "#":
                throw SyntaxError(offset: offset, message: Self.fragment)
            default:
                try refuseBehindRest(offset)
                if raw.isEmpty { rawOffset = offset }
                raw.append(next)
                reader.index += 1
            }
        }
        try decode()
    }

    private mutating func parameter(_ reader: inout ScalarReader, at offset: Int) throws(SyntaxError) {
        reader.index += 1
        let isRest = reader.take("+")
        let name = reader.take(while: \.isNamePart)
        guard reader.take("}") else {
            if name.isName, reader.isNext("?}") { throw SyntaxError(offset: offset, message: ShortForm.optional(name)) }
            throw SyntaxError(
                offset: offset,
                message: "this { does not open a parameter: write {name}, {+name} for the rest, or %7B "
                    + "for the character")
        }
        guard name.isName else {
            throw SyntaxError(
                offset: offset,
                message:
                    "a parameter has a name of letters, digits and _: write {\(name.isEmpty ? "id" : name.asVariableName)}"
            )
        }
        guard parameters.insert(name).inserted else {
            throw SyntaxError(
                offset: offset, message: "the parameter {\(name)} is in the path twice: write {\(name)2} for one")
        }
        try refuseBehindRest(offset)
        if isRest {
            guard parts.isEmpty else {
                throw SyntaxError(
                    offset: offset,
                    message:
                        "{+\(name)} takes whole segments and must follow a /: write /{+\(name)}, or {\(name)} for a part"
                )
            }
            rest = (name, offset)
        } else {
            if case .parameter(let before)? = parts.last {
                throw SyntaxError(
                    offset: offset,
                    message: "{\(before)}{\(name)} could be split anywhere; put a character between them, like "
                        + "{\(before)}-{\(name)}")
            }
            parts.append(.parameter(name))
        }
    }

    /// Throws if anything follows `{+rest}`, which must end the path.
    private func refuseBehindRest(_ offset: Int) throws(SyntaxError) {
        guard let rest else { return }
        throw SyntaxError(
            offset: offset,
            message:
                "{+\(rest.name)} takes all the rest, so nothing may follow it: write {\(rest.name)} for one segment")
    }

    private mutating func endSegment() throws(SyntaxError) {
        try flush()
        if let rest {
            guard segments.allSatisfy({ if case .rest = $0 { false } else { true } }) else {
                throw SyntaxError(
                    offset: rest.offset,
                    message:
                        "{+\(rest.name)} takes all the rest, and the path has one already: write {\(rest.name)} for one segment"
                )
            }
            segments.append(.rest(rest.name))
            self.rest = nil
        } else {
            if case .rest(let name)? = segments.last {
                throw SyntaxError(
                    offset: text.scalars.count,
                    message: "{+\(name)} takes all the rest, so nothing may follow it: write {\(name)} for one segment")
            }
            segments.append(.parts(parts))
        }
        parts = []
    }

    private mutating func flush() throws(SyntaxError) {
        try decode()
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = []
    }

    private mutating func decode() throws(SyntaxError) {
        guard raw.contains(UInt8(ascii: "%")) else {
            if literal.isEmpty { swap(&literal, &raw) } else { literal += raw }
            raw = []
            return
        }
        let decoded = Percent.decode(raw)
        var written: String { String(decoding: raw, as: UTF8.self) }
        guard decoded.isWellFormed else {
            throw SyntaxError(
                offset: rawOffset,
                message: "\"\(written)\" has a % without two hexadecimal digits; write %25 for it")
        }
        guard UTF8Text.decode(decoded.bytes) != nil else {
            throw SyntaxError(
                offset: rawOffset,
                message: "\"\(written)\" does not decode to UTF-8; \(comparedAsSent)")
        }
        literal += decoded.bytes
        raw = []
    }

    /// What to write for a path that is not UTF-8: only a target is compared as it is sent.
    private var comparedAsSent: String {
        if isBase { return "leave base_path out, and write target in place of path in each request" }
        let query = line.map { $0.text.slice($0.form.path.upperBound..<$0.text.scalars.count).string } ?? ""
        let target = (base?.text ?? "") + text.string + query
        // A target has no parameters.
        let value = target.contains("{") ? "{matches: …}" : target.asFlowScalar
        let start = "to compare it as it is sent, write"
        guard let line else { return "\(start) target: \(value) in place of path" }
        return "\(start) {\(line.form.method.map { "method: \($0), " } ?? "")target: \(value)}"
    }
}

extension PathTemplate {
    /// The names of its parameters.
    var parameters: Set<String> {
        var names: Set<String> = []
        for segment in segments {
            switch segment {
            case .rest(let name): names.insert(name)
            case .parts(let parts):
                for case .parameter(let name) in parts { names.insert(name) }
            }
        }
        return names
    }
}
