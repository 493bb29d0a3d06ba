/// Makes requests: the seam at which a test puts a double below code that works with completions, in the manner of
/// Alamofire's users. ``RESTClient`` is the one that sends them.
///
///     let networking: any Networking = try RESTClient(baseURL: "https://api.example.com/v1")
///     networking.request("/me").validate().responseObject(.result(of: Profile.self)) { result in print(result) }
public protocol Networking: Sendable {
    /// A request, which is sent once something asks for its response.
    func request(
        _ method: HTTPMethod, _ path: RequestPath, parameters: Parameters?, encoding: ParameterEncoding,
        headers: HTTPHeaders
    ) -> any NetworkRequesting
}

extension Networking {
    /// A request, which is sent once something asks for its response.
    ///
    /// - Parameters:
    ///   - path: the path below the base URL.
    ///   - method: the method.
    ///   - parameters: what the encoding puts into the URL or the body; `nil` for nothing.
    ///   - encoding: how the parameters are sent.
    ///   - headers: the headers beside those that the client and the body add.
    public func request(
        _ path: RequestPath,
        method: HTTPMethod = .get,
        parameters: Parameters? = nil,
        encoding: ParameterEncoding = .query,
        headers: HTTPHeaders = [:]
    ) -> any NetworkRequesting {
        request(method, path, parameters: parameters, encoding: encoding, headers: headers)
    }

    /// A request that is a value, which is sent once something asks for its response.
    public func request<Response>(_ request: APIRequest<Response>) -> any NetworkRequesting {
        let whole = ParameterEncoding { _, sent in
            sent.query = request.query
            sent.body = request.body
            sent.domain = request.domain
        }
        return self.request(
            request.method, request.path, parameters: [:], encoding: whole, headers: request.headers)
    }

    /// Sends a request that is a value and returns what its response is read as, if the status is from 200 to 299.
    ///
    /// - Throws: ``RESTError``; `CancellationError` in a cancelled task.
    public func value<Response>(for request: APIRequest<Response>) async throws -> Response {
        try await self.request(request).validate().responseObject(request.expected)
    }
}
