import HTTPMessage
import Playback
import Scenarios

extension RenderedResponse {
    /// Renders a plan's response, or the text of the failure that replaces it.
    ///
    /// - Parameter limit: the most bytes that its templates may make.
    /// - Throws: `UnmadeResponse` if the response can't be produced as stated.
    static func rendering(
        _ plan: ResponsePlan, _ explained: ExplainedFailure?, over version: HTTPVersion,
        upTo limit: Int = ValueLimit.rendered
    ) throws(UnmadeResponse) -> RenderedResponse {
        if let (failure, status) = explained?.response {
            return RenderedResponse(failure, status: status)
        }
        if case .preflight = plan.response { return .preflight }
        guard let template = plan.template else { return .unanswered }
        let response: RenderedResponse
        do throws(EvaluationError) {
            var scope = plan.scope ?? .empty
            if limit < scope.valueLimit { scope.valueLimit = limit }
            response = try RenderedResponse(template, in: scope, failure: plan.failureKind)
        } catch {
            throw UnmadeResponse(problem: .template(error))
        }
        if let problem = check(response, of: template, over: version) {
            throw UnmadeResponse(problem: problem)
        }
        if template.mayContradictBody, let problem = checkBody(response, of: template, plan.scope) {
            throw UnmadeResponse(problem: problem)
        }
        return response
    }

    /// The part of the head that the request's protocol can't carry.
    private static func check(
        _ response: RenderedResponse, of template: ResponseTemplate, over version: HTTPVersion
    ) -> ResponseProblem? {
        switch version {
        case .http10, .http11:
            if let h2 = template.h2 {
                return .unsendable("h2 cannot be sent over HTTP/1.1, which has no frames", h2.position)
            }
            if response.delivery != nil, let problem = checkDelivery(response, of: template, over: version) {
                return problem
            }
            // `encoded` exists for a head that HTTP/1.1 can carry; any other is checked again only to find the reason.
            if response.head.encoded != nil { return nil }
            do throws(HTTP1Unsendable) { try response.head.head.checkSendable() } catch {
                return .unsendable(clause(error.description), template.position(of: UnsendablePart(error)))
            }
        case .h2:
            if case .raw(_, let position) = template.body {
                return .unsendable("raw cannot be sent over HTTP/2, which has frames", position)
            }
            if let fault = template.fault, fault.kind == .malformedChunk {
                return .unsendable("malformed_chunk cannot be sent over HTTP/2, which has no chunks", fault.position)
            }
            if response.delivery != nil, let problem = checkDelivery(response, of: template, over: version) {
                return problem
            }
            do throws(HTTP2Unsendable) { try response.head.head.checkSendableOnHTTP2() } catch {
                return .unsendable(clause(error.description), template.position(of: UnsendablePart(error)))
            }
        }
        return nil
    }

    /// The interim response, trailer or framing that the request's protocol can't carry.
    private static func checkDelivery(
        _ response: RenderedResponse, of template: ResponseTemplate, over version: HTTPVersion
    ) -> ResponseProblem? {
        guard let delivery = response.delivery else { return nil }
        if version == .http10, let problem = checkForHTTP10(template) { return problem }
        let stated = template.delivery?.informational ?? []
        for (interim, head) in zip(stated, delivery.informational) {
            let position = { (name: String?) in interim.headers.position(of: name) ?? interim.position }
            if let problem = problem(of: head.head, over: version, isInterim: true, at: position) { return problem }
        }
        guard let trailers = template.delivery?.trailers, !trailers.isEmpty else { return nil }
        let fields = ResponseHead(status: 200, fields: delivery.trailers)
        return problem(of: fields, over: version) { trailers.position(of: $0) ?? template.position }
    }

