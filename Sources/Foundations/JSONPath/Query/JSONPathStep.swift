import ExactJSON
import TextCoding

/// One step from a value to a child: a member's name or an element's index.
package enum JSONPathStep: Sendable {
    /// The member with this name.
    case name(String)
    /// The element at this index. In a query a negative index counts from the end; in a location there are none.
    case index(Int)

    /// The step in brackets, as in a normalized path (RFC 9535, section 2.7): `['name']` or `[0]`.
    package var normalized: String {
        switch self {
        case .name(let name): "['" + Self.escape(name) + "']"
        case .index(let index): "[\(index)]"
        }
    }

    private static func escape(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 < 0x20 || $0 == 0x27 || $0 == 0x5C }) else { return name }
        var escaped = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar {
            case "'", "\\": escaped.append(contentsOf: ["\\", scalar])
            case "\u{8}": escaped.append(contentsOf: ["\\", "b"])
            case "\u{C}": escaped.append(contentsOf: ["\\", "f"])
            case "\n": escaped.append(contentsOf: ["\\", "n"])
            case "\r": escaped.append(contentsOf: ["\\", "r"])
            case "\t": escaped.append(contentsOf: ["\\", "t"])
            case "\0"..<" ":
                let digits = Hex.codePoint(scalar).lowercased()
                escaped.append(contentsOf: "\\u\(digits)".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}

extension JSONPathStep: Hashable {
    /// Whether both are the same step. Names are compared by their Unicode scalars.
    package static func == (a: JSONPathStep, b: JSONPathStep) -> Bool {
        switch (a, b) {
        case (.name(let a), .name(let b)): a.isExactly(b)
        case (.index(let a), .index(let b)): a == b
        default: false
        }
    }

    /// Hashes the name or the index.
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .name(let name): hasher.combine(UnicodeScalarKey(name))
        case .index(let index): hasher.combine(index)
        }
    }
}
