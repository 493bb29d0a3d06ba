/// A URI reference (RFC 3986, section 4.1) in its components.
struct URIReference: Hashable {
    /// The scheme; nil in a relative reference.
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?
    /// The text after `#`, still percent-encoded.
    var fragment: String?

    /// Splits `text` as RFC 3986, appendix B, does: every text is a reference of some kind.
    init(_ text: String) {
        var rest = text.unicodeScalars[...]
        if let hash = rest.firstIndex(of: "#") {
            fragment = String(rest[rest.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
            scheme = String(rest[..<colon])
            rest = rest[rest.index(after: colon)...]
        }
        if rest.starts(with: "//".unicodeScalars) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: "/") ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
        }
        path = String(rest)
    }

    /// The reference as text (RFC 3986, section 5.3).
    var text: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// The same without its fragment.
    var withoutFragment: URIReference {
        var copy = self
        copy.fragment = nil
        return copy
    }

    /// The target of this reference where `base` is the base URI (RFC 3986, section 5.2.2).
    func resolved(against base: URIReference) -> URIReference {
        var target = self
        if scheme != nil {
            target.path = Self.removingDotSegments(path)
            return target
        }
        target.scheme = base.scheme
        if authority != nil {
            target.path = Self.removingDotSegments(path)
            return target
        }
        target.authority = base.authority
        if path.isEmpty {
            target.path = base.path
            target.query = query ?? base.query
        } else if path.utf8.first == UInt8(ascii: "/") {
            target.path = Self.removingDotSegments(path)
        } else {
            target.path = Self.removingDotSegments(merged(with: base))
        }
        return target
    }

    /// The path after the base's last slash (RFC 3986, section 5.2.3).
    private func merged(with base: URIReference) -> String {
        if base.authority != nil && base.path.isEmpty { return "/" + path }
        let scalars = base.path.unicodeScalars
        guard let slash = scalars.lastIndex(of: "/") else { return path }
        return String(scalars[...slash]) + path
    }

    /// The path without the segments `.` and `..` (RFC 3986, section 5.2.4).
    static func removingDotSegments(_ path: String) -> String {
        var input = Array(path.utf8)[...]
        var output: [UInt8] = []
        func starts(with prefix: String) -> Bool { input.starts(with: prefix.utf8) }
        func isWhole(_ text: String) -> Bool { input.elementsEqual(text.utf8) }
        while !input.isEmpty {
            if starts(with: "../") || isWhole("..") {
                input = input.dropFirst(3)
            } else if starts(with: "./") || isWhole(".") {
                input = input.dropFirst(2)
            } else if starts(with: "/./") {
                input = input.dropFirst(2)
            } else if starts(with: "/../") || isWhole("/..") {
                input = isWhole("/..") ? input.prefix(1) : input.dropFirst(3)
                output.removeSubrange((output.lastIndex(of: UInt8(ascii: "/")) ?? 0)...)
            } else if isWhole("/.") {
                input = input.prefix(1)
            } else {
                let end = input.dropFirst().firstIndex(of: UInt8(ascii: "/")) ?? input.endIndex
                output += input[..<end]
                input = input[end...]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func isScheme(_ text: Substring.UnicodeScalarView) -> Bool {
        guard let first = text.first, isLetter(first) else { return false }
        return text.allSatisfy { isLetter($0) || ("0"..."9").contains($0) || $0 == "+" || $0 == "-" || $0 == "." }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }
}
