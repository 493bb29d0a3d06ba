import ExactJSON
package import HTTPMessage
import JSONPath
package import Scenarios
import TextCoding

/// Redacts everything that leaves the process, by the part of the request or response.
///
/// Failures are redacted by `redacted(_:_:)`, which also searches for secrets in text that belongs to no known part.
package struct Redactor: Sendable {
    let redaction: Redaction
    private let query: [[UInt8]]
    private let form: [[UInt8]]
    private let cookies: [[UInt8]]
    let jsonPaths: JSONPathQuerySet

    package init(_ redaction: Redaction) {
        self.redaction = redaction
        query = redaction.query.map { Array($0.utf8) }
        form = redaction.form.map { Array($0.utf8) }
        cookies = redaction.cookies.map { Array($0.utf8) }
        jsonPaths = JSONPathQuerySet(redaction.jsonPaths)
    }

    // MARK: - Targets

    /// Whether any target can contain redacted values.
    package var concernsTargets: Bool { !query.isEmpty }

    /// A target or URI with redacted query values replaced, regardless of how their names are percent-encoded. So are
    /// values that are percent-encoded URIs with such a parameter. A fragment is read like a query.
    package func target(_ target: ArraySlice<UInt8>) -> [UInt8] {
        guard concernsTargets, let start = target.firstIndex(where: Self.beginsPairs) else { return Array(target) }
        return target[..<start] + Self.redacting(target[start...], query, isURI: true)
    }

    package func target(_ target: String) -> String {
        concernsTargets ? String(decoding: self.target(Array(target.utf8)[...]), as: UTF8.self) : target
    }

    /// The part of a target after `?`.
    package func query(_ text: String) -> String {
        guard concernsTargets else { return text }
        return String(decoding: Self.redacting(Array(text.utf8)[...], query, isURI: true), as: UTF8.self)
    }

    private static func beginsPairs(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "&")
    }

    /// `name=value` pairs with the values of `names` replaced.
    ///
    /// - Parameter isURI: whether `?` and `#` also begin pairs, and bytes that are invalid in a URI end it.
    private static func redacting(_ pairs: ArraySlice<UInt8>, _ names: [[UInt8]], isURI: Bool) -> [UInt8] {
        func ends(_ byte: UInt8) -> Bool {
            isURI
                && (byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "\"")
                    || byte == UInt8(ascii: "`"))
        }
        var redacted: [UInt8] = []
        redacted.reserveCapacity(pairs.count)
        var rest = pairs
        while !rest.isEmpty {
            let name = rest.prefix {
                $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "&") && !(isURI && (Self.beginsPairs($0) || ends($0)))
            }
            redacted += name
            rest = rest[name.endIndex...]
            guard let separator = rest.popFirst() else { break }
            redacted.append(separator)
            guard separator == UInt8(ascii: "=") else { continue }
            let value = rest.prefix { $0 != UInt8(ascii: "&") && !ends($0) }
            let decoded = Percent.decode(value, plusIsSpace: true).bytes
            // In a nested URI without percent-encoding, the loop finds the parameter itself.
            let isNested = isURI && value.contains(UInt8(ascii: "%")) && namesQuery(names, decoded)
            guard isNested || names.contains(Percent.decode(name, plusIsSpace: true).bytes) else { continue }
            rest = rest[value.endIndex...]
            if value.isEmpty { continue }
            redacted += RedactedMark.isWhole(decoded) ? decoded : RedactedText.bytes(size: decoded.count)
        }
        return redacted
    }

    /// Whether a URI has a query with one of these names. A URI in one of its values isn't decoded again.
    private static func namesQuery(_ names: [[UInt8]], _ uri: [UInt8]) -> Bool {
        guard let start = uri.firstIndex(where: beginsPairs) else { return false }
        return uri[start...].split(whereSeparator: { beginsPairs($0) || $0 <= 0x20 }).contains { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            return name.endIndex < pair.endIndex && names.contains(Percent.decode(name, plusIsSpace: true).bytes)
        }
    }

    /// Whether the decoded value of a query parameter is a URI with a redacted parameter.
    func redactsQuery(of value: [UInt8]) -> Bool { concernsTargets && Self.namesQuery(query, value) }

    // MARK: - Fields

    /// Header fields whose values are URIs that may repeat a query: from RFC 9110, RFC 8288, RFC 4918 and HTML, and
    /// those in which proxies pass on the original target.
    private static let uriFields = [
        "referer", "location", "content-location", "link", "refresh", "destination", "ping-from", "ping-to",
        "x-original-url", "x-original-uri", "x-rewrite-url", "x-forwarded-uri", "x-envoy-original-path",
    ]

    /// The fields in their order and spelling, with redacted values replaced.
    package func fields(_ fields: Fields) -> Fields {
        guard redaction.headers.contains(where: fields.contains) || concernsTargets || !cookies.isEmpty else {
            return fields
        }
        var redacted = Fields()
        for index in fields.lines.indices {
            redacted.append(
                name: fields.name(at: index), value: value(fields.value(at: index), of: fields.name(at: index)))
        }
        return redacted
    }

    private func value(_ value: ArraySlice<UInt8>, of name: ArraySlice<UInt8>) -> [UInt8] {
        if redaction.headers.contains(where: { name.equalsIgnoringASCIICase($0) }) {
            return RedactedText.bytes(size: value.count)
        }
        if concernsTargets, Self.uriFields.contains(where: { name.equalsIgnoringASCIICase($0) }) {
            return target(value)
        }
        if !cookies.isEmpty, name.equalsIgnoringASCIICase("cookie") || name.equalsIgnoringASCIICase("set-cookie") {
            return redacting(cookies: value)
        }
        return Array(value)
    }

    /// The value of a header as a difference shows it, if only a part of it is redacted.
    func header(_ name: String, _ text: String) -> String {
        String(decoding: value(Array(text.utf8)[...], of: Array(name.utf8)[...]), as: UTF8.self)
    }

    private func redacting(cookies value: ArraySlice<UInt8>) -> [UInt8] {
        let pieces = value.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let redacted = pieces.map { piece -> [UInt8] in
            let name = piece.prefix { $0 != UInt8(ascii: "=") }
            let bare = name.drop { $0 == 0x20 }
            let content = piece[name.endIndex...].dropFirst()
            guard cookies.contains(Array(bare)), !content.isEmpty else { return Array(piece) }
            return name + [UInt8(ascii: "=")] + RedactedText.bytes(size: content.count)
        }
        return Array(redacted.joined(separator: [UInt8(ascii: ";")]))
    }

    // MARK: - Bodies

    /// The body of a message with these fields, with redacted values replaced. A body that can't be parsed is replaced
    /// as a whole, because the positions of its secrets are unknown. So is one in which they can't be found in bounded work.
    package func body(_ body: [UInt8], _ fields: Fields) -> [UInt8] {
        guard redaction.concernsBodies, !body.isEmpty else { return body }
        let content = BodyContent(body, fields, redaction: redaction)
        switch content {
        case .opaque: return RedactedText.bytes(size: body.count)
        case .json(let value): return redacting(value, size: body.count) ?? body
        case .form: return Self.redacting(body[...], form, isURI: false)
        case .parts(let parts):
            var redacted = body
            for part in parts.reversed() where !part.content.isEmpty {
                if let content = self.content(of: part) { redacted.replaceSubrange(part.content, with: content) }
            }
            return redacted
        }
    }

    /// The replacement of a part's content; nil if nothing in it is redacted.
    private func content(of part: BodyContent.Part) -> [UInt8]? {
        if part.names.contains(where: { form.contains($0) }) { return RedactedText.bytes(size: part.content.count) }
        switch part.kind {
        case .json(let value): return redacting(value, size: part.content.count)
        case .opaque: return RedactedText.bytes(size: part.content.count)
        case .other: return nil
        }
    }

    /// JSON of `size` bytes with redacted values replaced, or replaced as a whole if it takes too long to find them; nil if
    /// nothing in it is redacted.
    private func redacting(_ json: JSON, size: Int) -> [UInt8]? {
        do {
            let redacted = try jsonPaths.replacing(in: json, steps: jsonPaths.steps(forSize: size)) { value in
                .string(RedactedText.text(size: value.bytes().count))
            }
            return redacted?.bytes()
        } catch {
            return RedactedText.bytes(size: size)
        }
    }

    // MARK: - Sentences

    /// A sentence about bytes that broke HTTP. Redacts its quotations in backquotes: redacted field lines, and redacted
    /// query parameters.
    package func sentence(_ sentence: String) -> String {
        let pieces = sentence.split(separator: "`", omittingEmptySubsequences: false)
        guard pieces.count > 1 else { return sentence }
        return pieces.enumerated().map { index, piece in
            index % 2 == 0 ? String(piece) : quoted(piece)
        }.joined(separator: "`")
    }

    private func quoted(_ piece: Substring) -> String {
        let bytes = Array(piece.utf8)[...]
        let line = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        for name in redaction.headers where line.prefix(name.utf8.count).equalsIgnoringASCIICase(name) {
            let start = line.startIndex + name.utf8.count
            return String(decoding: bytes[..<start], as: UTF8.self) + " "
                + RedactedText.text(size: bytes.endIndex - start)
        }
        return String(decoding: target(bytes), as: UTF8.self)
    }

    /// A request that broke HTTP, redacted.
    func redacted(_ request: MalformedRequest) -> MalformedRequest {
        MalformedRequest(
            request.problem, status: request.status, reason: sentence(request.reason), method: request.method,
            target: target(request.target), connection: request.connection)
    }
}
