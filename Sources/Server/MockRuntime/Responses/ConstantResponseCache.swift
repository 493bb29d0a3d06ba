import HTTPMessage
import Playback
import Scenarios

/// The constant responses of a run, each rendered when it was first sent.
struct ConstantResponseCache: Sendable {
    /// A rendered response, and its template unless that is only a status, headers and a body.
    struct Response: Sendable {
        let template: ResponseTemplate?
        let response: RenderedResponse
    }

    /// The responses by the index of their template. One protocol may be unable to carry the response of another.
    private var overHTTP1: [Response?] = []
    private var overHTTP2: [Response?] = []

    /// The response to the plan, if it is cached.
    func response(to plan: borrowing ResponsePlan, over version: HTTPVersion) -> Response? {
        guard let index = plan.constantIndex else { return nil }
        return version == .h2 ? Self.response(at: index, of: overHTTP2) : Self.response(at: index, of: overHTTP1)
    }

    private static func response(at index: Int, of responses: borrowing [Response?]) -> Response? {
        index < responses.count ? responses[index] : nil
    }

    mutating func keep(_ response: RenderedResponse, for plan: ResponsePlan, over version: HTTPVersion) {
        guard let index = plan.constantIndex, let template = plan.template else { return }
        let response = Response(template: template.plainStatus == nil ? template : nil, response: response)
        if version == .h2 {
            Self.keep(response, at: index, of: &overHTTP2)
        } else {
            Self.keep(response, at: index, of: &overHTTP1)
        }
    }

    private static func keep(_ response: Response, at index: Int, of responses: inout [Response?]) {
        if responses.count <= index {
            responses.append(contentsOf: repeatElement(nil, count: index + 1 - responses.count))
        }
        responses[index] = response
    }
}
