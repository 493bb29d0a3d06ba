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
    /// Whether anything is redacted.
    package let redacts: Bool
    /// Whether it redacts other parts than the header fields that every scenario does.
    let goesBeyondStandard: Bool
    private let query: [[UInt8]]
    private let form: [[UInt8]]
    private let cookies: [[UInt8]]
    let jsonPaths: JSONPathQuerySet

    package init(_ redaction: Redaction) {
        self.redaction = redaction
        redacts = redaction != Redaction()
        goesBeyondStandard = redacts && redaction != .standard
        query = redaction.query.map { Array($0.utf8) }
        form = redaction.form.map { Array($0.utf8) }
        cookies = redaction.cookies.map { Array($0.utf8) }
        jsonPaths = JSONPathQuerySet(redaction.jsonPaths)
    }

    /// The values that are redacted in a request.
    package func values(in request: borrowing Request) -> RedactedValues {
        var noted = RedactedValues()
        guard redacts else { return noted }
        let head = request.head
        _ = target(head.target, noting: &noted)
        _ = authority(String(decoding: head.authority, as: UTF8.self), noting: &noted)
        _ = fields(head.fields, noting: &noted)
        _ = body(request.body, head.fields, noting: &noted)
        _ = fields(request.trailers, noting: &noted)
        return noted
    }

    // MARK: - Targets

    /// Whether the queries of targets can contain redacted values.
    package var concernsQueries: Bool { !query.isEmpty }

    /// Whether the user information of a URI is redacted: it is what `Authorization` would say.
    var concernsUserInformation: Bool { redaction.headers.contains("authorization") }

    /// A target or URI with redacted query values and user information (RFC 3986, section 3.2.1) replaced, regardless
    /// of how the names are percent-encoded. So are values that are percent-encoded URIs with such a part. A fragment is
    /// read like a query.
    ///
    /// - Parameter isCut: whether the end is missing, so that an authority that reaches it counts as user information.
    package func target(
        _ target: ArraySlice<UInt8>, isCut: Bool = false, noting noted: inout RedactedValues
    ) -> [UInt8] {
        if isCut, let start = cutAuthority(in: target) {
            return self.target(target[..<start], noting: &noted)
                + RedactedMark.bytes(size: target.endIndex - start)
        }
        var users = userInformation(in: target)
        if users.isEmpty, let user = userInformation(inAuthority: target) { users = [user] }
        if !users.isEmpty {
            var redacted: [UInt8] = []
            var rest = target
            for user in users {
                noteUserInformation(target[user], &noted)
                redacted += rest[..<user.lowerBound] + RedactedMark.bytes(size: user.count)
                rest = rest[user.upperBound...]
            }
            return redactingQuery(of: (redacted + rest)[...], isCut: isCut, &noted)
        }
        return redactingQuery(of: target, isCut: isCut, &noted)
    }

    private func redactingQuery(
        of target: ArraySlice<UInt8>, isCut: Bool, _ noted: inout RedactedValues
    ) -> [UInt8] {
        let path = target.prefix { !Self.beginsPairs($0) }
        let rest = target[path.endIndex...]
        return redactingPath(path, isCut: isCut && rest.isEmpty, &noted)
            + redacting(rest, query, isURI: true, isCut: isCut, noting: &noted)
    }

    /// A path in which segments that are percent-encoded URIs with a redacted part are replaced.
    private func redactingPath(
        _ path: ArraySlice<UInt8>, isCut: Bool, _ noted: inout RedactedValues
    ) -> [UInt8] {
        guard concernsQueries || concernsUserInformation, path.contains(UInt8(ascii: "%")) else { return Array(path) }
        var redacted: [UInt8] = []
        var rest = path
        while !rest.isEmpty {
            let segment = rest.prefix { $0 != UInt8(ascii: "/") && $0 > 0x20 && !"<>\"`".utf8.contains($0) }
            rest = rest[segment.endIndex...]
            let decoded = segment.contains(UInt8(ascii: "%")) ? Percent.decode(segment).bytes : []
            let isNested = redactsPart(
                ofEncoded: segment, decoded, isCut: isCut && segment.endIndex == path.endIndex)
            if isNested, !RedactedMark.isWhole(decoded) {
                noted.note(decoded)
                noteParts(ofURI: decoded, &noted)
                redacted += RedactedMark.bytes(size: decoded.count)
            } else {
                redacted += segment
            }
            if let separator = rest.popFirst() { redacted.append(separator) }
        }
        return redacted
    }

    package func target(_ target: ArraySlice<UInt8>, isCut: Bool = false) -> [UInt8] {
        var noted = RedactedValues()
        return self.target(target, isCut: isCut, noting: &noted)
    }

    package func target(_ target: String, noting noted: inout RedactedValues) -> String {
        String(decoding: self.target(Array(target.utf8)[...], noting: &noted), as: UTF8.self)
    }

    package func target(_ target: String) -> String {
        String(decoding: self.target(Array(target.utf8)[...]), as: UTF8.self)
    }

    /// The part of a target after `?`.
    package func query(_ text: String, noting noted: inout RedactedValues) -> String {
        String(decoding: redacting(Array(text.utf8)[...], query, isURI: true, noting: &noted), as: UTF8.self)
    }

    /// An authority without its user information.
    package func authority(_ authority: String, noting noted: inout RedactedValues) -> String {
        guard concernsUserInformation, let end = authority.lastIndex(of: "@") else { return authority }
        let user = authority[..<end].utf8
        noteUserInformation(Array(user)[...], &noted)
        return RedactedMark.text(size: user.count) + authority[end...]
    }

    /// The ranges of the user information in a URI and in those that it names without an encoding, if it is redacted.
    private func userInformation(in uri: ArraySlice<UInt8>) -> [Range<Int>] {
        guard concernsUserInformation, uri.contains(UInt8(ascii: "@")) else { return [] }
        var users: [Range<Int>] = []
        var former: Int?
        while let start = Self.authorityStart(in: uri, behind: former) {
            let authority = uri[start...].prefix(while: Self.standsInAuthority)
            if let end = authority.lastIndex(of: UInt8(ascii: "@")), end > start,
                !RedactedMark.isWhole(uri[start..<end])
            {
                users.append(start..<end)
            }
            former = authority.endIndex
        }
        return users
    }

    /// The range of the user information in a text that is only an authority, as the target of `CONNECT`.
    private func userInformation(inAuthority text: ArraySlice<UInt8>) -> Range<Int>? {
        guard concernsUserInformation, let end = text.lastIndex(of: UInt8(ascii: "@")), end > text.startIndex,
            text.allSatisfy(Self.standsInAuthority),
            !RedactedMark.isWhole(text[..<end])
        else { return nil }
        return text.startIndex..<end
    }

    /// The start of the authority that reaches the end of a URI without its last bytes, if user information is redacted.
    private func cutAuthority(in uri: ArraySlice<UInt8>) -> Int? {
        guard concernsUserInformation else { return nil }
        let start = uri.lastIndex { !Self.standsInAuthority($0) }.map { $0 + 1 } ?? uri.startIndex
        guard start < uri.endIndex else { return nil }
        let before = uri[..<start]
        guard !before.isEmpty else { return start }
        return before.suffix(2).elementsEqual("//".utf8) && Self.beginsAuthority(before.dropLast(2).last) ? start : nil
    }

    private static func standsInAuthority(_ byte: UInt8) -> Bool {
        byte > 0x20 && !"/?#\"<>`".utf8.contains(byte)
    }

    /// The offset behind the first `//` that begins an authority.
    private static func authorityStart(in uri: ArraySlice<UInt8>, behind start: Int? = nil) -> Int? {
        var index = start ?? uri.startIndex
        while index + 1 < uri.endIndex {
            if uri[index] == UInt8(ascii: "/"), uri[index + 1] == UInt8(ascii: "/"),
                beginsAuthority(uri[..<index].last)
            {
                return index + 2
            }
            index += 1
        }
        return nil
    }

    /// Whether `//` begins an authority behind this byte, at the beginning if there is none: after a scheme, or in a
    /// reference without one (RFC 3986, section 4.2), which may stand in `<>`, in quotes, or behind `=`.
    private static func beginsAuthority(_ byte: UInt8?) -> Bool {
        guard let byte else { return true }
        return byte <= 0x20 || ":<\"'=,;".utf8.contains(byte)
    }

    private func noteUserInformation(_ text: ArraySlice<UInt8>, _ noted: inout RedactedValues) {
        let decoded = Percent.decode(text).bytes
        noted.note(text)
        noted.note(decoded)
        if let colon = decoded.firstIndex(of: UInt8(ascii: ":")) { noted.note(decoded[(colon + 1)...]) }
    }

    private static func beginsPairs(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "&")
    }

    /// `name=value` pairs with the values of `names` replaced.
    ///
    /// - Parameters:
    ///   - isURI: whether `?` and `#` also begin pairs, and bytes that are invalid in a URI end it.
    ///   - isCut: whether the end is missing.
    private func redacting(
        _ pairs: ArraySlice<UInt8>, _ names: [[UInt8]], isURI: Bool, isCut: Bool = false,
        noting noted: inout RedactedValues
    ) -> [UInt8] {
        guard !names.isEmpty || isURI && concernsUserInformation else { return Array(pairs) }
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
            let isNested =
                isURI && redactsPart(ofEncoded: value, decoded, isCut: isCut && value.endIndex == pairs.endIndex)
            guard isNested || names.contains(Percent.decode(name, plusIsSpace: true).bytes) else { continue }
            rest = rest[value.endIndex...]
            if value.isEmpty { continue }
            noted.note(decoded)
            if isNested { noteParts(ofURI: decoded, &noted) }
            redacted += RedactedMark.isWhole(decoded) ? decoded : RedactedMark.bytes(size: decoded.count)
        }
        return redacted
    }

    /// The most times that a URI may be percent-encoded within another.
    private static let nesting = 5

    /// Whether a percent-encoded value is a URI of which a part is redacted. It may be encoded several times.
    private func redactsPart(ofEncoded value: ArraySlice<UInt8>, _ decoded: [UInt8], isCut: Bool = false) -> Bool {
        var (text, decoded) = (Array(value), decoded)
        for _ in 0..<Self.nesting where text.contains(UInt8(ascii: "%")) && text != decoded {
            if Self.namesQuery(query, decoded) || !userInformation(in: decoded[...]).isEmpty
                || isCut && cutAuthority(in: decoded[...]).map({ $0 > 0 }) ?? false
            {
                return true
            }
            text = decoded
            decoded = Percent.decode(text, plusIsSpace: true).bytes
        }
        return false
    }

    /// Notes what is redacted in a URI, which may be percent-encoded several times.
    private func noteParts(ofURI uri: [UInt8], _ noted: inout RedactedValues) {
        var uri = uri
        for _ in 0..<Self.nesting {
            for user in userInformation(in: uri[...]) { noteUserInformation(uri[user], &noted) }
            for pair in Self.pairs(ofURI: uri) where query.contains(pair.name) { noted.note(pair.value) }
            guard uri.contains(UInt8(ascii: "%")) else { return }
            uri = Percent.decode(uri, plusIsSpace: true).bytes
        }
    }

    /// The decoded names and values in the query of a URI, if it has one.
    private static func pairs(ofURI uri: [UInt8]) -> [(name: [UInt8], value: [UInt8])] {
        guard let start = uri.firstIndex(where: beginsPairs) else { return [] }
        return uri[start...].split(whereSeparator: { beginsPairs($0) || $0 <= 0x20 }).compactMap { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            guard name.endIndex < pair.endIndex else { return nil }
            return (
                Percent.decode(name, plusIsSpace: true).bytes,
                Percent.decode(pair[(name.endIndex + 1)...], plusIsSpace: true).bytes
            )
        }
    }

    /// Whether a URI has a query with one of these names.
    private static func namesQuery(_ names: [[UInt8]], _ uri: [UInt8]) -> Bool {
        !names.isEmpty && pairs(ofURI: uri).contains { names.contains($0.name) }
    }

    /// Whether the decoded value of a query parameter is a URI with a redacted part.
    func redactsPart(ofDecoded value: [UInt8]) -> Bool {
        Self.namesQuery(query, value) || !userInformation(in: value[...]).isEmpty
            || redactsPart(ofEncoded: value[...], Percent.decode(value, plusIsSpace: true).bytes)
    }

    // MARK: - Fields

    /// Header fields whose values are URIs or authorities, perhaps without a scheme: from RFC 9110, RFC 8288, RFC 4918
    /// and HTML, and those in which proxies pass on the original target. Absolute URIs are found in all fields.
    private static let uriFields = [
        "host", "referer", "origin", "location", "content-location", "link", "refresh", "destination", "ping-from",
        "ping-to", "x-original-url", "x-original-uri", "x-original-host", "x-rewrite-url", "x-forwarded-uri",
        "x-forwarded-host", "x-envoy-original-path",
    ]

    /// The fields in their order and spelling, with redacted values replaced.
    package func fields(_ fields: Fields, noting noted: inout RedactedValues) -> Fields {
        var redacted = Fields()
        for index in fields.lines.indices {
            redacted.append(
                name: fields.name(at: index), value: value(fields.value(at: index), of: fields.name(at: index), &noted))
        }
        return redacted
    }

    package func fields(_ fields: Fields) -> Fields {
        var noted = RedactedValues()
        return self.fields(fields, noting: &noted)
    }

    private func value(_ value: ArraySlice<UInt8>, of name: ArraySlice<UInt8>, _ noted: inout RedactedValues) -> [UInt8]
    {
        if let header = redaction.headers.first(where: { name.equalsIgnoringASCIICase($0) }) {
            note(value, ofHeader: header, &noted)
            return RedactedMark.bytes(size: value.count)
        }
        var value = Array(value)
        if !cookies.isEmpty, name.equalsIgnoringASCIICase("cookie") || name.equalsIgnoringASCIICase("set-cookie") {
            value = redacting(cookies: value[...], &noted)
        }
        let isURI = Self.uriFields.contains { name.equalsIgnoringASCIICase($0) }
        return isURI || Self.authorityStart(in: value[...]) != nil ? target(value[...], noting: &noted) : value
    }

    /// Notes the secrets in the value of a redacted header: credentials without their scheme, the values of cookies
    /// without their names and attributes, else all of it.
    private func note(_ value: ArraySlice<UInt8>, ofHeader name: String, _ noted: inout RedactedValues) {
        switch name {
        case "cookie":
            let sizes = value.split(separator: UInt8(ascii: ";")).map { note(cookie: $0, &noted) }
            // Values that are too short to be searched for are long enough together.
            if sizes.contains(where: { $0 < RedactedValues.shortest }) { noted.note(value.trimmingOptionalWhitespace) }
        case "set-cookie": note(cookie: value.prefix { $0 != UInt8(ascii: ";") }, &noted)
        case "authorization", "proxy-authorization":
            noted.note(String(Self.split(String(decoding: value, as: UTF8.self)).secret))
            for secret in Credentials.secrets(in: value) { noted.note(secret) }
        default:
            noted.note(value)
            noted.note(String(Self.split(String(decoding: value, as: UTF8.self)).secret))
            for secret in Credentials.secrets(in: value) { noted.note(secret) }
        }
    }

    /// - Returns: the size of the value.
    @discardableResult
    private func note(cookie pair: ArraySlice<UInt8>, _ noted: inout RedactedValues) -> Int {
        // Without a name, all of it is the value (RFC 6265bis, section 5.7).
        let start = pair.firstIndex(of: UInt8(ascii: "=")).map { $0 + 1 } ?? pair.startIndex
        let value = pair[start...].trimmingOptionalWhitespace
        let isQuoted = value.count > 1 && value.first == UInt8(ascii: "\"") && value.last == UInt8(ascii: "\"")
        noted.note(isQuoted ? value.dropFirst().dropLast() : value)
        return value.count
    }

    /// The value of a header as a difference shows it, if only a part of it is redacted.
    func header(_ name: String, _ text: String) -> String {
        var noted = RedactedValues()
        return String(decoding: value(Array(text.utf8)[...], of: Array(name.utf8)[...], &noted), as: UTF8.self)
    }

    private func redacting(cookies value: ArraySlice<UInt8>, _ noted: inout RedactedValues) -> [UInt8] {
        let pieces = value.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let redacted = pieces.map { piece -> [UInt8] in
            let name = piece.prefix { $0 != UInt8(ascii: "=") }
            let bare = name.drop { $0 == 0x20 }
            let content = piece[name.endIndex...].dropFirst()
            guard cookies.contains(Array(bare)), !content.isEmpty else { return Array(piece) }
            note(cookie: piece, &noted)
            return name + [UInt8(ascii: "=")] + RedactedMark.bytes(size: content.count)
        }
        return Array(redacted.joined(separator: [UInt8(ascii: ";")]))
    }

    // MARK: - Bodies

    /// The body of a message with these fields, with redacted values replaced. A body that can't be parsed is replaced
    /// as a whole, because the positions of its secrets are unknown. So is one in which they can't be found in bounded work.
    package func body(_ body: [UInt8], _ fields: Fields, noting noted: inout RedactedValues) -> [UInt8] {
        guard !body.isEmpty else { return body }
        if concernsBody(body, fields), DecodedBody.isEncoded(fields) {
            // Its parts can't be replaced. What is in them may come back without the content codings.
            let hides = note(body: body, fields, in: &noted)
            guard hides || redaction.concernsBodies else { return body }
            noted.note(body)
            return RedactedMark.bytes(size: body.count)
        }
        let body = BodyContent.hasParts(body, fields) ? redactingHeadLines(in: body, &noted) : body
        guard redaction.concernsBodies else { return body }
        return redacting(BodyContent(decoded: body, fields, redaction: redaction), of: body, noting: &noted)
    }

    /// A body of this content, with redacted values replaced.
    func redacting(_ content: BodyContent, of body: [UInt8], noting noted: inout RedactedValues) -> [UInt8] {
        switch content {
        case .opaque:
            noted.note(body)
            return RedactedMark.bytes(size: body.count)
        case .json(let value): return redacting(value, in: body[...], &noted) ?? body
        case .form: return redacting(body[...], form, isURI: false, noting: &noted)
        case .parts(let parts):
            var redacted = body
            for part in parts.reversed() {
                if !part.content.isEmpty, let content = self.content(of: part, in: body, &noted) {
                    redacted.replaceSubrange(part.content, with: content)
                }
                if isRedacted(part) {
                    redacted.replaceSubrange(part.head, with: redacting(head: body[part.head], &noted))
                }
            }
            return redacted
        }
    }

    package func body(_ body: [UInt8], _ fields: Fields) -> [UInt8] {
        var noted = RedactedValues()
        return self.body(body, fields, noting: &noted)
    }

    /// A multipart body whose lines that name a redacted header have no value any more. Lines of contents that look like
    /// it count, too: so nothing depends on whether the parts can be told apart.
    @discardableResult
    func redactingHeadLines(in body: [UInt8], _ noted: inout RedactedValues) -> [UInt8] {
        guard redacts else { return body }
        var redacted: [UInt8] = []
        var rest = body[...]
        while !rest.isEmpty {
            let line = rest.prefix { $0 != 0x0A }
            if let field = redactingField(line.foldedLine(in: rest), &noted) ?? redactingField(line, &noted) {
                redacted += field.redacted
                rest = rest[field.end...]
            } else {
                redacted += line
                rest = rest[line.endIndex...]
            }
            if let end = rest.popFirst() { redacted.append(end) }
        }
        return redacted
    }

    /// A field's line, up to its end, if its value is redacted.
    private func redactingField(
        _ line: ArraySlice<UInt8>?, _ noted: inout RedactedValues
    ) -> (redacted: [UInt8], end: Int)? {
        guard let line else { return nil }
        let text = line.last == 0x0D ? line.dropLast() : line
        let name = text.prefix { $0 != UInt8(ascii: ":") }
        guard name.endIndex < text.endIndex, name.count <= 256 else { return nil }
        let value = text[(name.endIndex + 1)...].unfolded.trimmingOptionalWhitespace
        guard !value.isEmpty else { return nil }
        let shown = self.value(value, of: name.trimmingOptionalWhitespace, &noted)
        if shown.elementsEqual(value) { return nil }
        // Bytes of a response are shown as they are stated.
        for piece in text[(name.endIndex + 1)...].split(separator: 0x0A).dropFirst() {
            noted.note(piece.drop(while: \.isWhiteSpace).prefix { $0 != 0x0D })
        }
        return (name + Array(": ".utf8) + shown + line[text.endIndex...], line.endIndex)
    }

    private func isRedacted(_ part: BodyContent.Part) -> Bool { part.names.contains { form.contains($0) } }

    /// The fields of a redacted part, with only its name and what says how to read its content.
    private func redacting(head: ArraySlice<UInt8>, _ noted: inout RedactedValues) -> [UInt8] {
        var redacted: [UInt8] = []
        var rest = head
        while !rest.isEmpty {
            let start = rest.prefix { $0 == 0x0D || $0 == 0x0A }
            let line = rest[start.endIndex...].prefix { $0 != 0x0D && $0 != 0x0A }
            rest = rest[line.endIndex...]
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            let value = line[name.endIndex...].dropFirst().trimmingOptionalWhitespace
            redacted += start
            if name.equalsIgnoringASCIICase("content-disposition") {
                redacted += line[..<value.startIndex] + redacting(parametersOf: value, &noted)
            } else if value.isEmpty || Self.readingFields.contains(where: { name.equalsIgnoringASCIICase($0) }) {
                redacted += line
            } else {
                noted.note(value)
                redacted +=
                    RedactedMark.isWhole(value)
                    ? Array(line) : line[..<value.startIndex] + RedactedMark.bytes(size: value.count)
            }
        }
        return redacted
    }

    private static let readingFields = ["content-type", "content-length", "content-transfer-encoding"]

    /// A `Content-Disposition` that every program reads alike, with all its parameters but `name` redacted.
    private func redacting(parametersOf value: ArraySlice<UInt8>, _ noted: inout RedactedValues) -> [UInt8] {
        var redacted: [UInt8] = []
        var rest = value
        while !rest.isEmpty {
            var isQuoted = false
            let parameter = rest.prefix {
                if $0 == UInt8(ascii: "\"") { isQuoted.toggle() }
                return isQuoted || $0 != UInt8(ascii: ";")
            }
            rest = rest[parameter.endIndex...]
            let name = parameter.prefix { $0 != UInt8(ascii: "=") }
            let text = parameter[name.endIndex...].dropFirst()
            if text.isEmpty || name.trimmingOptionalWhitespace.equalsIgnoringASCIICase("name") {
                redacted += parameter
            } else {
                let bare = text.trimmingOptionalWhitespace
                let content = bare.first == UInt8(ascii: "\"") ? bare.dropFirst().dropLast() : bare
                noted.note(content)
                // The text of a `filename*` (RFC 8187, section 3.2).
                let pieces = content.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
                if pieces.count == 3 { noted.note(Percent.decode(pieces[2]).bytes) }
                redacted += name + Array("=\"".utf8)
                redacted += RedactedMark.isWhole(content) ? Array(content) : RedactedMark.bytes(size: content.count)
                redacted.append(UInt8(ascii: "\""))
            }
            if let separator = rest.popFirst() { redacted.append(separator) }
        }
        return redacted
    }

    /// The replacement of a part's content; nil if nothing in it is redacted.
    private func content(of part: BodyContent.Part, in body: [UInt8], _ noted: inout RedactedValues) -> [UInt8]? {
        if isRedacted(part) {
            noted.note(body[part.content])
            return RedactedMark.bytes(size: part.content.count)
        }
        switch part.kind {
        case .json(let value): return redacting(value, in: body[part.content], &noted)
        case .form: return redacting(body[part.content], form, isURI: false, noting: &noted)
        case .opaque:
            noted.note(body[part.content])
            return RedactedMark.bytes(size: part.content.count)
        case .other: return nil
        }
    }

    /// JSON with redacted values replaced, or its text replaced as a whole if it takes too long to find them; nil if
    /// nothing in it is redacted.
    private func redacting(_ json: JSON, in text: ArraySlice<UInt8>, _ noted: inout RedactedValues) -> [UInt8]? {
        do {
            let redacted = try jsonPaths.replacing(in: json, steps: jsonPaths.steps(forSize: text.count)) { value in
                noted.note(value)
                return .string(RedactedMark.text(size: value.bytes().count))
            }
            return redacted?.bytes()
        } catch {
            noted.note(text)
            return RedactedMark.bytes(size: text.count)
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
            // The name alone, as in an error about a field whose value is not shown.
            if start == bytes.endIndex { return String(piece) }
            return String(decoding: bytes[..<start], as: UTF8.self) + " "
                + RedactedMark.text(size: bytes.endIndex - start)
        }
        let scheme = line.prefix { $0 != 0x20 }
        if concernsUserInformation, scheme.endIndex < line.endIndex,
            Credentials.schemes.contains(where: { scheme.equalsIgnoringASCIICase($0) })
        {
            // A line break before the value of a field.
            return String(decoding: bytes[...scheme.endIndex], as: UTF8.self)
                + RedactedMark.text(size: line.endIndex - scheme.endIndex - 1)
        }
        // The rest of a body that is longer than its Content-Length.
        if !redaction.jsonPaths.isEmpty, let first = line.first, "{[\"".utf8.contains(first) {
            return RedactedMark.text(size: bytes.count)
        }
        let words = bytes.split(separator: 0x20, omittingEmptySubsequences: false)
        // In a field line, `ada@h` is a mail address.
        let hasAuthority = words.count == 1 || words[0].elementsEqual("CONNECT".utf8)
        let redacted = words.map { word in
            !hasAuthority && userInformation(inAuthority: word) != nil ? Array(word) : target(word)
        }.map { word in
            var noted = RedactedValues()
            return form.isEmpty ? word : redacting(word[...], form, isURI: false, noting: &noted)
        }
        return String(decoding: Array(redacted.joined(separator: [0x20])), as: UTF8.self)
    }

    /// A request that broke HTTP, redacted.
    func redacted(_ request: MalformedRequest) -> MalformedRequest {
        MalformedRequest(
            request.problem, status: request.status, reason: sentence(request.reason), method: request.method,
            target: target(request.target), connection: request.connection)
    }
}

