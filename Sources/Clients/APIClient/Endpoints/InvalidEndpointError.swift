public import Foundation

/// An endpoint and a host that don't make a valid request. Nothing was sent.
public struct InvalidEndpointError: Error, Sendable, Equatable {
    /// The endpoint's path.
    public let path: RequestPath
    /// The host that it was to be called at.
    public let host: EndpointHost
    /// What is wrong, ``RESTError/badURL(_:)``.
    public let reason: RESTError
}

extension InvalidEndpointError: CustomStringConvertible, LocalizedError {
    /// A sentence for the user.
    public var description: String { "The endpoint \(path) can't be called at \(host.rawValue). \(reason)" }

    /// The same sentence.
    public var errorDescription: String? { description }
}
