import Scenarios

/// Warns of what is text in a path, though other tools give it a meaning: `/users/:id`, `/files/*`, `/items/.*`.
enum LiteralPath {
    /// Checks `characters`, a part of the path `text` outside expressions that begins at `offset`.
    ///
    /// - Parameter isBase: whether the path is `base_path`, in which no `{+rest}` can stand.
    static func check(
        _ characters: String, at offset: Int, of text: PositionedText, isBase: Bool, state: LoadingContext
    ) {
        guard characters.utf8.contains(where: isMark) else { return }
        var start = offset
        for (index, part) in characters.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
            // What stands before the first slash continues an expression.
            if index > 0, let problem = problem(String(part), of: text, isBase: isBase) {
                state.warning(.literalPath, problem, at: text.position(at: start))
                return
            }
            start += part.unicodeScalars.count + 1
        }
    }

    /// Warns of a space in the path of a short form, behind which something else may be meant.
    static func checkSpace(in text: PositionedText, state: LoadingContext) {
        guard text.scalars.contains(" ") else { return }
        var reader = ScalarReader(text.scalars)
        var first: Int?
        var encoded = ""
        while let next = reader.peek() {
            let start = reader.index
            if reader.isNext("{{") {
                reader.skipExpression()
                encoded += reader.text(start..<reader.index)
                continue
            }
            reader.index += 1
            guard next == " " else {
                encoded.unicodeScalars.append(next)
                continue
            }
            first = first ?? start
            encoded += "%20"
        }
        guard let first else { return }
        if let last = text.string.split(separator: " ").last.map(String.init), LoadingContext.isKnownMethod(last) {
            let path = String(text.string.dropLast(last.count)).trimmed
            return state.warning(
                .literalPath, "the space is a part of the path, and the method stands before it: write \(last) \(path)",
                at: text.position(at: first))
        }
        state.warning(
            .literalPath,
            "the space is a part of the path, which a client sends as %20: leave out what follows, or write \(encoded)",
            at: text.position(at: first))
    }

    /// Whether a byte is part of all that is looked for; most paths hold none.
    private static func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ":"), UInt8(ascii: "*"), UInt8(ascii: "^"), UInt8(ascii: "["), UInt8(ascii: "\\"),
            UInt8(ascii: "+"), UInt8(ascii: "("), UInt8(ascii: "<"):
            true
        default: false
        }
    }

    /// Parts of regular expressions that hardly any path has.
    private static let ofRegularExpressions = [
        ".*", ".+", "[^", "[0-9", "[a-z", "[A-Z", "(?", "\\d", "\\w", "\\.", "\\/",
    ]

    /// What is wrong with a segment; nil for most.
    private static func problem(_ segment: String, of text: PositionedText, isBase: Bool) -> String? {
        let isText = "\"\(segment)\" is text in a path"
        if parameter(segment) != nil { return "\(isText); for a parameter write \(meant(text, isBase: isBase))" }
        if isOfRegularExpression(segment) {
            // A condition that compares the whole path leaves no parameters, and base_path takes none.
            if isBase || text.string.contains("{") {
                let isRest = !isBase && isAny(segment) && text.string.hasSuffix("/\(segment)")
                return "\(isText); for \(isRest ? "the rest of it" : "any one segment") write "
                    + meant(text, isBase: isBase)
            }
            return "\(isText); for a regular expression write path: {matches: \(expression(text).asFlowScalar)}"
        }
        return isWildcard(segment)
            ? "\(isText); for any \(isBase ? "one segment" : "segment or any rest") write \(meant(text, isBase: isBase))"
            : nil
    }

    private static func isOfRegularExpression(_ segment: String) -> Bool {
        segment.hasPrefix("^") || ofRegularExpressions.contains { segment.contains($0) }
    }

    /// Whether a segment is a regular expression for any text.
    private static func isAny(_ segment: String) -> Bool {
        [".*", ".+", "(.*)", "(.+)", ".*$", ".+$"].contains(segment)
    }

    /// The path as a regular expression for the whole path, which needs no `^` and no `$`.
    private static func expression(_ text: PositionedText) -> String {
        let segments = text.string.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("^") ? $0.dropFirst() : $0 }
        let path = segments.joined(separator: "/")
        return path.hasSuffix("$") ? String(path.dropLast()) : path
    }

    /// The name in `:id`, `:id?`, `:id(\\d+)`, `<id>` and `<int:id>`.
    private static func parameter(_ segment: String) -> String? {
        var reader = ScalarReader(segment.scalars)
        if segment.hasPrefix("<"), segment.hasSuffix(">") {
            let name = String(segment.dropFirst().dropLast().split(separator: ":").last ?? "")
            return name.isName ? name : nil
        }
        guard reader.take(":"), reader.peek()?.isNameStart == true else { return nil }
        return reader.take(while: \.isNamePart)
    }

    private static func isWildcard(_ segment: String) -> Bool {
        segment == "*" || segment == "**" || segment.hasPrefix("*.")
    }

    /// The path as this format has it.
    private static func meant(_ text: PositionedText, isBase: Bool) -> String {
        let segments = text.string.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        var wildcards = 0
        return segments.enumerated().map { index, segment in
            if let name = parameter(segment) { return "{\(name)}" }
            let isExpression = isOfRegularExpression(segment)
            guard isWildcard(segment) || isExpression else { return segment }
            let takesRest = isExpression ? isAny(segment) : !segment.hasPrefix("*.")
            if !isBase, index == segments.count - 1, takesRest { return "{+rest}" }
            var name: String
            repeat {
                wildcards += 1
                name = "{name\(wildcards == 1 ? "" : "\(wildcards)")}"
            } while text.string.contains(name)
            return name + (isExpression ? "" : segment.drop { $0 == "*" })
        }.joined(separator: "/")
    }
}
