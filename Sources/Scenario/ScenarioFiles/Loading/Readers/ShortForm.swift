import Scenarios

/// A request in one line: `GET /search?q=swift`, or a path alone.
struct ShortForm {
    /// The method; nil for a path alone.
    let method: String?
    /// The range of the target's path in the text.
    let path: Range<Int>
    let isAsterisk: Bool
    /// The ranges of the names and values behind the `?`.
    let query: [(name: Range<Int>, value: Range<Int>)]

    init(_ scalars: [Unicode.Scalar]) throws(SyntaxError) {
        let parts = Parts(scalars)
        if !Self.isPlain(scalars), let mistake = Self.mistakes.first(where: { $0.applies(parts) }) {
            throw SyntaxError(offset: mistake.offset(parts), message: mistake.message(parts))
        }
        method = parts.method
        isAsterisk = parts.isAsterisk
        let pathEnd = Self.find("?", in: scalars, from: parts.start, to: scalars.count) ?? scalars.count
        path = parts.start..<pathEnd
        if pathEnd + 1 < scalars.count, scalars[pathEnd + 1] == "}", let open = scalars.lastIndex(of: "{") {
            let name = ScalarReader(scalars).text(open + 1..<max(open + 1, pathEnd))
            if name.isName { throw SyntaxError(offset: open, message: Self.optional(name)) }
        }
        query = Self.pairs(in: scalars, from: pathEnd + 1)
    }

    /// Whether this is `GET /path` or `/path` in visible ASCII characters, as most are: there is no mistake to look for.
    private static func isPlain(_ scalars: [Unicode.Scalar]) -> Bool {
        var target = scalars[...]
        if scalars.first != "/" {
            let method = scalars.prefix { $0 >= "A" && $0 <= "Z" }
            target = scalars.dropFirst(method.count + 1)
            guard !method.isEmpty, method.count < scalars.count, scalars[method.count] == " " else { return false }
        }
        return target.first == "/" && target.allSatisfy { $0 > " " && $0 <= "~" }
    }

    /// The text divided into method and target, right or wrong.
    private struct Parts {
        let scalars: [Unicode.Scalar]
        /// The first word; nil for a path or `*` alone.
        let method: String?
        /// The index behind the method.
        let methodEnd: Int
        /// The index of the target; beyond the text's end if there is none.
        let start: Int

        init(_ scalars: [Unicode.Scalar]) {
            self.scalars = scalars
            if scalars.first == "/" || scalars == ["*"] {
                (method, methodEnd, start) = (nil, 0, 0)
            } else {
                methodEnd = scalars.firstIndex { $0.isWhitespace } ?? scalars.count
                method = ScalarReader(scalars).text(0..<methodEnd)
                start = methodEnd + 1
            }
        }

        var target: ArraySlice<Unicode.Scalar> { scalars.dropFirst(start) }
        var targetText: String { text(from: start) }
        var isAsterisk: Bool { target.count == 1 && target.first == "*" }
        /// Whether nothing follows the first word.
        var isOneWord: Bool { method != nil && methodEnd == scalars.count }

        func text(from index: Int) -> String { ScalarReader(scalars).text(min(index, scalars.count)..<scalars.count) }
    }

    /// A way to write a request wrongly, and what is said about it.
    private struct Mistake: Sendable {
        let applies: @Sendable (Parts) -> Bool
        let offset: @Sendable (Parts) -> Int
        let message: @Sendable (Parts) -> String

        /// - Parameter offset: the index of the mistake, 0 unless given.
        init(
            at offset: @escaping @Sendable (Parts) -> Int = { _ in 0 }, if applies: @escaping @Sendable (Parts) -> Bool,
            _ message: @escaping @Sendable (Parts) -> String
        ) {
            self.applies = applies
            self.offset = offset
            self.message = message
        }

