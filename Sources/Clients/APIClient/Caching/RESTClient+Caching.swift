extension RESTClient {
    /// This client with a cache for the responses to `GET`.
    ///
    /// Each call still asks the server, with the validators of the stored response: `If-None-Match` and
    /// `If-Modified-Since`. If it answers 304, the call gets the stored body, with the headers of the 304 in place of
    /// older ones (RFC 9111, section 4.3). So no call gets what the server calls out of date, and no body comes twice.
    /// A `POST`, `PUT`, `PATCH` or `DELETE` removes what is stored for its URL, unless it is answered with a 4xx.
    ///
    /// A stored response belongs to the `Authorization` of its request, so a refreshed token begins anew. Streams,
    /// downloads and uploads are not stored.
    ///
    ///     let cache = ResponseCache(capacity: 4 * 1_024 * 1_024)
    ///     let client = try RESTClient(baseURL: "https://api.example.com/v1").caching(in: cache)
    public func caching(in cache: ResponseCache) -> RESTClient {
        var copy = self
        copy.base = CachingTransport(base: base, cache: cache)
        return copy
    }
}
