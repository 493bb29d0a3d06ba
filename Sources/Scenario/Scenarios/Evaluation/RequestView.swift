package import ExactJSON
package import HTTPMessage
package import TextCoding

/// A request parsed for matching, once, before any lock is held.
///
/// A part that `needs` does not name is parsed at each access.
package struct RequestView: Sendable {
    package let request: Request
    /// Whether only the head has come: nothing that is about the body can be matched.
    package let isHeadOnly: Bool
    /// The path's segments joined by `/`; a decoded `/` is written `%2F` and a decoded `%` is written `%25`. Steps are
    /// looked up by it and operators see it.
    package let path: ArraySlice<UInt8>
    /// The values that the path template of the rule took from the request's path.
    package var parameters: [PathParameter] = []

    /// The parsed parts; nil if nothing needs them.
    private let parts: Parts?

    /// A class, because views are copied into everything that inspects the request.
    private final class Parts: Sendable {
        /// nil if no segment had to be decoded.
        let segments: [PathSegments.Decoded]?
        let query: [Form.Pair]?
        let cookies: [Form.Pair]?
        /// nil if the body has no content codings, or if nothing reads it.
        let body: DecodedBody?
        let form: [Form.Pair]?
        let json: BodyJSON
        /// nil if nothing reads it.
        let multipart: MultipartBody?
        /// The head if this is a part of a multipart body.
        let part: PartHead?
        let isBodyRestated: Bool

        init(
            _ request: Request, _ segments: [PathSegments.Decoded]?, needs: RequestNeeds, part: PartHead? = nil,
            isBodyRestated: Bool = false, head: Parts? = nil
        ) {
            self.part = part
            self.isBodyRestated = isBodyRestated
            self.segments = segments
            query = head?.query ?? (needs.contains(.query) ? RequestView.query(of: request) : nil)
            cookies = head?.cookies ?? (needs.contains(.cookies) ? RequestView.cookies(of: request) : nil)
            // RFC 7578, section 4.8: other fields of a part than those of its type and name are ignored.
            let isPlain = part != nil || isBodyRestated
            let isEncoded = !isPlain && needs.contains(.body) && request.isBodyEncoded
            let content = isEncoded ? DecodedBody(request.body, request.head.fields) : .bytes(request.body)
            body = isEncoded || isPlain ? content : nil
            form = needs.contains(.form) ? RequestView.form(in: content) : nil
            json = needs.contains(.json) ? BodyJSON(reading: content) : .notRead
            multipart =
                needs.contains(.multipart) ? MultipartBody(reading: content, request, needs: needs) : nil
        }
    }

    /// - Parameter isBodyRestated: whether the body of a recorded request has other bytes than were sent, with the same
    ///   content: those without its content codings, or those of its parts, put together again.
    package init(
        _ request: Request, needs: RequestNeeds, isHeadOnly: Bool = false, isBodyRestated: Bool = false
    ) {
        let stated = request.head.path
        var segments: [PathSegments.Decoded]?
        if stated.contains(UInt8(ascii: "%")), stated.first == UInt8(ascii: "/") {
            let decoded = Self.decodedSegments(of: stated)
            path = PathSegments(decoded: decoded).text[...]
            segments = decoded
        } else {
            path = stated
        }
        let isSimple = needs.subtracting(.body).isEmpty && !(needs.contains(.body) && request.isBodyEncoded)
        parts =
            segments == nil && isSimple && !isBodyRestated
            ? nil : Parts(request, segments, needs: needs, isBodyRestated: isBodyRestated)
        self.isHeadOnly = isHeadOnly
        self.request = request
    }

    /// A complete request whose head was parsed before its body came.
    ///
    /// - Parameter head: the view of the head, for the same needs.
    package init(_ request: Request, needs: RequestNeeds, examined head: RequestView) {
        path = head.path
        parts =
            head.parts == nil && !(needs.contains(.body) && request.isBodyEncoded)
            ? nil : Parts(request, head.parts?.segments, needs: needs, head: head.parts)
        isHeadOnly = false
        self.request = request
    }

    /// A part of a multipart body as a request of its own.
    init(_ part: PartHead, _ content: [UInt8], of connection: ConnectionInfo, needs: RequestNeeds) {
        let head = RequestHead(
            method: [], target: [], authority: [], path: [], query: nil, version: .http11, fields: part.fields)
        request = Request(head: head, body: content, connection: connection)
        isHeadOnly = false
        path = []
        parts = Parts(request, nil, needs: needs, part: part)
    }

    /// The segments between the slashes of the path, each decoded once; with malformed percent-encoding or invalid
    /// UTF-8, the original bytes. Empty for a target whose path does not begin with `/`.
    package var segments: PathSegments { parts?.segments.map { PathSegments(decoded: $0) } ?? PathSegments(of: path) }

    /// The names and values of the query in order. `+` is a space; `a` and `a=` both have the empty value.
    package var query: [Form.Pair] { parts?.query ?? Self.query(of: request) }

    /// The cookies of all `Cookie` lines in order.
    package var cookies: [Form.Pair] { parts?.cookies ?? Self.cookies(of: request) }

    /// The body without its content codings.
    package var body: DecodedBody {
        parts?.body ?? (request.isBodyEncoded ? DecodedBody(request.body, request.head.fields) : .bytes(request.body))
    }

    /// Whether the body of a recorded request has other bytes than were sent, with the same content.
    package var isBodyRestated: Bool { parts?.isBodyRestated ?? false }

    /// The number of bytes of the body, after decoding if that makes it larger.
    package var bodySize: Int { max(request.body.count, parts?.body?.bytes?.count ?? 0) }

    /// The number of bytes that matching may have to read.
    package var size: Int { bodySize + request.head.target.count }

    /// The names and values of the body read as a form, regardless of its content type; none if the body can't be
    /// decoded.
    package var form: [Form.Pair] { parts?.form ?? Self.form(in: body) }

    /// The body read as JSON.
    package var json: BodyJSON {
        switch parts?.json {
        case nil, .notRead: BodyJSON(reading: body)
        case let json?: json
        }
    }

    /// The parts of a multipart body. `needs` says what is parsed in each part.
    var multipart: MultipartBody { parts?.multipart ?? MultipartBody(reading: body, request, needs: []) }

    /// The head of the part of a multipart body that this is; nil for a request.
    var part: PartHead? { parts?.part }

    /// The requested host in lower case, without port and brackets.
    package var host: ArraySlice<UInt8> { Authority.host(of: request.head.authority)[...] }

    /// The token of `Authorization: Bearer <token>` (RFC 6750, section 2.1).
    var bearer: ArraySlice<UInt8>? {
        request.head.fields.first(named: "Authorization")?.bearerToken
    }

    /// The user and password of `Authorization: Basic` (RFC 7617).
    var basic: BasicCredentials? {
        request.head.fields.first(named: "Authorization").flatMap { BasicCredentials($0) }
    }

    private static func form(in body: DecodedBody) -> [Form.Pair] { body.bytes.map { Form.pairs($0) } ?? [] }

    private static func query(of request: Request) -> [Form.Pair] {
        request.head.query.map { Form.pairs($0) } ?? []
    }

    /// RFC 6265, section 5.4: pairs separated by `;`. A piece without `=` is a name with an empty value.
    private static func cookies(of request: Request) -> [Form.Pair] {
        var pairs: [Form.Pair] = []
        for line in request.head.fields.values(named: "Cookie") {
            for piece in line.split(separator: UInt8(ascii: ";")) {
                let piece = piece.trimmingOptionalWhitespace
                if piece.isEmpty { continue }
                let name = piece.prefix { $0 != UInt8(ascii: "=") }
                let value = piece[name.endIndex...].dropFirst()
                pairs.append(
                    Form.Pair(
                        name: Array(name.trimmingOptionalWhitespace), value: Array(value.trimmingOptionalWhitespace)))
            }
        }
        return pairs
    }

    private static func decodedSegments(of path: ArraySlice<UInt8>) -> [PathSegments.Decoded] {
        PathSegments(of: path).map { segment in
            guard segment.contains(UInt8(ascii: "%")) else { return PathSegments.Decoded(bytes: segment) }
            let decoded = Percent.decode(segment)
            guard decoded.isWellFormed, UTF8Text.firstInvalid(in: decoded.bytes) == nil else {
                return PathSegments.Decoded(bytes: segment, isWellFormed: false)
            }
            return PathSegments.Decoded(bytes: decoded.bytes[...])
        }
    }
}

