public import Foundation

/// Why a fetch of ``WebClient`` gave no value.
///
/// Two are equal if they are the same case with the same status, the same code of `URLError`, or an error of the same
/// domain and code.
public enum WebClientError: Error, Sendable {
    /// The server responded with this status, which is outside 200 to 299.
    case response(Int)
    /// The body is not what was expected; with what reading it threw, such as a `DecodingError`.
    case invalidData(any Error)
    /// There was no whole response: the server can't be reached, the connection ended, or the timeout passed.
    case connection(URLError)
    /// Another reason, such as a request that is not valid.
    case unknown
    /// The fetch was cancelled by its token. Only completions get it; the async form throws `CancellationError`.
    case cancelled

    /// Sorts an error of a ``RESTClient``. A refresh of the access token that failed counts as the call.
    init(_ error: any Error) {
        switch error {
        case RESTError.status(let response): self = .response(response.status)
        case RESTError.invalidData: self = .invalidData(error)
        case RESTError.connection(let code, let text):
            self = .connection(URLError(code, userInfo: [NSLocalizedDescriptionKey: text]))
        case RESTError.timedOut: self = .connection(URLError(.timedOut))
        case RESTError.refreshFailed(let reason): self.init(reason)
        default: self = .unknown
        }
    }
}

extension WebClientError: Hashable {
    /// Whether case and code are the same.
    public static func == (left: WebClientError, right: WebClientError) -> Bool {
        switch (left, right) {
        case (.response(let status), .response(let other)): status == other
        case (.invalidData(let error), .invalidData(let other)):
            (error as NSError).domain == (other as NSError).domain && (error as NSError).code == (other as NSError).code
        case (.connection(let error), .connection(let other)): error.code == other.code
        case (.unknown, .unknown), (.cancelled, .cancelled): true
        default: false
        }
    }

    /// Hashes the sentence, which is the same for equal errors.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
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
