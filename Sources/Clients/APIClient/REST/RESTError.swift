public import Foundation

/// Why a call of ``RESTClient`` returned no value. A cancelled task throws `CancellationError` instead.
public enum RESTError: Error, Sendable, Equatable {
    /// The base URL and path don't make a valid request.
    case badURL(String)
    /// There was no response, for a reason other than a timeout; the code says which.
    case connection(URLError.Code, String)
    /// No response came before the timeout.
    case timedOut
    /// The server answered with a status outside 200 to 299.
    case status(RESTResponse)
    /// The body is not what was expected, or a value can't be sent; with the response, if there was one.
    case invalidData(String, RESTResponse?)
    /// More pieces of a streamed body waited for their reader than the transport's limit allows.
    case readTooSlowly
    /// A file can't be read or written; the text says why.
    case file(String)
    /// The client's transport can't do what was asked of it.
    case unsupported(String)
    /// The access token was rejected, and getting another failed.
    indirect case refreshFailed(RESTError)

    /// Classifies an error of `URLSession`.
    init(transport error: any Error) {
        let failure = error as NSError
        guard failure.domain == NSURLErrorDomain else {
            self = .connection(.unknown, "\(error)")
            return
        }
        // Failable only on Linux.
        let code: URLError.Code? = URLError.Code(rawValue: failure.code)
        switch code {
        case .timedOut: self = .timedOut
        case .badURL, .unsupportedURL: self = .badURL(failure.localizedDescription)
        default: self = .connection(code ?? .unknown, failure.localizedDescription)
        }
    }
}

extension RESTError: CustomStringConvertible, LocalizedError {
    /// A sentence for the user.
    public var description: String {
        switch self {
        case .badURL(let reason): "Bad URL: \(reason)."
        case .connection(let code, let reason): "The connection failed (URLError \(code.rawValue)): \(reason)"
        case .timedOut: "No response came in time."
        case .status(let response): "The server responded with status \(response.status)."
        case .invalidData(let reason, _): "Invalid data: \(reason)."
        case .readTooSlowly: "The body was read more slowly than it came."
        case .file(let reason): "A file failed: \(reason)."
        case .unsupported(let reason): "Not supported: \(reason)."
        case .refreshFailed(let reason): "The access token could not be refreshed. \(reason)"
        }
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}