        /// A mistake whose message ends with the request that was probably meant.
        init(
            _ rule: String, at offset: @escaping @Sendable (Parts) -> Int = { _ in 0 },
            if applies: @escaping @Sendable (Parts) -> Bool
        ) {
            self.init(at: offset, if: applies) { "\(rule): write \(corrected($0.text(from: 0)))" }
        }
    }

    /// The first one that applies is reported.
    private static let mistakes: [Mistake] = [
        Mistake(if: { $0.scalars.isEmpty }) { _ in "a request is a path or a method and a path, like GET /me" },
        Mistake(
            "a request has no space around it",
            if: { $0.scalars.first?.isWhitespace == true || $0.scalars.last?.isWhitespace == true }),
        Mistake(if: { severalMethods($0) != nil }) { severalMethods($0) ?? "" },
        Mistake(if: { condition($0) != nil }) { condition($0) ?? "" },
        Mistake(if: { methodWithoutSpace($0) != nil }) {
            "a space stands between method and path: write \(methodWithoutSpace($0) ?? "")"
        },
        Mistake(if: { regularExpression($0) != nil }) { regularExpression($0) ?? "" },
        Mistake(if: { $0.isOneWord && $0.method?.isUpperCaseWord == true }) {
            "the path is missing: write \($0.method ?? "") /…, or {method: \($0.method ?? "")} for any path"
        },
        Mistake(noURL, if: { $0.method?.isURL == true }),
        Mistake(slashFirst, if: { $0.isOneWord }),
        Mistake(if: { $0.method?.isToken == false }) {
            "\"\($0.method ?? "")\" is not a method; write a request like GET /me"
        },
        Mistake(if: { $0.method.map { $0 != "*" && ForeignWords.isAnyMethod($0) && $0 != $0.uppercased() } == true }) {
            "\"\($0.method ?? "")\" is not a method; leave it out to take any: write \(corrected($0.text(from: 0)))"
        },
        Mistake("a method is upper case", if: { $0.method?.utf8.contains { $0 >= 0x61 && $0 <= 0x7A } == true }),
        Mistake(
            "one space stands between method and path", at: { $0.methodEnd },
            if: { $0.method != nil && ($0.scalars[$0.methodEnd] != " " || $0.target.first?.isWhitespace != false) }),
        Mistake(
            "the version is not part of a request", at: { version(in: $0.scalars) ?? 0 },
            if: { version(in: $0.scalars) != nil }),
        Mistake(at: { $0.start }, if: { $0.isAsterisk && $0.method != "OPTIONS" }) { parts in
            "only OPTIONS asks for *: write \(parts.method.map { "{method: \($0)} for any path" } ?? "{} for any request")"
        },
        Mistake(at: { $0.start }, if: { $0.method == "CONNECT" && $0.target.first != "/" }) {
            "CONNECT has no path: write {method: CONNECT, target: '\($0.targetText)'}"
        },
        Mistake(noURL, at: { $0.start }, if: { $0.target.first != "/" && $0.targetText.isURL }),
        Mistake(
            "a path has no quotes of its own", at: { $0.start },
            if: { $0.target.first == "\"" || $0.target.first == "'" }),
        Mistake(slashFirst, at: { $0.start }, if: { $0.target.first != "/" && !$0.isAsterisk }),
    ]

    /// What to write for `GET,POST /c`; nil for a request without several methods.
    private static func severalMethods(_ parts: Parts) -> String? {
        let text = parts.text(from: 0)
        guard let path = text.firstRange(of: " /"),
            let methods = ShapeAdvice.methods(
                in: String(text[..<path.lowerBound]), areKnown: !text[..<path.lowerBound].contains { ",|".contains($0) }
            )
        else { return nil }
        return "the short form has one method: write \(map(methods, text[path.lowerBound...].dropFirst()))"
    }

