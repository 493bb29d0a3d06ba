import Scenarios
import ExactJSON

/// Splits a string of the scenario into text and `{{expressions}}`.
struct TemplateParser {
    /// A piece of a string and its offset in Unicode scalars.
    struct Piece {
        enum Content {
            /// Characters as written; in a path, their braces and escapes have a meaning.
            case text(String)
            /// Characters that stand for themselves: `{{'{{'}}` and `\{{`.
            case literal(String)
            case expression(Expression)
        }

        let content: Content
        let offset: Int
    }

    private let text: PositionedText
    private let context: TemplateContext
    private let state: LoadingContext

    init(_ text: PositionedText, context: TemplateContext, state: LoadingContext) {
        self.text = text
        self.context = context
        self.state = state
    }

    /// Whether a text, like most, contains no start of an expression or an escape. Such a text needs no positions for
    /// its characters.
    static func isText(_ text: String) -> Bool {
        var text = text
        // Several times as fast as through a view of bytes.
        return text.withUTF8 { bytes in
            for byte in bytes where byte == UInt8(ascii: "{") || byte == UInt8(ascii: "\\") { return false }
            return true
        }
    }

    /// The offset of the first expression that is not a text in quotes; nil if there is none, or if it does not end.
    static func firstExpression(in text: PositionedText) -> Int? {
        var reader = ScalarReader(text.scalars)
        while !reader.isAtEnd {
            if text.allowsEscape, reader.take("\\{{") { continue }
            guard reader.isNext("{{") else {
                reader.index += 1
                continue
            }
            var inside = reader
            inside.index += 2
            inside.skipSpace()
            if let first = inside.peek(), first != "'", first != "\"" {
                return inside.find("}}").map { _ in reader.index }
            }
            reader.skipExpression()
        }
        return nil
    }

    /// The template in a scalar.
    static func template(of node: Node, context: TemplateContext, state: LoadingContext) -> Template {
        if let text = node.scalar?.text, isText(text) {
            ForeignTemplates.check(node, context: context, state: state)
            return Template(text: text, position: node.position)
        }
        return TemplateParser(PositionedText(node), context: context, state: state).template()
    }

    /// The template in a key.
    static func template(of key: Node.Key, context: TemplateContext, state: LoadingContext) -> Template {
        if isText(key.text) { return Template(text: key.text, position: key.position) }
        return TemplateParser(PositionedText(key: key), context: context, state: state).template()
    }

    /// The pieces in order. Errors are reported at their column, and parsing continues behind the next `}}`.
    func pieces() -> [Piece] {
        guard context.isEvaluated else {
            return text.scalars.isEmpty ? [] : [Piece(content: .text(text.string), offset: 0)]
        }
        var pieces: [Piece] = []
        var reader = ScalarReader(text.scalars)
        var start = 0
        var foreign = ForeignTemplates(text, context: context, state: state)
        func flush() {
            guard reader.index > start else { return }
            let characters = reader.text(start..<reader.index)
            LiteralParameters.check(characters, at: start, of: text, context: context, state: state)
            foreign.check(characters, at: start)
            pieces.append(Piece(content: .text(characters), offset: start))
        }
        while let next = reader.peek() {
            // Most characters begin neither an expression nor an escape.
            if next != "{", next != "\\" {
                reader.index += 1
            } else if text.allowsEscape, reader.isNext("\\{{") {
                flush()
                pieces.append(Piece(content: .literal("{{"), offset: reader.index))
                reader.index += 3
                start = reader.index
            } else if reader.isNext("{{") {
                flush()
                if let piece = expression(&reader) { pieces.append(piece) }
                start = reader.index
            } else {
                reader.index += 1
            }
        }
        flush()
        return pieces
    }

    private func expression(_ reader: inout ScalarReader) -> Piece? {
        let offset = reader.index
        var parser = ExpressionParser(reader: reader, text: text, context: context, state: state)
        do {
            let expression = try parser.expression()
            reader.index = parser.reader.index
            if case .literal(.string(let value)) = expression.operand, expression.filters.isEmpty {
                return Piece(content: .literal(value), offset: offset)
            }
            return Piece(content: .expression(expression), offset: offset)
        } catch {
            state.error(error.message, at: text.position(at: error.offset))
            reader.index = reader.find("}}").map { $0 + 2 } ?? reader.scalars.count
            return nil
        }
    }

    /// The string as a template.
    func template() -> Template {
        var segments: [Template.Segment] = []
        var pending = ""
        for piece in pieces() {
            switch piece.content {
            case .text(let text), .literal(let text): pending += text
            case .expression(let expression):
                if !pending.isEmpty { segments.append(.text(pending)) }
                pending = ""
                segments.append(.expression(expression))
            }
        }
        if !pending.isEmpty { segments.append(.text(pending)) }
        return Template(segments: segments, position: text.start)
    }
}
