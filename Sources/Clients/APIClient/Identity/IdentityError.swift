public import Foundation

/// Why ``IdentityService`` returned no profile.
public enum IdentityError: Error, Sendable {
    /// The server responded, but not with a profile; the text says what is wrong with it.
    case invalidProfile(String)
    /// The user must sign in (again).
    case unauthorized
    /// The service is not available now; the underlying error says why.
    case unavailable(any Error)

    init(_ error: any Error) {
        switch error {
        case RESTError.invalidData(let reason, _):
            self = .invalidProfile(reason)
        case RESTError.status(let response) where Self.rejections.contains(response.status),
            RESTError.refreshFailed(.status(let response)) where Self.refreshRejections.contains(response.status):
            self = .unauthorized
        default:
            self = .unavailable(error)
        }
    }

    private static let rejections: Set = [401, 403]
    /// The statuses that reject a refresh token. OAuth uses 400 `invalid_grant` (RFC 6749, section 5.2).
    private static let refreshRejections: Set = [400, 401, 403]
}

extension IdentityError: CustomStringConvertible, LocalizedError {
    /// A sentence for the user.
    public var description: String {
        switch self {
        case .invalidProfile(let reason): "The server sent no valid profile: \(reason)."
        case .unauthorized: "You must sign in again."
        case .unavailable(let reason): "Your profile can't be fetched now. \(reason)"
        }
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}
