import ExactJSON
import HTTPMessage
import Playback
import Scenarios

/// A response with every template evaluated, ready to be sent. A class, because a response without templates is
/// rendered once in a run and shared by all its players.
final class RenderedResponse: Sendable {
    let head: RenderedHead
    let body: RenderedBody
    /// nil if the response is only a head and a body with its length.
    let delivery: RenderedDelivery?
    /// What was added to the head for a browser; nil if nothing.
    let crossOrigin: CrossOriginFields?

    private init(
        _ head: ResponseHead, _ body: RenderedBody, connection: ConnectionOption? = nil,
        _ delivery: RenderedDelivery? = nil
    ) {
        self.head = RenderedHead(head, connection)
        self.body = body
        self.delivery = delivery
        crossOrigin = nil
    }

    private init(_ response: RenderedResponse, _ head: ResponseHead, crossOrigin: CrossOriginFields?) {
        self.head = RenderedHead(head, response.head.connection)
        body = response.body
        delivery = response.delivery
        self.crossOrigin = crossOrigin
    }

    /// The bytes of head and body that are in memory.
    var size: Int { head.head.fields.bytes.count + body.bytesInMemory }

    /// The response with what a browser wants to see. Raw bytes and interim responses are not changed.
    func adding(_ crossOrigin: CrossOriginFields?) -> RenderedResponse {
        guard let crossOrigin, !(delivery?.isRaw ?? false) else { return self }
        var head = head.head
        crossOrigin.add(to: &head.fields)
        return RenderedResponse(self, head, crossOrigin: crossOrigin)
    }

    /// The response with a prefix of the paths in its head. Raw bytes and interim responses are not changed.
    func adding(_ prefix: PathPrefix?) -> RenderedResponse {
        guard let prefix, !(delivery?.isRaw ?? false) else { return self }
        var head = head.head
        guard prefix.add(to: &head.fields) else { return self }
        return RenderedResponse(self, head, crossOrigin: crossOrigin)
    }

    /// The response of the scenario in the context of `scope`. If the request was a failure, `failure` is its kind.
    ///
    /// - Throws: `EvaluationError` if a template has no value, or a value that is not a status.
    convenience init(
        _ response: ResponseTemplate, in scope: EvaluationContext, failure: FailureKind? = nil
    ) throws(EvaluationError) {
        var status = try Self.status(response.status, in: scope)
        var fields = Fields()
        for header in response.headers {
            // RFC 9110, section 8.6.
            let isForbidden =
                status == 204 && !header.isDeliberate && header.name.utf8.equalsIgnoringASCIICase("content-length")
            for value in header.values {
                let text = try value.text(in: scope)
                try scope.check(fields.bytes.count + text.utf8.count, at: value.constant == nil ? value.position : nil)
                if !isForbidden { fields.append(header.name, text) }
            }
        }
        var content = try RenderedContent(response.body, in: scope)
        // Only a template can combine a body or a length with such a status: the loader rejects stated ones.
        let hasNoContent = ResponseTemplate.Status.hasNoContent(status)
        if hasNoContent { content = RenderedContent() }
        if let contentType = content.contentType, !fields.contains(named: "content-type") {
            fields.append("Content-Type", contentType)
        }
        // A cache would keep a stream of events from its client.
        if case .events = response.body, !hasNoContent, !fields.contains(named: "cache-control") {
            fields.append("Cache-Control", "no-cache")
        }
        if let encoding = response.delivery?.encoding, content.contentType != nil {
            content.encode(encoding)
            fields.append("Content-Encoding", encoding.rawValue)
            if !fields.containsListElement("accept-encoding", in: "Vary"), !fields.containsListElement("*", in: "Vary")
            {
                fields.append("Vary", "Accept-Encoding")
            }
        }
        var reason: String?
        if let template = response.reason { reason = try template.text(in: scope) }
        if response.delivery?.acceptsRanges ?? false, status == 200, let request = scope.request?.request {
            var source = scope.randomSource.generator(at: response.position)
            let ranged = RangedResponse(
                content.body, fields, answering: request.head, now: scope.now, boundary: source.text(length: 30))
            (status, content.body, fields) = (ranged.status, ranged.body, ranged.fields)
            if status != 200 { reason = nil }
        }
        if let length = response.delivery?.statedLength { fields.append("Content-Length", String(length)) }
        if let failure { fields.append(ResponseHead.failureHeader, failure.rawValue) }
        self.init(
            ResponseHead(status: status, reason: reason, fields: fields), content.body, connection: response.connection,
            try RenderedDelivery(response, content, in: scope))
    }

    /// The response for a failure: its text, and its kind in a header.
    convenience init(_ failure: Failure, status: Int) {
        let body = Array((failure.text() + "\n").utf8)
        self.init(ResponseHead(failure: failure.kind, status: status), .bytes(body))
    }

    /// The response to a CORS preflight, before the permissions are added.
    static var preflight: RenderedResponse {
        RenderedResponse(ResponseHead(status: ResponsePlan.Response.statusOfPreflight), .bytes([]))
    }

    /// The response to a request for which the script gave none, which is a bug.
    static var unanswered: RenderedResponse {
        RenderedResponse(text: "mockserver has no response to this request: please report this as a bug", status: 500)
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
                    .invalid("the status is \"\(text.prefix(100))\", not a number from 200 to 999"),
                    position: template.position)
            }
            return code
        }
    }
}
