extension APIRequest {
    /// A request with parameters, by default in the URL or as JSON, as its method says.
    ///
    ///     let search = try APIRequest(.get, "/search", parameters: ["q": "a b"], expecting: .json([Profile].self))
    ///     let change = try APIRequest(.patch, "/me", parameters: ["name": "Ada"], expecting: .json(Profile.self))
    ///     let login = try APIRequest(.post, "/login", parameters: ["user": "ada"], encoding: .form, expecting: .raw)
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - path: the path below the base URL.
    ///   - parameters: what the encoding puts into the URL or the body.
    ///   - encoding: how the parameters are sent.
    ///   - headers: the headers beside those that the client and the body add.
    ///   - expected: what a response with a status from 200 to 299 is read as.
    /// - Throws: ``RESTError/invalidData(_:_:)`` for a number that is not finite; what an encoding by a function throws.
    public init(
        _ method: HTTPMethod, _ path: RequestPath, parameters: Parameters, encoding: ParameterEncoding = .byMethod,
        headers: HTTPHeaders = [:], expecting expected: Expected<Response>
    ) throws {
        self = try encoding.request(method, path, parameters: parameters, headers: headers).expecting(expected)
    }
}