    /// `{method: [GET, HEAD], path: /a, query: {b: 1}}` for a target with several methods.
    static func map(_ methods: [String], _ target: Substring) -> String {
        let parts = target.split(separator: "?", maxSplits: 1)
        let query =
            parts.count > 1
            ? ", query: {\(parts[1].split(separator: "&").map { pair($0) }.joined(separator: ", "))}" : ""
        let path = String(parts.first ?? "/").asFlowScalar
        return "{method: [\(methods.joined(separator: ", "))], path: \(path)\(query)}"
    }

    /// `GET /me` for `GET/me` and `GET:/me`; nil for another request.
    private static func methodWithoutSpace(_ parts: Parts) -> String? {
        let text = parts.text(from: 0)
        let method = text.prefix { $0.isASCII && $0.isUppercase }
        guard LoadingContext.isKnownMethod(String(method)) else { return nil }
        let rest = text[method.endIndex...]
        let path = rest.hasPrefix(":") ? String(rest.dropFirst()).trimmed : String(rest)
        return path.hasPrefix("/") ? "\(method) \(path)" : nil
    }

    /// What to write for a condition in one text, `headers.Accept == 'x'`; nil for another text.
    private static func condition(_ parts: Parts) -> String? {
        let text = parts.text(from: 0)
        guard !text.hasPrefix("/"),
            let (mark, operation) = comparisons.first(where: { text.contains(" \($0.mark) ") }),
            let range = text.firstRange(of: " \(mark) ")
        else { return nil }
        var names = text[..<range.lowerBound].split(separator: ".").map(String.init)
        if names.count > 1, names[0] == "request" || names[0] == "req" { names.removeFirst() }
        guard let first = names.first, names.allSatisfy({ $0.unicodeScalars.allSatisfy(\.isMemberPart) }) else {
            return nil
        }
        let written = String(text[range.upperBound...]).trimmed.unquoted.asFlowScalar
        let value = operation.map { "{\($0): \(written)}" } ?? written
        let start = "conditions are a map"
        switch first {
        case "body", "json":
            let path = names.dropFirst().map { ".\($0)" }.joined()
            return path.isEmpty
                ? "\(start): write {text: \(value)}" : "\(start): write {json_path: {$\(path): \(value)}}"
        case "headers", "header", "query", "cookies", "form":
            let name = names.dropFirst().joined(separator: ".")
            return name.isEmpty
                ? nil : "\(start): write {\(first == "header" ? "headers" : first): {\(name): \(value)}}"
        case "method", "path", "host", "text":
            return names.count > 1 ? nil : "\(start): write {\(first): \(value)}"
        default: return nil
        }
    }

    /// How other languages compare two values, and the operator that does so here.
    private static let comparisons: [(mark: String, operation: String?)] = [
        ("===", nil), ("==", nil), ("=", nil), ("!==", "not"), ("!=", "not"), (">=", "gte"), ("<=", "lte"), (">", "gt"),
        ("<", "lt"), ("=~", "matches"), ("matches", "matches"), ("contains", "contains"),
    ]

    private static func pair(_ text: Substring) -> String {
        let parts = text.split(separator: "=", maxSplits: 1).map { String($0).asFlowScalar }
        return "\(parts.first ?? "q"): \(parts.count > 1 ? parts[1] : "''")"
    }

    /// What to write for `GET ~ ^/items`; nil for a request without a regular expression.
    private static func regularExpression(_ parts: Parts) -> String? {
        let method = parts.isOneWord ? nil : parts.method.flatMap { $0.isUpperCaseWord ? $0 : nil }
        let path = method == nil ? parts.text(from: 0) : parts.targetText
        return ShapeAdvice.regularExpression(inPath: path).map { expression in
            let start = method.map { "method: \($0), " } ?? ""
            return
                "the short form has no regular expression: write {\(start)path: {matches: \(expression.asFlowScalar)}}"
        }
    }

    /// What is said of `{id?}`.
    static func optional(_ name: String) -> String {
        "no parameter is optional: write {\(name)}, and the path without it in a step or stub of its own"
    }

    private static let noURL = "a request has a path, not a full URL"
    private static let slashFirst = "a path begins with /"

