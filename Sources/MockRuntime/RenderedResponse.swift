import ExactJSON
import HTTPMessage
import Playback
import Scenarios

/// An answer with every template evaluated, ready for a wire.
struct RenderedResponse: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// A file too large to be kept in memory.
        case file(FileBody)

        /// In bytes.
        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(let file): file.size
            }
        }
    }

    var head: ResponseHead
    var body: Body

    /// The answer as the scenario states it, seen from `scope`; where the request was a failure, `failure` says of which kind.
    ///
    /// - Throws: `EvaluationError` where a template makes no value or a status that is none.
    init(_ response: ResponseTemplate, in scope: Scope, failure: FailureKind? = nil) throws(EvaluationError) {
        var fields = Fields()
        for header in response.headers {
            for value in header.values { fields.append(header.name, try value.text(in: scope)) }
        }
        let (body, contentType) = try Self.body(response.body, in: scope)
        if let contentType, !fields.contains(named: "content-type") { fields.append("Content-Type", contentType) }
        if let failure { fields.append(ResponseHead.failureHeader, failure.rawValue) }
        self.body = body
        var reason: String?
        if let template = response.reason { reason = try template.text(in: scope) }
        head = ResponseHead(status: try Self.status(response.status, in: scope), reason: reason, fields: fields)
    }

    /// The answer that a failure makes: its text, and its kind in a header.
    init(_ failure: Failure, status: Int) {
        head = ResponseHead(failure: failure.kind, status: status)
        body = .bytes(Array((failure.text() + "\n").utf8))
    }

    /// The answer to a request that the script left without one, which it never should.
    static var unanswered: RenderedResponse {
        RenderedResponse(text: "mockserver has no answer to this request: please report this as a bug", status: 500)
    }

    private init(text: String, status: Int) {
        head = ResponseHead(status: status, fields: Fields([("Content-Type", "text/plain; charset=utf-8")]))
        body = .bytes(Array((text + "\n").utf8))
    }

    private static func status(_ status: ResponseTemplate.Status, in scope: Scope) throws(EvaluationError) -> Int {
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
        _ body: ResponseTemplate.Body, in scope: Scope
    ) throws(EvaluationError) -> (Body, contentType: String?) {
        switch body {
        case .none: (.bytes([]), nil)
        case .json(let template):
            (.bytes(try template.evaluate(in: scope).bytes()), "application/json")
        case .text(let template): (.bytes(try template.bytes(in: scope)), "text/plain; charset=utf-8")
        case .templatedFile(let template, let contentType): (.bytes(try template.bytes(in: scope)), contentType)
        case .file(let file): (file.bytes.map(Body.bytes) ?? .file(file), file.contentType)
        }
    }
}
