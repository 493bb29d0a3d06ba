import HTTPMessage
import Playback
import Scenarios

/// The constant responses of a run, each rendered when it was first sent.
struct ConstantResponseCache: Sendable {
    /// A template and its rendered response.
    struct Response: Sendable {
        let template: ResponseTemplate
        let response: RenderedResponse
    }

    /// The responses by the index of their template. One protocol may be unable to carry the response of another.
    private var overHTTP1: [RenderedResponse?] = []
    private var overHTTP2: [RenderedResponse?] = []

    /// Whether the plan's response is constant.
    static func canKeep(_ plan: ResponsePlan) -> Bool { template(of: plan) != nil }

    /// The response to the plan, if it is cached.
    func response(to plan: ResponsePlan, over version: HTTPVersion) -> Response? {
        guard let template = Self.template(of: plan) else { return nil }
        let responses = version == .h2 ? overHTTP2 : overHTTP1
        guard template.index < responses.count, let response = responses[template.index] else { return nil }
        return Response(template: template, response: response)
    }

    mutating func keep(_ response: RenderedResponse, for plan: ResponsePlan, over version: HTTPVersion) {
        guard let template = Self.template(of: plan) else { return }
        if version == .h2 {
            Self.keep(response, at: template.index, of: &overHTTP2)
        } else {
            Self.keep(response, at: template.index, of: &overHTTP1)
        }
    }

    private static func keep(_ response: RenderedResponse, at index: Int, of responses: inout [RenderedResponse?]) {
        if responses.count <= index {
            responses.append(contentsOf: repeatElement(nil, count: index + 1 - responses.count))
        }
        responses[index] = response
    }

    private static func template(of plan: ResponsePlan) -> ResponseTemplate? { plan.isConstant ? plan.template : nil }
}
