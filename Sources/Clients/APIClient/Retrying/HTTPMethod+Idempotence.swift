extension HTTPMethod {
    /// Whether several such requests have the effect of one (RFC 9110, section 9.2.2), so that one may be sent again
    /// without knowing whether the first arrived.
    public var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete: true
        case .post, .patch: false
        }
    }
}
