import Scenarios

/// Values of another kind than the format has in their place, with what to write instead: `capture: {id: $.id}`.
enum ForeignShapes {
    /// The end of a message about a value that is not the map that a table describes.
    static func inPlaceOfMap(_ node: Node, _ table: KeyTable) -> String {
        if let text = node.text, let meant = texts[table.name]?(text) { return "; \(meant)" }
        if let items = node.items, let meant = lists[table.name]?(items) { return "; \(meant)" }
        return Slips.inPlaceOfMap(node, keys: table.known)
    }

    private static let texts: [KeyTable.Name: @Sendable (String) -> String?] = [
        .step: request, .stub: request,
        .basic: { text in
            guard let (user, password) = text.cut(at: ":"), !user.isEmpty else { return nil }
            return "write {user: \(user.asFlowScalar), password: \(password.asFlowScalar)}"
        },
        .body: { "a text is compared by text: \($0.asFlowScalar) in place of body" },
        .capture: { text in
            if text.hasPrefix("$") { return "write {json: \(text.asFlowScalar)}" }
            if text.hasPrefix("response") || text.contains("{{response") { return ForeignWords.ofRequestAlone }
            return text.contains("{{") ? "what a template makes is set, in place of capture" : nil
        },
    ]

    private static let lists: [KeyTable.Name: @Sendable ([Node]) -> String?] = [
        .body: { _ in "an array is compared by json: […] in place of body" },
        .response: { items in
            let shown = items.compactMap(\.text)
            let isShort = shown.count == items.count && !items.isEmpty
            return "one response after the other is responses: [\(isShort ? shown.joined(separator: ", ") : "…")]"
        },
    ]

    /// A request where the step that has it should stand.
    private static func request(_ text: String) -> String? {
        (try? ShortForm(text.scalars)) == nil ? nil : "write request: \(text)"
    }

    /// The end of a message about a value that is not the list of maps that is wanted.
    ///
    /// - Parameter table: the keys of an item, if an item can have a name.
    static func inPlaceOfList(_ node: Node, of table: KeyTable? = nil) -> String {
        let slip = Slips.inPlaceOfList(node)
        guard slip.isEmpty, let entry = node.entries?.first else { return slip }
        let key = entry.name
        if let table, !table.known.contains(key) {
            if let item = inPlaceOfItem(entry) { return "; \(item)" }
            if entry.value.entries != nil {
                return "; an item has its name as id: write - id: \(key.asFlowScalar), and its keys below"
            }
        }
        return node.isInBrackets
            ? "; write it in brackets: [{\(key): …}]" : "; an item begins with - and a space: write - \(key): …"
    }

    /// A step or a stub for `GET /a: 200`, a request and its response as key and value; nil for another key.
    static func inPlaceOfItem(_ entry: Node.Entry) -> String? {
        guard request(entry.name) != nil else { return nil }
        let response = entry.value.text.map(\.asFlowScalar) ?? "{…}"
        return "request and response are keys: write - {request: \(entry.name.asFlowScalar), response: \(response)}"
    }

    // MARK: - Names and values

    /// A message about a value that is not the map of names and values that a key has.
    static func inPlaceOfNames(_ node: Node, of key: String) -> String {
        guard let pairs = pairs(node, of: key), !pairs.isEmpty else {
            return "\(key) is a map of names and values, like \(examples[key] ?? "{name: value}"), not \(node.summary)"
        }
        let map = pairs.map { "\($0.asFlowScalar): \($1.asFlowScalar)" }.joined(separator: ", ")
        return "\(key) is a map of names and values, not \(node.summary): write \(key): {\(map)}"
    }

    private static let examples = [
        "query": "{page: 1}", "query_exact": "{page: 1}", "form": "{name: alice}", "form_exact": "{name: alice}",
        "cookies": "{session: abc}", "headers": "{Accept: application/json}", "trailers": "{Checksum: abc}",
        "vars": "{token: abc}", "set": "{cart: full}", "capture": "{id: {path: id}}", "when": "{cart: full}",
    ]

