#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// What an endpoint needs beside its path, and what sends its requests.
///
/// ``EndpointKinds`` has the kinds of this client; a client with another form of authorization adds its own.
public protocol EndpointKind: SendableMetatype {
    /// What each call must be given; `Void` for nothing.
    associatedtype Input: Sendable

    /// Completes the request of a call. A kind without this method leaves it as it is.
    static func prepare(_ request: URLRequest, with input: Input) -> URLRequest

    /// What sends the request of a call. A kind without this method uses the network.
    static func transport(over network: any HTTPTransport, with input: Input) -> any HTTPTransport
}

extension EndpointKind {
    /// The request as it is.
    public static func prepare(_ request: URLRequest, with input: Input) -> URLRequest { request }

    /// The network.
    public static func transport(over network: any HTTPTransport, with input: Input) -> any HTTPTransport { network }
}

/// The kinds of endpoints.
public enum EndpointKinds {
    /// An endpoint for everybody.
    public enum Public: EndpointKind {
        /// Nothing.
        public typealias Input = Void
    }

    /// An endpoint that can't be called without an access token, which is sent as `Authorization: Bearer <token>`.
    public enum Private: EndpointKind {
        /// The request with the token.
        public static func prepare(_ request: URLRequest, with token: AccessToken) -> URLRequest {
            request.addingBearerAuthorization(token: token.rawValue)
        }
    }

    /// An endpoint that a ``Responder`` answers. Its requests never reach the network.
    public enum Stub: EndpointKind {
        /// The responder.
        public static func transport(
            over network: any HTTPTransport, with responder: Responder
        ) -> any HTTPTransport { responder }
    }
}