extension Request {
    /// Whether the body has content codings.
    package var isBodyEncoded: Bool { !body.isEmpty && DecodedBody.isEncoded(head.fields) }
}

/// A request's body as JSON.
package enum BodyJSON: Hashable, Sendable {
    /// Nothing needed it.
    case notRead
    case value(JSON)
    /// The body is not JSON or repeats a member, a sentence with line and column, or it can't be decoded. `isLimit`: it may be
    /// JSON, but is nested deeper than is read.
    case invalid(String, isLimit: Bool = false)

    /// Reads a body, regardless of its content type.
    package init(reading body: DecodedBody) {
        switch body {
        case .unreadable(let problem): self = .invalid(problem)
        case .bytes(let bytes):
            do throws(JSONError) {
                self = .value(try JSON(parsing: bytes))
            } catch {
                self = .invalid(
                    bytes.isEmpty
                        ? "the body is empty"
                        : DecodedBody.undeclaredCoding(of: bytes) ?? Excerpt.text(error.description),
                    isLimit: error.isLimit)
            }
        }
    }

    /// Why nobody knows whether there is a value; nil if that is known.
    var limit: String? { if case .invalid(let sentence, isLimit: true) = self { sentence } else { nil } }

    /// The value; nil if there is no value.
    package var value: JSON? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension JSONError {
    /// Whether the text may be JSON, but is more than is read.
    fileprivate var isLimit: Bool { if case .tooDeep = reason { true } else { false } }
}
