import ExactJSON
import HTTPMessage
import Scenarios
import TextCoding

/// A message body, parsed as far as redaction needs.
enum BodyContent {
    case json(JSON)
    /// `name=value` pairs.
    case form
    case parts([Part])
    /// The body can't be parsed as what it must be.
    case opaque

    /// A part of a multipart body: its name, the ranges of its fields and its content, and its kind.
    struct Part {
        enum Kind {
            case json(JSON)
            /// Its type says that it has `name=value` pairs.
            case form
            /// Its type says JSON, but it can't be parsed, or it has parts itself.
            case opaque
            case other
        }

        /// The name as it is written, and percent-decoded: some programs encode it.
        let names: [[UInt8]]
        /// The fields, each after the end of the line before it.
        let head: Range<Int>
        let content: Range<Int>
        let kind: Kind
    }

    /// Parses a body without its content codings; `json` is its JSON, if known.
    init(decoded body: [UInt8], _ fields: Fields, redaction: Redaction, json: JSON? = nil) {
        if !redaction.jsonPaths.isEmpty, let value = json ?? (try? JSON(parsing: body)) {
            self = .json(value)
            return
        }
        let type = fields.first(named: "content-type") ?? []
        if Self.hasParts(body, fields) {
            self = Self.parts(of: body, readsJSON: !redaction.jsonPaths.isEmpty).map { .parts($0) } ?? .opaque
            return
        }
        let isForm = type.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }
            .equalsIgnoringASCIICase("application/x-www-form-urlencoded")
        // JSON that is mislabelled as a form must not pass as one.
        self = redaction.jsonPaths.isEmpty || isForm && body.allSatisfy(Self.standsInForms) ? .form : .opaque
    }

    /// Whether the body of a message with these fields has parts: by its type, or because it begins as if it had.
    static func hasParts(_ body: [UInt8], _ fields: Fields) -> Bool {
        fields.first(named: "content-type")?.prefix(10).equalsIgnoringASCIICase("multipart/") ?? false
            || body.starts(with: "--".utf8)
    }

    /// Whether a form may contain this byte unencoded, or as a part of percent-encoding.
    private static func standsInForms(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "*-._~+%&=!$'(),/:;@?".utf8.contains(byte)
        }
    }

    /// The parts of a multipart body (RFC 2046, section 5.1.1), whose first line is its delimiter; nil if it is
    /// incomplete, or if a part has an ambiguous name.
    private static func parts(of body: [UInt8], readsJSON: Bool) -> [Part]? {
        let lineEnd = Array("\r\n".utf8)
        guard body.starts(with: "--".utf8), let end = firstStart(of: lineEnd, in: body[...]) else { return nil }
        let delimiter = lineEnd + body[..<end]
        var parts: [Part] = []
        var start = end
        while true {
            if body[start...].starts(with: "--".utf8) { return parts }
            guard body[start...].starts(with: lineEnd),
                let next = firstStart(of: delimiter, in: body[start...].dropFirst(lineEnd.count)),
                let headEnd = firstStart(of: lineEnd + lineEnd, in: body[start..<next]),
                let head = PartHead(body[start..<headEnd]), head.isUnambiguous, let name = head.statedName
            else { return nil }
            let content = min(headEnd + 4, next)..<next
            let kind = kind(of: body[content], head, readsJSON: readsJSON)
            parts.append(
                Part(names: [name, Percent.decode(name).bytes], head: start..<headEnd, content: content, kind: kind))
            start = next + delimiter.count
        }
    }

    /// The kind of a part. As for a whole body, content that parses as JSON is JSON, regardless of its type.
    private static func kind(of content: ArraySlice<UInt8>, _ head: PartHead, readsJSON: Bool) -> Part.Kind {
        if head.isMultipart { return .opaque }
        if readsJSON, let value = try? JSON(parsing: content) { return .json(value) }
        if head.isForm { return content.allSatisfy(standsInForms) ? .form : .opaque }
        return readsJSON && head.isJSON && !content.isEmpty ? .opaque : .other
    }

    private static func firstStart(of bytes: [UInt8], in slice: ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.first, slice.count >= bytes.count else { return nil }
        var index = slice.startIndex
        let last = slice.endIndex - bytes.count
        while index <= last {
            if slice[index] == first, slice[index...].starts(with: bytes) { return index }
            index += 1
        }
        return nil
    }
}
