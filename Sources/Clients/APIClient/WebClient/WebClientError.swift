public import Foundation

/// Why a fetch of ``WebClient`` gave no value.
public enum WebClientError: Error, Sendable, Hashable {
    /// The server responded with this status, which is outside 200 to 299.
    case response(Int)
    /// The body is not what was expected, or a value can't be sent.
    case invalidData
    /// There was no whole response: the server can't be reached, the connection ended, or the timeout passed.
    case connection
    /// Another reason, such as a request that is not valid.
    case unknown
    /// The fetch was cancelled by its token. Only completions get it; the async form throws `CancellationError`.
    case cancelled

    /// Sorts an error of a ``RESTClient``. A refresh of the access token that failed counts as the call.
    init(_ error: any Error) {
        switch error {
        case RESTError.status(let response): self = .response(response.status)
        case RESTError.invalidData: self = .invalidData
        case RESTError.connection, RESTError.timedOut: self = .connection
        case RESTError.refreshFailed(let reason): self.init(reason)
        default: self = .unknown
        }
    }
}

extension WebClientError: CustomStringConvertible, LocalizedError {
    /// A sentence for the user.
    public var description: String {
        switch self {
        case .response(let status): "The server responded with status \(status)."
        case .invalidData: "The data is not valid."
        case .connection: "The connection failed."
        case .unknown: "Something went wrong."
        case .cancelled: "The call was cancelled."
        }
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}
