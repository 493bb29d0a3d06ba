public import Foundation

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
