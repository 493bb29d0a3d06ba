public import Foundation

/// Calls of endpoints, by an app's own `URLSession` or another transport. Each throws ``InvalidEndpointError`` for an
/// endpoint that makes no valid request, ``RESTError`` for a call without a good response, and `CancellationError` in a
/// cancelled task.
extension HTTPTransport {
    /// Calls an endpoint and returns the response's body.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint to call.
    ///   - input: what endpoints of this kind need: a token, or a responder.
    ///   - host: the host that has it.
    public func data<Kind, Response>(
        for endpoint: Endpoint<Kind, Response>, with input: Kind.Input, host: EndpointHost = .default
    ) async throws -> Data {
        try await response(for: endpoint, with: input, host: host).body
    }

    /// Calls an endpoint and returns what its response is read as.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint to call.
    ///   - input: what endpoints of this kind need: a token, or a responder.
    ///   - host: the host that has it.
    public func value<Kind, Response>(
        for endpoint: Endpoint<Kind, Response>, with input: Kind.Input, host: EndpointHost = .default
    ) async throws -> Response {
        try await endpoint.request.expected.output(of: response(for: endpoint, with: input, host: host))
    }

    /// Calls an endpoint that needs nothing, and returns the response's body.
    public func data<Kind, Response>(
        for endpoint: Endpoint<Kind, Response>, host: EndpointHost = .default
    ) async throws -> Data where Kind.Input == Void {
        try await data(for: endpoint, with: (), host: host)
    }

    /// Calls an endpoint that needs nothing, and returns what its response is read as.
    public func value<Kind, Response>(
        for endpoint: Endpoint<Kind, Response>, host: EndpointHost = .default
    ) async throws -> Response where Kind.Input == Void {
        try await value(for: endpoint, with: (), host: host)
    }

    private func response<Kind, Response>(
        for endpoint: Endpoint<Kind, Response>, with input: Kind.Input, host: EndpointHost
    ) async throws -> RESTResponse {
        let request = try endpoint.makeRequest(with: input, host: host)
        let response = try await Kind.transport(over: self, with: input).response(to: request)
        guard response.isSuccess else { throw RESTError.status(response) }
        return response
    }
}
