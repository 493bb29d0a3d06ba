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
        // Failable only on Linux.
        let code: URLError.Code? = failure.domain == NSURLErrorDomain ? URLError.Code(rawValue: failure.code) : nil
        switch code {
        case .timedOut: self = .timedOut
        case .badURL, .unsupportedURL: self = .badURL(failure.localizedDescription)
        case let code?: self = .connection(code, failure.localizedDescription)
        case nil: self = .connection(.unknown, "\(error)")
        }
    }
}

extension Error {
    /// Why a value could not be decoded or encoded, and where: `$.result.items[2].id is missing`.
    var codingReason: String {
        func at(_ keys: [any CodingKey]) -> String {
            keys.reduce("$") { $0 + ($1.intValue.map { "[\($0)]" } ?? ".\($1.stringValue)") }
        }
        return switch self as any Error {
        case DecodingError.keyNotFound(let key, let why): "\(at(why.codingPath + [key])) is missing"
        case DecodingError.valueNotFound(let type, let why): "\(at(why.codingPath)) is null, wanted \(type)"
        case DecodingError.typeMismatch(let type, let why):
            "\(at(why.codingPath)) is not of type \(type): \(why.debugDescription)"
        case DecodingError.dataCorrupted(let why): "\(at(why.codingPath)) is malformed: \(why.debugDescription)"
        case EncodingError.invalidValue(_, let why): "\(at(why.codingPath)): \(why.debugDescription)"
        default: "\(self)"
        }
    }
}
