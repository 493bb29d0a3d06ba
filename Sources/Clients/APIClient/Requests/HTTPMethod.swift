/// A request's method (RFC 9110, section 9).
public enum HTTPMethod: String, Sendable, CaseIterable {
    /// `GET`.
    case get = "GET"
    /// `HEAD`.
    case head = "HEAD"
    /// `POST`.
    case post = "POST"
    /// `PUT`.
    case put = "PUT"
    /// `PATCH`.
    case patch = "PATCH"
    /// `DELETE`.
    case delete = "DELETE"

    /// Whether several such requests have the effect of one (RFC 9110, section 9.2.2), so that one may be sent again
    /// without knowing whether the first arrived.
    public var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete: true
        case .post, .patch: false
        }
    }

    /// Whether such a request asks for no change of state (RFC 9110, section 9.2.1).
    public var isSafe: Bool {
        switch self {
        case .get, .head: true
        case .post, .put, .patch, .delete: false
        }
    }
}
