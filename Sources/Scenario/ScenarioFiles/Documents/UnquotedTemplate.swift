import Scenarios

/// A `{{template}}` without quotes, which YAML reads as a map that is the key of a map.
struct UnquotedTemplate {
    /// The position of the first brace.
    let position: Position
    /// The whole value that contains the template.
    private let text: String

    /// The template whose second brace is at `position`; nil if no brace is directly before it.
    ///
    /// - Parameter isInFlow: whether the template is in a list or map in brackets, where a comma or bracket ends the
    ///   value; elsewhere the value is the rest of the line.
    init?(at position: Position, isInFlow: Bool) {
        let line = position.file.lineBytes(position.line)
        let inner = position.file.offset(line: position.line, column: position.column)
        let outer = inner - 1
        guard outer >= line.startIndex, line[outer...].starts(with: "{{".utf8) else { return nil }
        var end = outer
        var open = 0
        while end < line.endIndex {
            let rest = line[end...]
            if rest.starts(with: "{".utf8) {
                open += 1
            } else if open > 0 {
                if rest.starts(with: "}".utf8) { open -= 1 }
            } else if rest.starts(with: " #".utf8) || rest.starts(with: ": ".utf8) || rest.elementsEqual(":".utf8) {
                break
            } else if isInFlow, ",]}".utf8.contains(line[end]) {
                break
            }
            end += 1
        }
        while end > inner, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
        text = String(decoding: line[outer..<end], as: UTF8.self)
        self.position = position.file.position(atByte: outer)
    }

    /// Whether the value is nothing but the template.
    var isAlone: Bool { text.hasSuffix("}}") && text.ranges(of: "{{").count == 1 }

    /// The value in quotes that need no escapes inside.
    var quoted: String {
        let needsSingle = text.utf8.contains(UInt8(ascii: "\"")) || text.utf8.contains(UInt8(ascii: "\\"))
        return needsSingle && !text.utf8.contains(UInt8(ascii: "'")) ? "'\(text)'" : "\"\(text)\""
    }
}
