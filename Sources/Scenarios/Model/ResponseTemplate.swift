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
    package let position: Position
    /// Its index among the responses of its scenario.
    package let index: Int
    /// Whether each request gets the same bytes.
    package let isConstant: Bool
    /// The status of a constant response that is sent at once and has no other effects; nil for any other response.
    package let plainStatus: Int?
    /// Whether any part depends on the time, so that a delayed response must be rendered again when its head is sent.
    package let usesNow: Bool
    /// Whether templates decide if headers agree with the body, so that each response must be checked.
    package let mayContradictBody: Bool

    package init(
        status: Status = .constant(200), reason: Template? = nil, headers: [Header] = [], body: Body = .none,
        delay: Delay = Delay(), connection: ConnectionOption? = nil, fault: Fault? = nil, h2: HTTP2Frames? = nil,
        position: Position, index: Int
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
        self.position = position
        let templates = Self.templates(status, reason, headers, body)
        isConstant = templates.allSatisfy { $0.constant != nil }
        usesNow = templates.contains(where: \.usesNow)
        mayContradictBody = !isConstant && headers.contains(where: \.isAboutBody)
        if case .constant(let status) = status, isConstant, delay == Delay(), connection == nil, fault == nil, h2 == nil
        {
            plainStatus = status
        } else {
            plainStatus = nil
        }
    }
}

/// The delays of a response: before its head, and again before its body.
package struct Delay: Hashable, Sendable {
    package var headers: Duration
    package var body: Duration

    package init(headers: Duration = .zero, body: Duration = .zero) {
        self.headers = headers
        self.body = body
    }
}

/// Whether the connection is closed after a response.
package enum ConnectionOption: String, Hashable, Sendable, CaseIterable {
    case close
    case keepAlive = "keep_alive"
}

/// An error of a response on the wire, made on purpose.
package struct Fault: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// RST: the client sees a connection reset.
        case reset
        /// `close` before the first byte of the response.
        case empty
        /// FIN: the client sees the end of the connection.
        case close
    }

    /// When it happens.
    package enum Phase: String, Hashable, Sendable, CaseIterable {
        case responseStart = "response_start"
        case responseEnd = "response_end"
    }

    package let kind: Kind
    package let phase: Phase

    package init(kind: Kind, phase: Phase) {
        self.kind = kind
        self.phase = phase
    }
}
