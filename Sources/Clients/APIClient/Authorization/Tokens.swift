/// The tokens from signing in: one for calls, and one to get the next.
public struct Tokens: Sendable, Equatable {
    /// Sent with each call; `nil` before the first one is known.
    public var access: String?
    /// Sent to get another access token.
    public var refresh: String

    /// A pair of tokens.
    public init(access: String?, refresh: String) {
        self.access = access
        self.refresh = refresh
    }
}
