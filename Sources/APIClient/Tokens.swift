/// What signing in gives: a token that opens calls, and one that gets the next.
public struct Tokens: Sendable, Equatable {
    /// Sent with each call; `nil` before the first is known.
    public var access: String?
    /// Sent to get another access token.
    public var refresh: String

    /// A pair of tokens.
    public init(access: String?, refresh: String) {
        self.access = access
        self.refresh = refresh
    }
}
