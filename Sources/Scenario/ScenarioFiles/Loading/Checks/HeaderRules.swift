import Scenarios
import ExactJSON
import TextCoding

/// Rules for a header's name and value.
enum HeaderRules {
    private static let withEntityTags = ["etag", "if-match", "if-none-match", "if-range"]

    /// Reports a name that is not a token (RFC 9110, section 5.1).
    static func check(name: String, at position: Position, state: LoadingContext) {
        guard !name.isToken else { return }
        state.error(
            name.isEmpty
                ? "a header needs a name: write one, like X-Id"
                : "\"\(name)\" is not a header name; \(Self.advice(on: name))",
            at: position)
    }

    /// The name that was meant, if only its spaces are wrong.
    private static func advice(on name: String) -> String {
        let joined = name.trimmed.split(separator: " ").joined(separator: "-")
        return joined.isToken ? "write \(joined)" : "use letters, digits and !#$%&'*+-.^_`|~"
    }

    /// Reports a value that no header line can hold, and an entity tag whose quotes were consumed by YAML.
    static func check(value: Template, of name: String, state: LoadingContext, allowsMalformedTag: Bool = false) {
        for segment in value.segments {
            guard case .text(var text) = segment,
                let found = text.withUTF8({ $0.first { $0 < 0x20 && $0 != 9 || $0 == 0x7F } })
            else { continue }
            let lines = text.split { $0.isNewline }.map { String($0).trimmed.asFlowScalar }
            state.error(
                found == 10 || found == 13
                    ? "a header value can't hold a line break; write [\(lines.joined(separator: ", "))] for several values"
                    : "a header value can't hold a control character; leave it out",
                at: value.position)
            return
        }
        guard !allowsMalformedTag, let text = value.constant else { return }
        ForeignValues.check(header: text, of: name, at: value.position, state: state)
        guard withEntityTags.contains(where: { $0.utf8.count == name.utf8.count }) else { return }
        let lowercased = name.lowercased()
        guard withEntityTags.contains(lowercased), !isEntityTags(text) else { return }
        if lowercased == "if-range", HTTPDate.parse(text, now: 0) != nil { return }
        let isJSON = Document.Format(path: value.position.file.path) == .json
        let escaped = text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
        let quoted = isJSON ? JSON.string("\"\(text)\"").text() : "'\"\(escaped)\"'"
        state.error("an entity tag has quotes of its own; write \(quoted)", at: value.position)
    }

    /// Whether this is `*` or a list of `"…"` and `W/"…"` (RFC 9110, sections 8.8.3 and 13.1).
    static func isEntityTags(_ text: String) -> Bool {
        if text == "*" { return true }
        var reader = ScalarReader(Array(text.unicodeScalars))
        while true {
            reader.skipSpace()
            _ = reader.take("W/")
            guard reader.take("\"") else { return false }
            _ = reader.take { $0 != "\"" }
            guard reader.take("\"") else { return false }
            reader.skipSpace()
            if reader.isAtEnd { return true }
            guard reader.take(",") else { return false }
        }
    }
}
