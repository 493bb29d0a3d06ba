public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A call of the API whose kind says, by type, what it needs: a private endpoint can't be called without a token.
///
///     extension Endpoint where Kind == EndpointKinds.Private, Response == Profile {
///         static var profile: Self { Endpoint(APIEndpoint.User.current()) }
///     }
///
/// The types of its call find it, on a session or another ``HTTPTransport``, at the build's ``EndpointHost/default`` host:
///
///     let profile = try await session.value(for: .profile, with: token)
///
/// Its ``request`` is the same value that a ``RESTClient`` sends, which gets and refreshes tokens by itself.
public struct Endpoint<Kind: EndpointKind, Response: Sendable>: Sendable, Hashable {
    /// What is sent, without what the kind adds.
    public var request: APIRequest<Response>

    /// An endpoint for a request of any method.
    public init(_ request: APIRequest<Response>) {
        self.request = request
    }

    /// An endpoint for `GET`.
    public init(_ path: RequestPath, queryItems: [URLQueryItem] = [], expecting expected: Expected<Response>) {
        self.init(APIRequest(.get, path, query: queryItems, expecting: expected))
    }

    /// The path below the host's base URL.
    public var path: RequestPath { request.path }

    /// The parameters in the URL, in their order.
    public var queryItems: [URLQueryItem] { request.query }

    /// The request of a call.
    ///
    /// - Throws: ``InvalidEndpointError`` if host and path don't make a valid URL.
    public func makeRequest(
        with input: Kind.Input, host: EndpointHost = .default
    ) throws(InvalidEndpointError) -> URLRequest {
        do {
            // Nothing is sent: the client only says what it would send to this host.
            let client = try RESTClient(baseURL: host.rawValue, transport: URLSession.shared)
            return Kind.prepare(try client.urlRequest(for: request), with: input)
        } catch {
            throw InvalidEndpointError(path: path, host: host, reason: error)
        }
    }
}

extension Endpoint where Response: Decodable {
    /// An endpoint for `GET` whose response is JSON.
    public init(_ path: RequestPath, queryItems: [URLQueryItem] = []) {
        self.init(path, queryItems: queryItems, expecting: .json())
    }
}

extension Endpoint where Kind.Input == Void {
    /// The request of a call.
    ///
    /// - Throws: ``InvalidEndpointError`` if host and path don't make a valid URL.
    public func makeRequest(host: EndpointHost = .default) throws(InvalidEndpointError) -> URLRequest {
        try makeRequest(with: (), host: host)
    }
}

/// An endpoint for everybody.
public typealias PublicEndpoint<Response: Sendable> = Endpoint<EndpointKinds.Public, Response>
/// An endpoint that can't be called without an access token.
public typealias PrivateEndpoint<Response: Sendable> = Endpoint<EndpointKinds.Private, Response>
/// An endpoint that a ``Responder`` answers.
public typealias StubEndpoint<Response: Sendable> = Endpoint<EndpointKinds.Stub, Response>
