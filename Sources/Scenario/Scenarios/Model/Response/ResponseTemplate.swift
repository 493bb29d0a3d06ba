/// A response as the scenario states it. A class, so that a plan that refers to it copies nothing.
package final class ResponseTemplate: Sendable {
    /// A header field and its lines.
    package struct Header: Sendable {
        package let name: String
        package let values: [Template]
        /// Whether a value is `{text: …}`: it is sent unchanged, even if it is wrong.
        package let isDeliberate: Bool

        package init(name: String, values: [Template], isDeliberate: Bool = false) {
            self.name = name
            self.values = values
            self.isDeliberate = isDeliberate
        }

        fileprivate var mayHaveCredentials: Bool {
            let name = name.lowercased()
            return Redaction.standard.headers.contains(name)
                || ["location", "content-location", "link", "refresh"].contains(name)
        }
    }

    package enum Status: Sendable {
        case constant(Int)
        /// A single template, which must make an integer from 200 to 999.
        case template(Template)
    }

    package enum Body: Sendable {
        case none
        case json(JSONTemplate)
        case text(Template)
        /// The bytes of a file in the scenario's folder, and the position of its name.
        case file(FileBody, Position)
        /// The text of such a file with its expressions evaluated.
        case templatedFile(Template, contentType: String)
        /// Bytes, stated as base64.
        case bytes([UInt8])
        /// Bytes, stated as base64 that templates make.
        case base64(Template)
        /// A streamed body.
        case chunks([BodyChunk])
        /// A stream of server-sent events, what follows it, and the position of that key, or of the events.
        case events([ServerSentEvent], then: AfterLastEvent, Position)
        /// The whole response as bytes of HTTP/1.1, and the position of the key `raw`.
        case raw(ContentTemplate, Position)
    }

    package let status: Status
    /// The reason phrase on HTTP/1.1; nil for the registered one.
    package let reason: Template?
    /// The headers in order, with their spelling.
    package let headers: [Header]
    package let body: Body
    package let delay: Delay
    package let connection: ConnectionOption?
    package let fault: Fault?
    /// Frames for HTTP/2, which restrict the response to HTTP/2.
    package let h2: HTTP2Frames?
    /// How the response is delivered; nil if it states nothing about that.
    package let delivery: ResponseDelivery?
    /// The closure that makes the response instead; nil for a response that the scenario states.
    package let responder: Responder?
    package let position: Position
    /// Its index among the responses of its scenario.
    package let index: Int
    /// Whether each request gets the same bytes.
    package let isConstant: Bool
    /// The status of a constant response that is sent at once and has no other effects; nil for any other response.
    package let plainStatus: Int?
    /// nil for a response of constant parts.
    package let renderingCost: RenderingCost?
    /// Whether any part depends on the time, so that a delayed response must be rendered again when its head is sent.
    package let usesNow: Bool
    /// Whether templates decide if headers agree with the body, so that each response must be checked.
    package let mayContradictBody: Bool
    /// Whether a field is one that carries credentials by its definition, or a URI, which may have user information. Bytes
    /// of HTTP/1.1 may have any field.
    package let mayHaveCredentials: Bool

    package init(
        status: Status = .constant(200), reason: Template? = nil, headers: [Header] = [], body: Body = .none,
        delay: Delay = Delay(), connection: ConnectionOption? = nil, fault: Fault? = nil, h2: HTTP2Frames? = nil,
        delivery: ResponseDelivery? = nil, responder: Responder? = nil, position: Position, index: Int
    ) {
        self.index = index
        self.status = status
        self.reason = reason
        self.headers = headers
        self.body = body
        self.delay = delay
        self.connection = connection
        self.fault = fault
        self.h2 = h2
        self.delivery = delivery
        self.responder = responder
        self.position = position
        let templates = Self.templates(status, reason, headers: headers, body: body, delivery)
        let isRandom = delay.isRandom || body.hasRandomDelay || fault?.kind == .garbage
        isConstant =
            templates.allSatisfy { $0.constant != nil } && !isRandom && !(delivery?.acceptsRanges ?? false)
            && responder == nil
        renderingCost =
            isConstant ? nil : RenderingCost(templates, body, isEncoded: delivery?.encoding != nil)
        usesNow = templates.contains(where: \.usesNow)
        mayContradictBody = !isConstant && headers.contains(where: \.isAboutBody)
        let others = (delivery?.trailers ?? []) + (delivery?.informational.flatMap(\.headers) ?? [])
        mayHaveCredentials = body.isRaw || (headers + others).contains(where: \.mayHaveCredentials)
        if case .constant(let status) = status, isConstant, delay == Delay(), connection == nil, fault == nil,
            h2 == nil,
            delivery == nil, !body.isStreamed
        {
            plainStatus = status
        } else {
            plainStatus = nil
        }
    }
}

extension ResponseTemplate {
    /// Whether a template makes its status.
    package var hasStatusTemplate: Bool { if case .template = status { true } else { false } }

    /// How the end of the body is marked over HTTP/1.1.
    package var framing: BodyFraming {
        if let framing = delivery?.framing { return framing }
        if delivery?.statedLength != nil { return .contentLength }
        if fault?.kind == .malformedChunk || !(delivery?.trailers.isEmpty ?? true) { return .chunked }
        return body.isStreamed ? .chunked : .contentLength
    }

    /// Whether the response is bytes that are written as they stand.
    package var isRaw: Bool { body.isRaw }

    /// Whether the connection stays open after the last byte of the body.
    package var staysOpen: Bool { if case .events(_, .keepOpen, _) = body { true } else { false } }

    /// Whether it has no end on purpose: it counts as sent with its last byte, but only its client can end it.
    package var hasNoEnd: Bool { staysOpen || fault?.kind == .stall }
}

extension ResponseTemplate.Body {
    fileprivate var isRaw: Bool { if case .raw = self { true } else { false } }

    /// Whether it is not just bytes: it has pieces, or it is a whole response.
    var isStreamed: Bool {
        switch self {
        case .none, .json, .text, .file, .templatedFile, .bytes, .base64: false
        case .chunks, .events, .raw: true
        }
    }

    /// Whether the time before one of its pieces is random.
    fileprivate var hasRandomDelay: Bool {
        switch self {
        case .chunks(let chunks): chunks.contains { $0.delay.isRandom }
        case .events(let events, _, _): events.contains { $0.delay.isRandom }
        case .none, .json, .text, .file, .templatedFile, .bytes, .base64, .raw: false
        }
    }
}
