import HTTPMessage
import TextCoding

/// The text in a recorded request that stands for a value that was redacted: `(redacted, 29 bytes)`.
package enum RedactedMark {
    private static let start = Array("(redacted, ".utf8)
    private static let end = Array(" bytes)".utf8)

    /// The mark of a value whose size is not known either.
    static let unknown = "(redacted, 0 bytes)"

    /// Whether the text contains such a mark.
    static func isIn(_ text: some Collection<UInt8>) -> Bool {
        var rest = text[...]
        while let index = rest.firstIndex(of: start[0]) {
            rest = rest[index...]
            if remainder(behindMarkIn: rest) != nil { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    /// Whether the text is such a mark, so that it was redacted already.
    package static func isWhole(_ text: some Collection<UInt8>) -> Bool {
        remainder(behindMarkIn: text[...])?.isEmpty ?? false
    }

    /// The text behind the mark that it begins with; nil if it does not.
    private static func remainder<Text: Collection<UInt8>>(behindMarkIn text: Text) -> Text.SubSequence? {
        guard text.starts(with: start) else { return nil }
        let digits = text.dropFirst(start.count)
        let rest = digits.drop { $0 >= 0x30 && $0 <= 0x39 }
        return rest.startIndex != digits.startIndex && rest.starts(with: end) ? rest.dropFirst(end.count) : nil
    }
}

extension RequestView {
    /// Whether a value of the recorded request is redacted.
    var hasRedacted: Bool {
        let fields = request.head.fields
        return RedactedMark.isIn(request.body) || query.contains { RedactedMark.isIn($0.value) }
            || fields.lines.indices.contains { RedactedMark.isIn(fields.value(at: $0)) }
    }
}

extension Condition {
    /// Whether a recorded request has a mark where the value of this condition would be, so that it can't be found there.
    func isRedacted(in view: RequestView) -> Bool {
        func hasMark(_ name: String) -> Bool {
            view.request.head.fields.values(named: name).contains { RedactedMark.isIn($0) }
        }
        switch kind {
        case .value(.bearer, _): return hasMark("Authorization")
        case .values(let matchers):
            return matchers.contains { [.basicUser, .basicPassword].contains($0.part) } && hasMark("Authorization")
        case .named(.cookie, _): return hasMark("Cookie")
        case .value(.text, _), .named(.form, _), .json, .jsonPath, .multipart, .graphQL:
            // Single redacted values are compared where they are; here the whole body is one, as it can't be parsed.
            let body = view.request.body
            return body.first == UInt8(ascii: "(") && RedactedMark.isIn(body)
        case .jsonSchema, .bytes, .value(.body, _): return RedactedMark.isIn(view.request.body)
        default: return false
        }
    }
}
