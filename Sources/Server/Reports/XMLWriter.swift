import Playback

/// An XML 1.0 document that is written from start to end.
struct XMLWriter {
    typealias Attribute = (name: String, value: String)

    private(set) var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    private var open: [String] = []

    /// Opens an element on its own line.
    mutating func start(_ name: String, _ attributes: [Attribute] = []) {
        tag(name, attributes, end: ">\n")
        open.append(name)
    }

    /// Closes the innermost open element.
    mutating func end() {
        guard let name = open.popLast() else { return }
        text += "\(indentation)</\(name)>\n"
    }

    /// Writes an element that is empty or contains only text.
    mutating func element(
        _ name: String, _ attributes: [Attribute] = [], content: String? = nil
    ) {
        guard let content else { return tag(name, attributes, end: "/>\n") }
        tag(name, attributes, end: ">")
        text += "\(Self.escaped(content, inAttribute: false))</\(name)>\n"
    }

    private var indentation: String { String(repeating: "  ", count: open.count) }

    private mutating func tag(_ name: String, _ attributes: [Attribute], end: String) {
        text += indentation + "<" + name
        for (name, value) in attributes { text += " \(name)=\"\(Self.escaped(value, inAttribute: true))\"" }
        text += end
    }

    /// The text with references for markup and for white space that readers would change (XML 1.0, sections 2.4, 2.11
    /// and 3.3.3), and with U+FFFD for characters that no document may contain (section 2.2).
    static func escaped(_ text: String, inAttribute: Bool) -> String {
        var escaped = ""
        escaped.unicodeScalars.reserveCapacity(text.unicodeScalars.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"" where inAttribute: escaped += "&quot;"
            case "\r": escaped += "&#13;"
            case "\n" where inAttribute: escaped += "&#10;"
            case "\t" where inAttribute: escaped += "&#9;"
            case "\n", "\t": escaped.unicodeScalars.append(scalar)
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            // Readers of reports print the text unchanged.
            default: escaped += Printable.line(String(scalar))
            }
        }
        return escaped
    }
}
