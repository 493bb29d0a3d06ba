public import Foundation

/// An operation of a GraphQL API as a value: a query or mutation, its variables, and what its data is read as.
///
///     let hero = GraphQLOperation(
///         "Hero", "query Hero($id: ID!) { hero(id: $id) { name } }", variables: ["id": "7"], returning: HeroData.self)
///     let data = try await client.perform(hero)
public struct GraphQLOperation<Variables: Encodable & Sendable, Output: Decodable & Sendable>: Sendable {
    /// The name, as the document states it. It is not sent if it is empty, which is for a document whose only operation
    /// has no name.
    public let name: String
    /// The text in GraphQL.
    public let document: String
    /// The values of its variables.
    public let variables: Variables
    /// The SHA-256 of `document` in lower-case hexadecimal, if the server knows documents by it.
    public let sha256: String?
    let decoder: @Sendable () -> JSONDecoder

    /// An operation from its parts.
    ///
    /// - Parameters:
    ///   - name: the operation's name in the document; empty if its only operation has none.
    ///   - document: the text of the operation.
    ///   - variables: the values of its variables.
    ///   - output: the type of the operation's data.
    ///   - sha256: the SHA-256 of `document` in lower-case hexadecimal. With it the document is sent only if the server
    ///     doesn't know it (automatic persisted queries).
    ///   - decoder: makes what reads the response.
    public init(
        _ name: String,
        _ document: String,
        variables: Variables,
        returning output: Output.Type = Output.self,
        sha256: String? = nil,
        decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
    ) {
        self.name = name
        self.document = document
        self.variables = variables
        self.sha256 = sha256
        self.decoder = decoder
    }

    /// The request that sends the operation.
    ///
    /// - Parameters:
    ///   - method: `.get` for parameters in the URL, else they are the body.
    ///   - sendsDocument: whether the document is sent, or only its hash.
    func request(
        _ method: HTTPMethod, _ path: RequestPath, sendsDocument: Bool
    ) throws(RESTError) -> APIRequest<GraphQLResponse<Output>> {
        let parameters = GraphQLParameters(
            operationName: name.isEmpty ? nil : name, query: sendsDocument ? document : nil, variables: variables,
            extensions: sha256.map { .init(persistedQuery: .init(version: 1, sha256Hash: $0)) })
        let isInURL = method == .get
        return try APIRequest(
            method, path,
            query: isInURL ? parameters.queryItems() : [],
            headers: ["Accept": "application/graphql-response+json, application/json;q=0.9"],
            sending: isInURL ? nil : .json(parameters), expecting: .json(decoder: decoder))
    }
}

extension GraphQLOperation where Variables == NoVariables {
    /// An operation without variables.
    public init(
        _ name: String,
        _ document: String,
        returning output: Output.Type = Output.self,
        sha256: String? = nil,
        decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
    ) {
        self.init(
            name, document, variables: NoVariables(), returning: output, sha256: sha256, decoder: decoder)
    }
}

/// The variables of an operation that has none.
public struct NoVariables: Encodable, Sendable {
    init() {}
}
