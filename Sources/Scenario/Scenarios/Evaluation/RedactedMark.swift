import ExactJSON
import HTTPMessage
import JSONPath

/// The text in a recorded request that stands for a value that was redacted: `(redacted, 29 bytes)`.
package enum RedactedMark {
    private static let start = Array("(redacted, ".utf8)
    private static let end = Array(" bytes)".utf8)

    /// The mark of a value of which neither the size is known nor whether it is there.
    package static let unknown = "(redacted, 0 bytes)"

    /// The mark of a value of `size` bytes.
    package static func text(size: Int) -> String { "(redacted, \(size) bytes)" }

    package static func bytes(size: Int) -> [UInt8] { Array(text(size: size).utf8) }

    private static let cutStart = Array("(cut body, ".utf8)

    /// The mark in place of a whole body of `size` bytes of which only the beginning is known, or nothing.
    package static func cutBody(size: Int) -> [UInt8] { cutStart + Array(String(size).utf8) + end }

    /// The mark in place of a body of which neither the size is known nor whether it is there.
    package static let unknownBody = cutBody(size: 0)

    /// Whether the body is such a mark.
    static func isCut(_ body: some Collection<UInt8>) -> Bool { body.starts(with: cutStart) }

    /// Whether the text contains such a mark.
    package static func isIn(_ text: some Collection<UInt8>) -> Bool {
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

    /// The size of the mark that the text begins with; nil if it does not begin with one.
    package static func size(at text: some Collection<UInt8>) -> Int? {
        remainder(behindMarkIn: text[...]).map { text.distance(from: text.startIndex, to: $0.startIndex) }
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
    /// Whether only the beginning of the body of a recorded request is known.
    package var isBodyCut: Bool { RedactedMark.isCut(request.body) }

    /// Whether a redacted header or body of a recorded request hides a part, so that not even its absence is known.
    func hides(_ part: RequestPart) -> Bool {
        func isWhole(_ name: String) -> Bool {
            request.head.fields.values(named: name).contains { RedactedMark.isWhole($0) }
        }
        return switch part {
        case .bearer, .basicUser, .basicPassword: isWhole("Authorization")
        case .cookie: isWhole("Cookie")
        case .bodyLength, .bodyDigest: isBodyCut || isBodyRestated || RedactedMark.isIn(request.body)
        // Of all others there is a body, whatever is in it.
        case .body: request.body == RedactedMark.unknownBody
        default: part.isInBody && (isBodyCut || RedactedMark.isWhole(request.body))
        }
    }
}

extension Condition {
    /// Whether a recorded request has a mark in place of all that this condition is about. Single redacted values are
    /// compared where they are.
    func isHidden(in view: RequestView) -> Bool {
        switch kind {
        case .value(let part, _): view.hides(part)
        case .named(let part, _): view.hides(part(""))
        case .json, .jsonPath, .multipart, .graphQL: view.hides(.text)
        case .jsonSchema: view.isBodyCut || RedactedMark.isIn(view.request.body)
        case .bytes: view.isBodyCut || view.isBodyRestated || RedactedMark.isIn(view.request.body)
        // Each value is asked for itself.
        case .values: false
        case .method, .path, .applicationProtocol, .tls, .connection, .allOf, .anyOf, .not: false
        }
    }
}

extension JSON {
    /// Whether it stands for a value that was redacted.
    var isRedacted: Bool {
        if case .string(let text) = self { RedactedMark.isIn(text.utf8) } else { false }
    }

    /// Whether it has such a value at any depth.
    var hasRedacted: Bool {
        switch self {
        case .string: isRedacted
        case .array(let elements): elements.contains(where: \.hasRedacted)
        case .object(let object): object.values.contains(where: \.hasRedacted)
        case .null, .bool, .number: false
        }
    }
}

extension JSONPathQuery {
    /// Whether the values that are redacted in a body may decide what the query selects: it leads into one of them, or it
    /// searches where there are some.
    func dependsOnRedacted(in body: JSON) -> Bool {
        if segments.contains(where: \.hasFilter) { return body.hasRedacted }
        var value = body
        for segment in segments {
            if value.isRedacted { return true }
            switch (segment.singularStep, value) {
            case (.name(let name)?, .object(let object)):
                guard let member = object[name] else { return false }
                value = member
            case (.index(let index)?, .array(let elements)):
                let offset = index < 0 ? elements.count + index : index
                guard elements.indices.contains(offset) else { return false }
                value = elements[offset]
            case (nil, _): return value.hasRedacted
            case (_?, _): return false
            }
        }
        return false
    }
}
