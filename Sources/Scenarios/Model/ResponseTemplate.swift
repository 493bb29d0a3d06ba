/// A response as the scenario states it. By reference, so that a plan that names it copies nothing.
package final class ResponseTemplate: Sendable {
    /// A header field and its lines.
    package struct Header: Sendable {
        package let name: String
        package let values: [Template]
        /// Whether a value is `{text: …}`: sent as it stands, also where it is wrong.
        package let isDeliberate: Bool

        package init(name: String, values: [Template], isDeliberate: Bool = false) {
            self.name = name
            self.values = values
            self.isDeliberate = isDeliberate
        }
    }

    package enum Status: Sendable {
        case constant(Int)
        /// A template alone, which must make an integer from 200 to 999.
        case template(Template)
    }

    package enum Body: Sendable {
        case none
        case json(JSONTemplate)
        case text(Template)
        /// The bytes of a file of the scenario's folder, which is named at this position.
        case file(FileBody, Position)
        /// The text of such a file with its expressions evaluated.
        case templatedFile(Template, contentType: String)
    }

    package let status: Status
    /// The reason phrase on HTTP/1.1; nil for the registered one.
    package let reason: Template?
    /// In order, with their spelling.
    package let headers: [Header]
    package let body: Body
    package let delay: Delay
    package let connection: ConnectionOption?
    package let fault: Fault?
    /// Frames for HTTP/2, which alone can carry the response then.
    package let h2: HTTP2Frames?
    package let position: Position
    /// Whether every time the same is sent.
    package let isConstant: Bool
    /// The status of a response that is sent at once, every time the same, and does nothing else; nil for any other.
    package let plainStatus: Int?
    /// Whether any part changes with the time, so that a delayed response has to be made again when its head is sent.
    package let usesNow: Bool
    /// Whether templates decide if the body fits the headers that are about it, so that each response has to be checked.
    package let mayMisfit: Bool

    package init(
        status: Status = .constant(200), reason: Template? = nil, headers: [Header] = [], body: Body = .none,
        delay: Delay = Delay(), connection: ConnectionOption? = nil, fault: Fault? = nil, h2: HTTP2Frames? = nil,
        position: Position
    ) {
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
        mayMisfit = !isConstant && headers.contains(where: \.isAboutBody)
        if case .constant(let status) = status, isConstant, delay == Delay(), connection == nil, fault == nil, h2 == nil
        {
            plainStatus = status
        } else {
            plainStatus = nil
        }
    }
}

/// How long a response is kept back: before its head, and again before its body.
package struct Delay: Hashable, Sendable {
    package var headers: Duration
    package var body: Duration

    package init(headers: Duration = .zero, body: Duration = .zero) {
        self.headers = headers
        self.body = body
    }
}

/// What becomes of the connection after a response.
package enum ConnectionOption: String, Hashable, Sendable, CaseIterable {
    case close
    case keepAlive = "keep_alive"
}

/// A way in which a response goes wrong on the wire.
package struct Fault: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// RST: the client sees a connection reset.
        case reset
        /// `close` before a byte of the response.
        case empty
        /// FIN without a word.
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
