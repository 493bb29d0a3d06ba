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
        func fail(_ reason: String, _ offset: Int = 0) -> SyntaxError {
            let written = ScalarReader(scalars).text(0..<scalars.count)
            return SyntaxError(offset: offset, message: "\(reason): write \(Self.corrected(written))")
        }
        guard let first = scalars.first, let last = scalars.last else {
            throw SyntaxError(offset: 0, message: "a request is a path or a method and a path, like GET /me")
        }
        guard !first.isWhitespace, !last.isWhitespace else {
            throw fail("a request has no space around it")
        }
        var start = 0
        if first == "/" || first == "*" && scalars.count == 1 {
            method = nil
        } else {
            let end = scalars.firstIndex { $0.isWhitespace } ?? scalars.count
            let word = ScalarReader(scalars).text(0..<end)
            guard end < scalars.count else {
                if word.isToken, word.uppercased() == word, word.unicodeScalars.allSatisfy(\.isASCIILetter) {
                    throw SyntaxError(offset: 0, message: "the path is missing: write \(word) /…")
                }
                throw fail(word.isURL ? "a request has a path, not a full URL" : "a path begins with /")
            }
            guard !word.isURL else { throw fail("a request has a path, not a full URL") }
            guard word.isToken else {
                throw SyntaxError(offset: 0, message: "\"\(word)\" is not a method; write a request like GET /me")
            }
            guard !word.unicodeScalars.contains(where: { $0 >= "a" && $0 <= "z" }) else {
                throw fail("a method is upper case")
            }
            guard !word.utf8.contains(UInt8(ascii: "|")) else {
                let methods = word.split(separator: "|").joined(separator: ", ")
                let path = ScalarReader(scalars).text(end..<scalars.count).drop { $0 == " " }
                throw SyntaxError(
                    offset: 0,
                    message: "the short form has one method: write {method: [\(methods)], path: '\(path)'}")
            }
            method = word
            start = end + 1
            guard scalars[end] == " ", start < scalars.count, !scalars[start].isWhitespace else {
                throw fail("one space stands between method and path", end)
            }
        }
        if let version = Self.version(in: scalars) { throw fail("the version is not part of a request", version) }
        isAsterisk = scalars.count == start + 1 && scalars[start] == "*"
        if isAsterisk {
            guard method == "OPTIONS" else {
                throw SyntaxError(offset: start, message: "only OPTIONS asks for *: write OPTIONS *")
            }
        } else if scalars[start] != "/" {
            let target = ScalarReader(scalars).text(start..<scalars.count)
            if method == "CONNECT" {
                throw SyntaxError(
                    offset: start, message: "CONNECT has no path: write {method: CONNECT, target: '\(target)'}")
            }
            throw fail(target.isURL ? "a request has a path, not a full URL" : "a path begins with /", start)
        }
        let pathEnd = Self.find("?", in: scalars, from: start, to: scalars.count) ?? scalars.count
        path = start..<pathEnd
        query = Self.pairs(in: scalars, from: pathEnd + 1)
    }

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
            return "\(first.uppercased()) \(withoutOrigin(words.dropFirst().joined(separator: " ")))"
        }
        return withoutOrigin(words.joined(separator: " "))
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