    /// HTTP/1.0 knows none of these (RFC 9112, sections 6.1 and 7.1.2, and RFC 9110, section 15.2).
    private static func checkForHTTP10(_ template: ResponseTemplate) -> ResponseProblem? {
        if let interim = template.delivery?.informational.first {
            return .unsendable("interim responses cannot be sent over HTTP/1.0", interim.position)
        }
        guard template.framing == .chunked else { return nil }
        let position = template.delivery?.framingPosition ?? template.streamPosition ?? template.position
        let isTrailer = template.delivery?.framing == nil && !(template.delivery?.trailers.isEmpty ?? true)
        return .unsendable(
            isTrailer
                ? "trailers cannot be sent over HTTP/1.0, which has no chunks"
                : "a chunked body cannot be sent over HTTP/1.0; state framing: close to end it with the connection",
            position)
    }

    /// Why these fields can't be sent, at the position of the field.
    private static func problem(
        of head: ResponseHead, over version: HTTPVersion, isInterim: Bool = false,
        at position: (_ name: String?) -> Position
    ) -> ResponseProblem? {
        if version == .h2 {
            do throws(HTTP2Unsendable) {
                if isInterim { try head.checkSendableAsInterimOnHTTP2() } else { try head.checkSendableOnHTTP2() }
            } catch {
                return .unsendable(clause(error.description), position(UnsendablePart(error).header))
            }
        } else {
            do throws(HTTP1Unsendable) { try head.checkSendable() } catch {
                return .unsendable(clause(error.description), position(UnsendablePart(error).header))
            }
        }
        return nil
    }

    /// The header that contradicts the body, if templates decide that. For HEAD and 304, headers describe the body that
    /// GET would have had (RFC 9110, sections 8.6 and 9.3.2).
    private static func checkBody(
        _ response: RenderedResponse, of template: ResponseTemplate, _ scope: EvaluationContext?
    ) -> ResponseProblem? {
        let isHead = scope?.request?.request.head.method.elementsEqual("HEAD".utf8) ?? false
        guard !isHead, response.head.head.status != 304 else { return nil }
        let found = template.contradiction(bodySize: response.body.count, start: response.body.start) { name in
            response.head.head.fields.values(named: name).map { String(decoding: $0, as: UTF8.self) }
        }
        return found.map { .unsendable($0.clause, $0.position) }
    }

    /// A sentence in the form after a colon: `the header X cannot be sent: …`.
    private static func clause(_ text: String) -> String {
        let start = text.prefix(1).lowercased() + text.dropFirst()
        return start.hasSuffix(".") ? String(start.dropLast()) : start
    }
}

/// The part of a response that can't be sent.
private enum UnsendablePart {
    case response
    case reason
    case header(String)

    /// The name of the header.
    var header: String? { if case .header(let name) = self { name } else { nil } }

    init(_ error: HTTP1Unsendable) {
        switch error {
        case .status, .name: self = .response
        case .reason: self = .reason
        case .value(let name, _): self = .header(name)
        }
    }

    init(_ error: HTTP2Unsendable) {
        switch error {
        case .status, .tooLarge: self = .response
        case .reason: self = .reason
        case .name(let name), .value(let name, _), .connectionField(let name): self = .header(name)
        }
    }
}

/// The error of a response that can't be produced as stated.
struct UnmadeResponse: Error {
    let problem: ResponseProblem
}

extension ResponseTemplate {
    /// The position of the part that can't be sent. Over HTTP/1.1 only a template can produce such bytes: the loader
    /// checks stated ones.
    fileprivate func position(of part: UnsendablePart) -> Position {
        switch part {
        case .response:
            return position
        case .reason:
            return reason?.position ?? position
        case .header(let name):
            return headers.position(of: name) ?? position
        }
    }

    /// The position of the first chunk or event, or of a malformed chunk.
    fileprivate var streamPosition: Position? {
        switch body {
        case .chunks(let chunks): chunks.first?.position
        case .events(let events, _, _): events.first?.position
        case .none, .json, .text, .file, .templatedFile, .bytes, .base64, .raw: fault?.position
        }
    }
}

extension [ResponseTemplate.Header] {
    /// The position of the value that made a field unsendable; nil if there is no such field.
    fileprivate func position(of name: String?) -> Position? {
        guard let name = name?.lowercased() else { return nil }
        let values = filter { $0.name.lowercased() == name }.flatMap(\.values)
        return (values.first { $0.constant == nil } ?? values.first)?.position
    }
}
