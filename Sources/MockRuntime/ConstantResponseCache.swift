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

    /// The responses by template. One protocol may be unable to carry the response of another.
    private var overHTTP1: [ObjectIdentifier: RenderedResponse] = [:]
    private var overHTTP2: [ObjectIdentifier: RenderedResponse] = [:]

    /// Whether the plan's response is constant.
    static func canKeep(_ plan: ResponsePlan) -> Bool { template(of: plan) != nil }

    /// The response to the plan, if it is cached.
    func response(to plan: ResponsePlan, over version: HTTPVersion) -> Response? {
        guard let template = Self.template(of: plan) else { return nil }
        let key = ObjectIdentifier(template)
        guard let response = version == .h2 ? overHTTP2[key] : overHTTP1[key] else { return nil }
        return Response(template: template, response: response)
    }

    mutating func keep(_ response: RenderedResponse, for plan: ResponsePlan, over version: HTTPVersion) {
        guard let template = Self.template(of: plan) else { return }
        if version == .h2 {
            overHTTP2[ObjectIdentifier(template)] = response
        } else {
            overHTTP1[ObjectIdentifier(template)] = response
        }
    }

    private static func template(of plan: ResponsePlan) -> ResponseTemplate? { plan.isConstant ? plan.template : nil }
}
