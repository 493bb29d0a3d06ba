/// The location of a value in a JSON document, written as a path.
struct NormalizedPath {
    private let steps: [Operand.PathStep]

    init(_ steps: some Sequence<Operand.PathStep>) {
        self.steps = Array(steps)
    }

    /// `$.items[0]['odd key'].id`
    var rooted: String { "$" + text }

    /// `.items[0]['odd key'].id`
    var text: String {
        steps.map { step in
            switch step {
            case .element(let index): "[\(index)]"
            case .member(let name): Self.isPlain(name) ? "." + name : "['\(Self.escaped(name))']"
            }
        }.joined()
    }

    /// Whether a name may follow a dot (RFC 9535, section 2.5.1.1).
    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, !("0"..."9").contains(first) else { return false }
        return name.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_": true
            default: !scalar.isASCII && scalar.properties.isAlphabetic
            }
        }
    }

    private static func escaped(_ name: String) -> String {
        var escaped = ""
        for scalar in name.unicodeScalars {
            if scalar == "'" || scalar == "\\" { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return Excerpt.text(escaped)
    }
}
