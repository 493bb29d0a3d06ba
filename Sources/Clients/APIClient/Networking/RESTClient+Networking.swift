extension RESTClient: Networking {
    /// A request of this client, with its base URL, transport and tokens. Progress needs a transport that can stream;
    /// from another it comes once, with the whole body.
    public func request(
        _ method: HTTPMethod, _ path: RequestPath, parameters: Parameters?, encoding: ParameterEncoding,
        headers: HTTPHeaders
    ) -> any NetworkRequesting {
        NetworkRequest { progress in
            let request = try urlRequest(
                for: encoding.request(method, path, parameters: parameters, headers: headers))
            guard let progress else { return try await transport.response(to: request) }
            return try await transport.response(to: request, progress: progress)
        }
    }
}
