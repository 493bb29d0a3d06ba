import ExactJSON
import HTTPMessage
import HTTPWire
import Playback
import Scenarios

/// A response with every template evaluated, ready to be sent. A class, because a response without templates is
/// rendered once in a run and shared by all its players.
final class RenderedResponse: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// A file too large to be kept in memory, and the position of its name in the scenario.
        case file(FileBody, Position)

        /// The size in bytes.
        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(let file, _): file.size
            }
        }

        /// The first bytes, at least four if the body is longer.
        var start: [UInt8] {
            switch self {
            case .bytes(let bytes): Array(bytes.prefix(4))
            case .file(let file, _): (try? file.read(at: 0, upTo: 4)) ?? []
            }
        }
    }

    let head: RenderedHead
    let body: Body

    private init(_ head: ResponseHead, _ body: Body, _ connection: ConnectionOption? = nil) {
        self.head = RenderedHead(head, connection)
        self.body = body
    }

    /// The response of the scenario in the context of `scope`. If the request was a failure, `failure` is its kind.
    ///
    /// - Throws: `EvaluationError` if a template has no value, or a value that is not a status.
    convenience init(
        _ response: ResponseTemplate, in scope: EvaluationContext, failure: FailureKind? = nil
    ) throws(EvaluationError) {
        let status = try Self.status(response.status, in: scope)
        var fields = Fields()
        for header in response.headers {
            // RFC 9110, section 8.6.
            let isForbidden =
                status == 204 && !header.isDeliberate && header.name.utf8.equalsIgnoringASCIICase("content-length")
            for value in header.values {
                let text = try value.text(in: scope)
                if !isForbidden { fields.append(header.name, text) }
            }
        }
        var (body, contentType) = try Self.body(response.body, in: scope)
        // Only a template can combine a body or a length with such a status: the loader rejects stated ones.
        if ResponseTemplate.Status.hasNoContent(status) { (body, contentType) = (.bytes([]), nil) }
        if let contentType, !fields.contains(named: "content-type") { fields.append("Content-Type", contentType) }
        if let failure { fields.append(ResponseHead.failureHeader, failure.rawValue) }
        var reason: String?
        if let template = response.reason { reason = try template.text(in: scope) }
        self.init(ResponseHead(status: status, reason: reason, fields: fields), body, response.connection)
    }

    /// The response for a failure: its text, and its kind in a header.
    convenience init(_ failure: Failure, status: Int) {
        let body = Array((failure.text() + "\n").utf8)
        self.init(ResponseHead(failure: failure.kind, status: status), .bytes(body))
    }

    /// The response to a request for which the script gave none, which is a bug.
    static var unanswered: RenderedResponse {
        RenderedResponse(text: "mockserver has no answer to this request: please report this as a bug", status: 500)
    }

    private convenience init(text: String, status: Int) {
        let fields = Fields([("Content-Type", "text/plain; charset=utf-8")])
        self.init(ResponseHead(status: status, fields: fields), .bytes(Array((text + "\n").utf8)))
    }

    private static func status(_ status: ResponseTemplate.Status, in scope: EvaluationContext) throws(EvaluationError)
        -> Int
    {
        switch status {
        case .constant(let code): return code
        case .template(let template):
            let text = try template.text(in: scope)
            guard let code = Int(text), (200...999).contains(code) else {
                throw EvaluationError(
                    .invalid("the status is \"\(text.prefix(100))\", no number from 200 to 999"),
                    position: template.position)
            }
            return code
        }
    }

    private static func body(
        _ body: ResponseTemplate.Body, in scope: EvaluationContext
    ) throws(EvaluationError) -> (Body, contentType: String?) {
        switch body {
        case .none: (.bytes([]), nil)
        case .json(let template):
            (.bytes(try template.evaluate(in: scope).bytes()), "application/json")
        case .text(let template): (.bytes(try template.bytes(in: scope)), "text/plain; charset=utf-8")
        case .templatedFile(let template, let contentType): (.bytes(try template.bytes(in: scope)), contentType)
        case .file(let file, let position):
            (file.bytes.map(Body.bytes) ?? .file(file, position), file.contentType)
        }
    }
}
