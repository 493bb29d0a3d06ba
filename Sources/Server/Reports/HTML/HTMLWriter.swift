import Playback

/// An HTML document that is written from start to end. It is also well-formed XML.
struct HTMLWriter {
    /// Names and values in order; one without a value is left out.
    typealias Attributes = KeyValuePairs<String, String?>

    private(set) var markup = "<!DOCTYPE html>\n"

    /// Writes an element and its content.
    mutating func element(_ name: String, _ attributes: Attributes = [:], content: (inout HTMLWriter) -> Void) {
        tag(name, attributes, end: ">")
        content(&self)
        markup += "</\(name)>"
    }

    /// Writes an element that contains only text.
    mutating func element(_ name: String, _ attributes: Attributes, _ text: String) {
        element(name, attributes) { $0.text(text) }
    }

    /// Writes an element that has no attributes and contains only text.
    mutating func element(_ name: String, _ text: String) { element(name, [:], text) }

    /// Writes an element that never has content: a void element of HTML, or a shape of SVG.
    mutating func empty(_ name: String, _ attributes: Attributes) { tag(name, attributes, end: "/>") }

    /// Writes text, in which nothing is markup.
    mutating func text(_ text: String) { markup += Self.escaped(text) }

    /// Begins a new line between elements.
    mutating func line() { markup += "\n" }

    /// Writes a style sheet, which must contain neither `<` nor `&`.
    mutating func style(_ sheet: String) { markup += "<style>\(sheet)</style>" }

    private mutating func tag(_ name: String, _ attributes: Attributes, end: String) {
        markup += "<" + name
        for (name, value) in attributes {
            if let value { markup += " \(name)=\"\(Self.escaped(value))\"" }
        }
        markup += end
    }

    /// The text with references for markup, and with visible escapes for characters that are invisible or that no
    /// document may contain. Line feeds and tabs stay.
    static func escaped(_ text: String) -> String {
        if text.utf8.allSatisfy(isPlain) { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\n", "\t": escaped.unicodeScalars.append(scalar)
            default: escaped += Printable.line(String(scalar))
            }
        }
        return escaped
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
        case 0x0A, 0x20..<0x7F: true
        default: false
        }
    }
}
