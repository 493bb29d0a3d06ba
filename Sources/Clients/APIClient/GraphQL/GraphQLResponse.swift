/// What a server answered to an operation: its data, the errors, or parts of both.
public struct GraphQLResponse<Output: Decodable & Sendable>: Sendable {
    /// The data. `nil` if there was none, or if, beside errors, a part of it was missing that `Output` needs.
    public let data: Output?
    /// The errors; empty if the operation succeeded.
    public let errors: [GraphQLError]

    /// The data of an operation that succeeded.
    ///
    /// - Throws: ``GraphQLErrors`` if there is an error.
    public func get() throws(GraphQLErrors) -> Output {
        guard let data, errors.isEmpty else { throw GraphQLErrors(errors) }
        return data
    }
}

extension GraphQLResponse: Decodable {
    private enum Key: String, CodingKey { case data, errors }

    /// Reads a response, which has data, errors or both (GraphQL, section 7.1).
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        errors = try members.decodeIfPresent([GraphQLError].self, forKey: .errors) ?? []
        data =
            errors.isEmpty
            ? try members.decode(Output.self, forKey: .data)
            : try? members.decodeIfPresent(Output.self, forKey: .data)
    }
}
