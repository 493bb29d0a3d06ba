package import ExactJSON
package import HTTPMessage
package import TextCoding

/// A request parsed for matching, once, before any lock is held.
///
/// A part that `needs` does not name is parsed at each access.
package struct RequestView: Sendable {
    package let request: Request
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
        let form: [Form.Pair]?
        let json: BodyJSON
        let work: Work?

        init(_ request: borrowing Request, _ segments: [PathSegments.Decoded]?, _ needs: RequestNeeds) {
            self.segments = segments
            query = needs.contains(.query) ? RequestView.query(of: request) : nil
            cookies = needs.contains(.cookies) ? RequestView.cookies(of: request) : nil
            form = needs.contains(.form) ? Form.pairs(request.body) : nil
            json = needs.contains(.json) ? BodyJSON(reading: request.body) : .notRead
            work = needs.contains(.work) ? Work() : nil
        }
    }

    package init(_ request: consuming Request, needs: RequestNeeds) {
        self.request = request
        let stated = self.request.head.path
        var segments: [PathSegments.Decoded]?
        if stated.contains(UInt8(ascii: "%")), stated.first == UInt8(ascii: "/") {
            let decoded = Self.decodedSegments(of: stated)
            path = PathSegments(decoded: decoded).text[...]
            segments = decoded
        } else {
            path = stated
        }
        parts = segments == nil && needs.isEmpty ? nil : Parts(self.request, segments, needs)
    }

    /// The segments between the slashes of the path, each decoded once; with malformed percent-encoding or invalid
    /// UTF-8, the original bytes. Empty for a target whose path does not begin with `/`.
    package var segments: PathSegments { parts?.segments.map { PathSegments(decoded: $0) } ?? PathSegments(of: path) }

    /// The names and values of the query in order. `+` is a space; `a` and `a=` both have the empty value.
    package var query: [Form.Pair] { parts?.query ?? Self.query(of: request) }

    /// The cookies of all `Cookie` lines in order.
    package var cookies: [Form.Pair] { parts?.cookies ?? Self.cookies(of: request) }

    /// The names and values of the body read as a form, regardless of its content type.
    package var form: [Form.Pair] { parts?.form ?? Form.pairs(request.body) }

    /// The body read as JSON.
    package var json: BodyJSON {
        switch parts?.json {
        case nil, .notRead: BodyJSON(reading: request.body)
        case let json?: json
        }
    }

    /// The work that matching this request may do; nil if the scenario contains nothing that needs a limit.
    var work: Work? { parts?.work }

    /// The requested host in lower case, without port and brackets.
    package var host: ArraySlice<UInt8> { Host.bare(request.head.authority)[...] }

    /// The token of `Authorization: Bearer <token>` (RFC 6750, section 2.1).
    var bearer: ArraySlice<UInt8>? {
        guard let value = request.head.fields.first(named: "Authorization") else { return nil }
        guard value.prefix(6).equalsIgnoringASCIICase("Bearer"), value.dropFirst(6).first == 0x20 else { return nil }
        return value.dropFirst(6).drop { $0 == 0x20 }
    }

    private static func query(of request: Request) -> [Form.Pair] {
        request.head.query.map { Form.pairs($0) } ?? []
    }

    /// RFC 6265, section 5.4: pairs separated by `;`. A piece without `=` is a name with an empty value.
    private static func cookies(of request: Request) -> [Form.Pair] {
        var pairs: [Form.Pair] = []
        for line in request.head.fields.values(named: "Cookie") {
            for piece in line.split(separator: UInt8(ascii: ";")) {
                let piece = piece.trimmingSpace
                if piece.isEmpty { continue }
                let name = piece.prefix { $0 != UInt8(ascii: "=") }
                let value = piece[name.endIndex...].dropFirst()
                pairs.append(Form.Pair(name: Array(name.trimmingSpace), value: Array(value.trimmingSpace)))
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

/// A request's body as JSON.
package enum BodyJSON: Hashable, Sendable {
    /// Nothing needed it.
    case notRead
    case value(JSON)
    /// The body is not JSON or repeats a member; a sentence with line and column.
    case invalid(String)

    /// Reads a body, regardless of its content type.
    package init(reading body: [UInt8]) {
        do throws(JSONError) {
            self = .value(try JSON(parsing: body))
        } catch {
            self = .invalid(body.isEmpty ? "the body is empty" : Excerpt.text(error.description))
        }
    }

    /// The value; nil if there is no value.
    package var value: JSON? {
        if case .value(let value) = self { value } else { nil }
    }
}
