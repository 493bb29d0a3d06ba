/// A link of the `Link` header (RFC 8288).
struct WebLink: Sendable, Hashable {
    /// The URL as it is written, perhaps a relative one.
    let target: String
    /// The parameters by lower-case name; of a name that occurs twice, the first (section 3.3).
    let parameters: [String: String]

    /// Whether it leads from the response itself to a resource of a relation type, whose case does not count. A link
    /// with an `anchor` leads from another resource (section 3.2).
    func leads(to relation: String) -> Bool {
        guard parameters["anchor"] == nil, let relations = parameters["rel"] else { return false }
        return relations.split(separator: " ").contains { $0.lowercased() == relation }
    }

    /// The links of a header's value; `nil` if it is malformed, because links may then be missing.
    static func links(in value: String) -> [WebLink]? {
        var scanner = LinkScanner(value)
        return scanner.links()
    }
}

/// Reads the value of a `Link` header from left to right, by the algorithm of RFC 8288, appendix B.
private struct LinkScanner {
    // Not characters: a delimiter is one even before a combining mark.
    private var rest: Substring.UnicodeScalarView

    init(_ value: String) {
        rest = Substring(value).unicodeScalars
    }

    /// `#link`, where elements may be empty (RFC 9110, section 5.6.1.2).
    mutating func links() -> [WebLink]? {
        var links: [WebLink] = []
        repeat {
            skipSpace()
            guard skip("<") else { continue }
            guard let end = rest.firstIndex(of: ">") else { return nil }
            let target = String(rest[..<end])
            rest = rest[end...].dropFirst()
            guard let parameters = parameters() else { return nil }
            links.append(WebLink(target: target, parameters: parameters))
        } while skip(",")
        return rest.isEmpty ? links : nil
    }

    /// `*( OWS ";" OWS link-param )`, where parameters may be empty; `nil` if a quote is not closed.
    private mutating func parameters() -> [String: String]? {
        var parameters: [String: String] = [:]
        skipSpace()
        while skip(";") {
            skipSpace()
            let name = text(before: " \t=;,").lowercased()
            skipSpace()
            var value = ""
            if skip("=") {
                skipSpace()
                guard let text = skip("\"") ? quotedRest() : text(before: " \t;,") else { return nil }
                value = text
            }
            if parameters[name] == nil { parameters[name] = value }
            skipSpace()
        }
        return parameters
    }

    private mutating func text(before delimiters: String) -> String {
        let text = rest.prefix { !delimiters.unicodeScalars.contains($0) }
        rest = rest[text.endIndex...]
        return String(text)
    }

    /// The text up to the closing quote (RFC 9110, section 5.6.4); `nil` if there is none.
    private mutating func quotedRest() -> String? {
        var text = ""
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return text
            case "\\":
                guard let quoted = rest.popFirst() else { return nil }
                text.unicodeScalars.append(quoted)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return nil
    }

    private mutating func skipSpace() {
        rest = rest.drop { $0 == " " || $0 == "\t" }
    }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }
}
