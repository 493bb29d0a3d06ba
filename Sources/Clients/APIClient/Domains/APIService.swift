/// What sends request values: a ``RESTClient``, or a double in tests that records them.
///
///     func greet(_ service: any APIService) async throws -> String {
///         try await "Hello, \(service.send(APIEndpoint.User.current()).name)!"
///     }
public protocol APIService: Sendable {
    /// Sends a request and returns what its response is read as.
    ///
    /// - Throws: ``RESTError``; `CancellationError` in a cancelled task.
    func send<Response>(_ request: APIRequest<Response>) async throws -> Response
}

extension RESTClient: APIService {}
