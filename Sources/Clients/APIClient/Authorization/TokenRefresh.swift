/// The refresh call: `POST /auth/refresh` with `{"refreshToken": …}`; the response is `{"result": {"accessToken": …}}`.
enum TokenRefresh {
    struct Question: Encodable {
        let refreshToken: String
    }

    struct Response: Decodable {
        let accessToken: String
        /// Sent by servers that rotate refresh tokens; if missing, the current one stays.
        let refreshToken: String?
    }
}

extension TokenStore {
    /// A store that refreshes through `client` with `POST /auth/refresh`. The refresh call itself is sent without an
    /// access token and never refreshed.
    public init(_ tokens: Tokens, refreshingThrough client: RESTClient, at path: RequestPath = "/auth/refresh") {
        let plain = client.unauthorized()
        self.init(tokens) { refreshToken in
            let response = try await plain.post(
                path,
                sending: .json(TokenRefresh.Question(refreshToken: refreshToken)),
                expecting: .result(of: TokenRefresh.Response.self)
            )
            return Tokens(access: response.accessToken, refresh: response.refreshToken ?? refreshToken)
        }
    }
}
