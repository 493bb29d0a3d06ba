extension RESTClient {
    /// Performs an operation that must succeed as a whole.
    ///
    /// - Parameter path: the path of the GraphQL endpoint.
    /// - Throws: ``GraphQLErrors`` if the server reports an error, even beside data; ``RESTError`` if there is no GraphQL
    ///   response; `CancellationError` in a cancelled task.
    public func perform<Variables, Output>(
        _ operation: GraphQLOperation<Variables, Output>, at path: RequestPath = "/graphql"
    ) async throws -> Output {
        try await response(to: operation, at: path).get()
    }

    /// Performs an operation of which a part may fail, and returns its data and its errors.
    ///
    /// - Parameter path: the path of the GraphQL endpoint.
    /// - Throws: ``RESTError`` if there is no GraphQL response; `CancellationError` in a cancelled task.
    public func response<Variables, Output>(
        to operation: GraphQLOperation<Variables, Output>, at path: RequestPath = "/graphql"
    ) async throws -> GraphQLResponse<Output> {
        if operation.sha256 != nil {
            let response = try await graphQLResponse(to: operation.request(at: path, sendsDocument: false))
            // The document is sent once; a server that still doesn't know it is not asked again.
            guard response.errors.contains(where: \.isPersistedQueryNotFound) else { return response }
        }
        return try await graphQLResponse(to: operation.request(at: path, sendsDocument: true))
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
