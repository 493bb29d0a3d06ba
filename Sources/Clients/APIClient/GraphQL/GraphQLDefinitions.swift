/// The definitions of a GraphQL document, read just as far as tells queries from other operations.
struct GraphQLDefinitions {
    /// The word that each definition begins with; `query` for a selection that stands alone (GraphQL, section 2.3).
    let kinds: [String]

    /// Whether they are queries, perhaps with fragments.
    var areQueries: Bool {
        kinds.contains("query") && kinds.allSatisfy { $0 == "query" || $0 == "fragment" }
    }

    init(_ document: String) {
        var kinds: [String] = []
        var isInDefinition = false
        // Of braces, brackets and parentheses. The brace that closes the outermost selection ends a definition.
        var depth = 0
        var rest = Substring(document).utf8
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "#"):
                rest = rest.drop { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            case UInt8(ascii: "\""):
                rest = Self.afterString(rest)
            case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["):
                if !isInDefinition { kinds.append("query") }
                isInDefinition = true
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
                depth = max(depth - 1, 0)
                if depth == 0, byte == UInt8(ascii: "}") { isInDefinition = false }
            case _ where !isInDefinition && Self.isNameByte(byte):
                let name = rest.prefix(while: Self.isNameByte)
                kinds.append(String(decoding: [byte] + name, as: UTF8.self))
                rest = rest[name.endIndex...]
                isInDefinition = true
            default:
                break
            }
        }
        self.kinds = kinds
    }

    /// What follows a string or a block string (section 2.9.4) whose first quote is read.
    private static func afterString(_ text: Substring.UTF8View) -> Substring.UTF8View {
        guard text.starts(with: "\"\"".utf8) else { return after("\"", in: text, escape: "\\", taking: 2) }
        return after("\"\"\"", in: text.dropFirst(2), escape: "\\\"\"\"", taking: 4)
    }

    /// What follows the end of a string, in which an escape takes so many bytes.
    private static func after(
        _ end: String, in text: Substring.UTF8View, escape: String, taking count: Int
    ) -> Substring.UTF8View {
        var rest = text
        while !rest.isEmpty, !rest.starts(with: end.utf8) {
            rest = rest.dropFirst(rest.starts(with: escape.utf8) ? count : 1)
        }
        return rest.dropFirst(end.utf8.count)
    }

    /// Names are of letters, digits and underscores (section 2.1.9).
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