    private static func pairs(
        in scalars: [Unicode.Scalar], from start: Int
    ) -> [(name: Range<Int>, value: Range<Int>)] {
        var pairs: [(name: Range<Int>, value: Range<Int>)] = []
        var start = start
        while start < scalars.count {
            let end = find("&", in: scalars, from: start, to: scalars.count) ?? scalars.count
            if end > start {
                let equals = find("=", in: scalars, from: start, to: end) ?? end
                pairs.append((start..<equals, min(equals + 1, end)..<end))
            }
            start = end + 1
        }
        return pairs
    }

    /// The index of the first such character outside expressions.
    private static func find(_ wanted: Unicode.Scalar, in scalars: [Unicode.Scalar], from: Int, to: Int) -> Int? {
        var reader = ScalarReader(scalars, at: from)
        while reader.index < to {
            switch scalars[reader.index] {
            case wanted: return reader.index
            case "\\" where reader.isNext("\\{{"): reader.index += 3
            case "{" where reader.isNext("{{"): reader.skipExpression()
            default: reader.index += 1
            }
        }
        return nil
    }

    /// The index of the space before ` HTTP/1.1` or a similar version at the text's end.
    private static func version(in scalars: [Unicode.Scalar]) -> Int? {
        guard let space = scalars.lastIndex(of: " "), space + 1 < scalars.count else { return nil }
        guard scalars[space + 1] == "H" || scalars[space + 1] == "h" else { return nil }
        let word = ScalarReader(scalars).text(space + 1..<scalars.count).uppercased()
        guard word.hasPrefix("HTTP/"), word.dropFirst(5).unicodeScalars.allSatisfy({ $0.isASCIIDigit || $0 == "." })
        else {
            return nil
        }
        return space
    }

    /// The request that the writer most likely meant.
    private static func corrected(_ written: String) -> String {
        var words = written.unicodeScalars.split { $0.isWhitespace }.map { String(Substring($0)) }
        if let last = words.last?.uppercased(), words.count > 1, last.hasPrefix("HTTP/") { words.removeLast() }
        guard let first = words.first else { return "GET /me" }
        if words.count > 1, first.isToken {
            let path = withoutOrigin(words.dropFirst().joined(separator: " ").unquoted)
            return ForeignWords.isAnyMethod(first) ? path : "\(first.uppercased()) \(path)"
        }
        return withoutOrigin(words.joined(separator: " ").unquoted)
    }

    /// A URL's path and query, or a path with its slash.
    static func withoutOrigin(_ target: String) -> String {
        guard let scheme = target.unicodeScalars.firstRange(of: "://".unicodeScalars) else {
            return target.hasPrefix("/") ? target : "/" + target
        }
        let behind = target.unicodeScalars[scheme.upperBound...]
        guard let slash = behind.firstIndex(of: "/") else { return "/" }
        return String(Substring(behind[slash...]))
    }
}

extension String {
    /// Whether this consists of upper-case ASCII letters, like a method.
    fileprivate var isUpperCaseWord: Bool { !isEmpty && utf8.allSatisfy { $0 >= 0x41 && $0 <= 0x5A } }

    /// This without a quote before it, nor the closing one behind it.
    fileprivate var unquoted: String {
        guard let quote = first, quote == "\"" || quote == "'" else { return self }
        return String(last == quote ? dropFirst().dropLast() : dropFirst())
    }

    /// Whether this has a scheme and an authority, which a path never has.
    fileprivate var isURL: Bool { unicodeScalars.contains(":") && contains("://") }
}

extension ScalarReader {
    /// Moves behind the expression that begins at the cursor, or to the end if the expression does not end.
    mutating func skipExpression() {
        index += 2
        var quote: Unicode.Scalar?
        while let next = peek() {
            if let open = quote {
                if next == "\\" { index += 1 }
                if next == open { quote = nil }
            } else if next == "'" || next == "\"" {
                quote = next
            } else if take("}}") {
                return
            }
            index += 1
        }
    }
}
