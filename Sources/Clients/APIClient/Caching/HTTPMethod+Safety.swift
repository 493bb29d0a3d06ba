extension HTTPMethod {
    /// Whether such a request asks for no change of state (RFC 9110, section 9.2.1).
    public var isSafe: Bool {
        switch self {
        case .get, .head: true
        case .post, .put, .patch, .delete: false
        }
    }
}
