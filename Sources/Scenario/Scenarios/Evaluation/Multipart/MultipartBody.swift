import HTTPMessage

/// The parts of a request's body.
package enum MultipartBody: Sendable {
    /// Each part as a request of its own: its header fields and its content.
    case parts([RequestView])
    /// Why there are none, a sentence without a full stop.
    case invalid(String)

    /// The longest boundary (RFC 2046, section 5.1.1).
    static let longestBoundary = 70

    /// Reads the parts of a body whose message has these fields.
    ///
    /// - Parameter needs: what is parsed in each part. Parts of a part are read when they are compared, so that the
    ///   work doesn't grow with the depth.
    init(reading body: DecodedBody, _ request: Request, needs: RequestNeeds) {
        let bytes: [UInt8]
        switch body {
        case .bytes(let decoded): bytes = decoded
        case .unreadable(let problem):
            self = .invalid(problem)
            return
        }
        guard !bytes.isEmpty else {
            self = .invalid("the body is empty")
            return
        }
        let boundary: [UInt8]
        switch Self.boundary(request.head.fields) {
        case .success(let found): boundary = found
        case .failure(let error):
            self = .invalid(error.reason)
            return
        }
        do throws(MultipartParser.ParseError) {
            let parts = try MultipartParser.parts(of: bytes, boundary: boundary)
            let needs = needs.intersection([.json, .body])
            self = .parts(
                parts.map { RequestView($0.head, Array(bytes[$0.content]), of: request.connection, needs: needs) })
        } catch {
            self = .invalid(error.reason)
        }
    }

    private static func boundary(_ fields: Fields) -> Result<[UInt8], MultipartParser.ParseError> {
        func failure(_ reason: String) -> Result<[UInt8], MultipartParser.ParseError> {
            .failure(.init(reason: reason))
        }
        guard let value = fields.first(named: "Content-Type") else {
            return failure("no Content-Type says that the body is multipart")
        }
        let type = MediaTypeValue(value)
        guard type.isMultipart else {
            return failure("the Content-Type is \(Excerpt.text(value)), which is not multipart")
        }
        guard let boundary = type.parameter("boundary"), !boundary.isEmpty else {
            return failure("the Content-Type \(Excerpt.text(value)) has no boundary")
        }
        guard boundary.count <= longestBoundary else {
            return failure(
                "the boundary has \(boundary.count) characters, and at most \(longestBoundary) are allowed (RFC 2046, 5.1.1)"
            )
        }
        return .success(boundary)
    }
}