// A field's value may go on in lines that begin with white space (RFC 5322, section 2.2.3).
extension ArraySlice<UInt8> {
    /// This line of `text` with those in which it goes on; nil if it does not.
    fileprivate func foldedLine(in text: Self) -> Self? {
        guard let first, !first.isWhiteSpace else { return nil }
        var end = endIndex
        while end + 1 < text.endIndex, text[end + 1].isWhiteSpace {
            end = text[(end + 1)...].firstIndex(of: 0x0A) ?? text.endIndex
        }
        return end > endIndex ? text[startIndex..<end] : nil
    }

    /// These bytes without the ends of lines that go on.
    fileprivate var unfolded: Self {
        guard indices.contains(where: { self[$0] == 0x0A && $0 + 1 < endIndex && self[$0 + 1].isWhiteSpace }) else {
            return self
        }
        var unfolded: [UInt8] = []
        for index in indices {
            if index > startIndex, self[index].isWhiteSpace, self[index - 1] == 0x0A {
                unfolded.removeLast(index - 1 > startIndex && self[index - 2] == 0x0D ? 2 : 1)
            }
            unfolded.append(self[index])
        }
        return unfolded[...]
    }
}

extension UInt8 {
    fileprivate var isWhiteSpace: Bool { self == 0x20 || self == 0x09 }
}