    /// The names and values in a text like `page=1&q=a` or `X-Id: 7`, or in a list of such texts or of maps; nil if it is
    /// not one, or if its values are encoded.
    private static func pairs(_ node: Node, of key: String) -> [(String, String)]? {
        if let items = node.items {
            let parts = items.map { item -> [(String, String)]? in
                guard let entries = item.entries else { return pairs(item, of: key) }
                let pairs = entries.compactMap { entry in entry.value.text.map { (entry.name, $0) } }
                return pairs.count == entries.count ? pairs : nil
            }
            return parts.contains { $0 == nil } ? nil : parts.flatMap { $0 ?? [] }
        }
        guard let text = node.text, !text.contains("{{") else { return nil }
        if key == "headers" || key == "trailers" {
            guard let (name, value) = text.cut(at: ":"), name.isToken else { return nil }
            return [(name, value)]
        }
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return nil }
        let parts = text.split { $0 == "&" || $0 == ";" }.map { String($0).cut(at: "=") }
        return parts.contains { $0?.0.isToken != true } ? nil : parts.compactMap { $0 }
    }

    // MARK: - Counts

    /// The count that is meant by a word or by a range in one text, such as `once` and `1-3`; nil if that can't be told.
    static func count(meantBy text: String) -> CountRange? {
        counts[text.lowercased()] ?? range(meantBy: text) ?? repeated(text)
    }

    private static let anyNumber = CountRange(lower: 1, upper: nil)
    private static let counts: [String: CountRange] = [
        "once": .once, "twice": CountRange(lower: 2, upper: 2), "thrice": CountRange(lower: 3, upper: 3),
        "optional": CountRange(lower: 0, upper: 1), "any": anyNumber, "many": anyNumber, "always": anyNumber,
        "unlimited": anyNumber, "forever": anyNumber, "*": anyNumber,
    ]

    /// The range in `1-3`, `1..3`, `2+`, `>=2` or `<5`.
    private static func range(meantBy text: String) -> CountRange? {
        var reader = ScalarReader(text.scalars)
        if let (_, offset) = [(">=", 0), (">", 1)].first(where: { reader.take($0.0) }) {
            return number(&reader).flatMap { reader.isAtEnd ? CountRange(lower: $0 + offset, upper: nil) : nil }
        }
        if let (_, offset) = [("<=", 0), ("<", -1)].first(where: { reader.take($0.0) }) {
            guard let number = number(&reader), reader.isAtEnd, number + offset > 0 else { return nil }
            return CountRange(lower: 0, upper: number + offset)
        }
        guard let first = number(&reader) else { return nil }
        guard ["...", "..", "-", "–", "to", "+"].contains(where: { reader.take($0) }) else { return nil }
        if reader.isAtEnd { return CountRange(lower: first, upper: nil) }
        guard let last = number(&reader), reader.isAtEnd, first < last else { return nil }
        return CountRange(lower: first, upper: last)
    }

    /// The count in `3x` and `3 times`.
    private static func repeated(_ text: String) -> CountRange? {
        var reader = ScalarReader(text.scalars)
        guard let count = number(&reader), count > 0, reader.take("x") || reader.take("times"), reader.isAtEnd else {
            return nil
        }
        return CountRange(lower: count, upper: count)
    }

    /// The number at the cursor, which moves behind it and the spaces around it.
    private static func number(_ reader: inout ScalarReader) -> Int? {
        reader.skipSpace()
        defer { reader.skipSpace() }
        return Int(reader.take(while: \.isASCIIDigit)).flatMap { $0 < Int.max ? $0 : nil }
    }
}

extension Node {
    /// Whether a map or a list is written in brackets.
    fileprivate var isInBrackets: Bool {
        let (file, position) = (position.file, position)
        guard !file.isSwift else { return false }
        let offset = file.offset(line: position.line, column: position.column)
        return offset < file.bytes.count
            && (file.bytes[offset] == UInt8(ascii: "{") || file.bytes[offset] == UInt8(ascii: "["))
    }
}

extension String {
    /// This as a scalar inside `{…}` of YAML: in single quotes unless it is plainly text or a number.
    var asFlowScalar: String {
        let isPlain =
            unicodeScalars.allSatisfy { $0.isMemberPart || "./$@".unicodeScalars.contains($0) || $0 == " " }
            && unicodeScalars.first.map { $0 != " " && $0 != "-" && $0 != "@" } == true && last != " "
            && !["null", "true", "false"].contains(lowercased())
        return isPlain
            ? self : "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
    }

    /// The parts before and behind the first such character, without the spaces around it.
    fileprivate func cut(at mark: Character) -> (String, String)? {
        guard let index = firstIndex(of: mark) else { return nil }
        return (String(self[..<index]).trimmed, String(self[self.index(after: index)...]).trimmed)
    }
}
