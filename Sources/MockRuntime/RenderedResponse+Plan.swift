import HTTPMessage
import Playback
import Scenarios

extension RenderedResponse {
    /// Renders what a plan has, or the text of the failure that takes its place.
    ///
    /// - Throws: `UnmadeResponse` where the response can't be made as it is stated.
    static func rendering(
        _ plan: ResponsePlan, _ explained: ExplainedFailure?, over version: HTTPVersion
    ) throws(UnmadeResponse) -> RenderedResponse {
        if let (failure, status) = explained?.response {
            return RenderedResponse(failure, status: status)
        }
        guard let template = plan.template else { return .unanswered }
        let response: RenderedResponse
        do throws(EvaluationError) {
            response = try RenderedResponse(template, in: plan.scope ?? .empty, failure: plan.failureKind)
        } catch {
            throw UnmadeResponse(problem: .template(error))
        }
        if let problem = check(response, of: template, over: version) {
            throw UnmadeResponse(problem: problem)
        }
        if template.mayMisfit, let problem = checkBody(response, of: template, plan.scope) {
            throw UnmadeResponse(problem: problem)
        }
        return response
    }

    /// What of the head the request's protocol cannot carry.
    private static func check(
        _ response: RenderedResponse, of template: ResponseTemplate, over version: HTTPVersion
    ) -> ResponseProblem? {
        switch version {
        case .http10, .http11:
            if let h2 = template.h2 {
                return .unsendable("h2 cannot be sent over HTTP/1.1, which has no frames", h2.position)
            }
            // What HTTP/1.1 can write is written already; what it can't is looked at again only to say why.
            if response.head.encoded != nil { return nil }
            do throws(HTTP1Unsendable) { try response.head.head.checkSendable() } catch {
                return .unsendable(clause(error.description), template.position(of: UnsendablePart(error)))
            }
        case .h2:
            do throws(HTTP2Unsendable) { try response.head.head.checkSendableOnHTTP2() } catch {
                return .unsendable(clause(error.description), template.position(of: UnsendablePart(error)))
            }
        }
        return nil
    }

    /// Which header the body does not fit, where templates decide that. To HEAD they speak of the body that GET would have
    /// had, and so does a 304 (RFC 9110, sections 8.6 and 9.3.2).
    private static func checkBody(
        _ response: RenderedResponse, of template: ResponseTemplate, _ scope: EvaluationContext?
    ) -> ResponseProblem? {
        let isHead = scope?.request?.request.head.method.elementsEqual("HEAD".utf8) ?? false
        guard !isHead, response.head.head.status != 304 else { return nil }
        let found = template.misfit(bodySize: response.body.count, start: response.body.start) { name in
            response.head.head.fields.values(named: name).map { String(decoding: $0, as: UTF8.self) }
        }
        return found.map { .unsendable($0.clause, $0.position) }
    }

    /// An error as it stands behind a colon: `the header X cannot be sent: …`.
    private static func clause(_ text: String) -> String {
        let start = text.prefix(1).lowercased() + text.dropFirst()
        return start.hasSuffix(".") ? String(start.dropLast()) : start
    }
}

/// Which part of a response cannot be sent.
private enum UnsendablePart {
    case response
    case reason
    case header(String)

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

/// A response that can't be made as it is stated.
struct UnmadeResponse: Error {
    let problem: ResponseProblem
}

extension ResponseTemplate {
    /// Where it states what can't be sent. Over HTTP/1.1 only a template can make such bytes: stated ones are checked by
    /// the loader.
    fileprivate func position(of misfit: UnsendablePart) -> Position {
        switch misfit {
        case .response:
            return position
        case .reason:
            return reason?.position ?? position
        case .header(let name):
            let values = headers.filter { $0.name.lowercased() == name.lowercased() }.flatMap(\.values)
            return (values.first { $0.constant == nil } ?? values.first)?.position ?? position
        }
    }
}
