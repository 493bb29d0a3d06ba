/// One service for an API of several hosts: each request is sent by the client of its domain, with the base URL and the
/// tokens of that client.
///
///     let service = DomainService(client, domains: ["archive": archiveClient])
///     let order = try await service.send(APIEndpoint.Order.archived("o-7").inDomain("archive"))
public struct DomainService: APIService {
    private let main: any APIService
    private let domains: [String: any APIService]

    /// A service made of others.
    ///
    /// - Parameters:
    ///   - main: what sends the requests without a domain.
    ///   - domains: what sends the requests of each domain, by its name.
    public init(_ main: any APIService, domains: [String: any APIService]) {
        self.main = main
        self.domains = domains
    }

    /// Sends a request by the client of its domain.
    ///
    /// - Throws: ``RESTError/unsupported(_:)`` if the domain has no client; else what the client throws.
    public func send<Response>(_ request: APIRequest<Response>) async throws -> Response {
        guard let domain = request.domain else { return try await main.send(request) }
        guard let service = domains[domain] else {
            throw RESTError.unsupported("the domain \(domain) has no client")
        }
        return try await service.send(request)
    }
}

extension APIRequest {
    /// The same request for a domain of ``DomainService``.
    public func inDomain(_ domain: String) -> APIRequest {
        changed { $0.domain = domain }
    }
}
