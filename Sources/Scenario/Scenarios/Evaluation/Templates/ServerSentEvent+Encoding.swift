import ExactJSON

extension ServerSentEvent {
    /// The event as it is sent, with its empty line (WHATWG HTML, section 9.2.5).
    ///
    /// - Throws: a template without a value, or an id or type that would end its line.
    package func bytes(in scope: EvaluationContext) throws(EvaluationError) -> [UInt8] {
        var lines: [UInt8] = []
        if let comment { Self.append(try comment.bytes(in: scope), after: ":", to: &lines) }
        if let event { try append(event, "event", in: scope, to: &lines) }
        if let id { try append(id, "id", in: scope, to: &lines) }
        if let retry { lines += Array("retry: \(retry)\n".utf8) }
        switch data {
        case .text(let text): Self.append(try text.bytes(in: scope), after: "data:", to: &lines)
        case .json(let json): Self.append(try json.evaluate(in: scope).bytes(), after: "data:", to: &lines)
        case nil: break
        }
        lines.append(10)
        return lines
    }

    private func append(
        _ template: Template, _ name: String, in scope: EvaluationContext, to lines: inout [UInt8]
    ) throws(EvaluationError) {
        let text = try template.text(in: scope)
        guard Self.canBeField(text, isID: name == "id") else {
            let characters = name == "id" ? "a line break or NUL" : "a line break"
            throw EvaluationError(
                .invalid("the event's \(name == "id" ? "id" : "type") contains \(characters)"),
                position: template.position)
        }
        lines += Array("\(name): \(text)\n".utf8)
    }

    /// Appends each line of `text` as a field of its own; LF, CR LF and CR end a line.
    private static func append(_ text: [UInt8], after name: String, to lines: inout [UInt8]) {
        var rest = text[...]
        while true {
            let end = rest.firstIndex { $0 == 10 || $0 == 13 } ?? rest.endIndex
            lines += Array("\(name) ".utf8)
            lines += rest[..<end]
            lines.append(10)
            guard end < rest.endIndex else { return }
            let isPair = rest[end] == 13 && end + 1 < rest.endIndex && rest[end + 1] == 10
            rest = rest[(end + (isPair ? 2 : 1))...]
        }
    }
}
