extension RESTClient {
    /// This client with the access token of `tokens` in its calls. A call answered 401 is retried once, with a token
    /// that is refreshed once for all such calls. A call with its own `Authorization` is left alone.
    public func authorized(by tokens: TokenStore) -> RESTClient {
        var copy = self
        copy.authorization = { AuthorizedTransport(base: $0, tokens: tokens) }
        return copy
    }

    /// This client without tokens, on the same transport.
    public func unauthorized() -> RESTClient {
        var copy = self
        copy.authorization = { $0 }
        return copy
    }
}
