extension RESTClient {
    /// Performs an operation that must succeed as a whole.
    ///
    /// - Parameters:
    ///   - operation: what to perform.
    ///   - path: the path of the GraphQL endpoint.
    ///   - queriesByGET: whether queries stand in the URL; see ``response(to:at:queriesByGET:)``.
    /// - Throws: ``GraphQLErrors`` if the server reports an error, even beside data; ``RESTError`` if there is no GraphQL
    ///   response; `CancellationError` in a cancelled task.
    public func perform<Variables, Output>(
        _ operation: GraphQLOperation<Variables, Output>, at path: RequestPath = "/graphql", queriesByGET: Bool = false
    ) async throws -> Output {
        try await response(to: operation, at: path, queriesByGET: queriesByGET).get()
    }

    /// Performs an operation of which a part may fail, and returns its data and its errors.
    ///
    /// A query that stands in the URL of a `GET` can be answered by HTTP caches, and is sent again by a client that
    /// retries (GraphQL over HTTP, section 5.3). With its hash the URL is short, and the same for the same variables:
    ///
    ///     let hero = try await client.caching(in: cache).perform(heroByHash, queriesByGET: true)
    ///
    /// A document that has a mutation or a subscription is always sent by `POST`, and so is one that the server doesn't
    /// know by its hash yet, because URLs have limits. Without a hash the whole document stands in the URL, however long:
    /// servers commonly refuse more than 8,000 bytes (RFC 9110, section 4.1).
    ///
    /// - Parameters:
    ///   - operation: what to perform.
    ///   - path: the path of the GraphQL endpoint.
    ///   - queriesByGET: whether queries stand in the URL. What stands there may be logged on the way.
    /// - Throws: ``RESTError`` if there is no GraphQL response; `CancellationError` in a cancelled task.
    public func response<Variables, Output>(
        to operation: GraphQLOperation<Variables, Output>, at path: RequestPath = "/graphql", queriesByGET: Bool = false
    ) async throws -> GraphQLResponse<Output> {
        let method: HTTPMethod = queriesByGET && GraphQLDefinitions(operation.document).areQueries ? .get : .post
        guard operation.sha256 != nil else {
            return try await graphQLResponse(to: operation.request(method, path, sendsDocument: true))
        }
        let response = try await graphQLResponse(to: operation.request(method, path, sendsDocument: false))
        guard response.errors.contains(where: \.isPersistedQueryNotFound) else { return response }
        // The document is sent once; a server that still doesn't know it is not asked again.
        return try await graphQLResponse(to: operation.request(.post, path, sendsDocument: true))
    }

    /// Sends a request. Of a response with an error's status only `application/graphql-response+json` says that it comes
    /// from GraphQL, not from something before it (GraphQL over HTTP, section 6.4).
    private func graphQLResponse<Output>(
        to request: APIRequest<GraphQLResponse<Output>>
    ) async throws -> GraphQLResponse<Output> {
        do {
            return try await send(request)
        } catch RESTError.status(let response)
            where response.headers.mediaType == "application/graphql-response+json"
        {
            return try request.expected.output(of: response)
        }
    }
}
