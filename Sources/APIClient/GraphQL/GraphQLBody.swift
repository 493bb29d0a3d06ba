/// The body of a request (GraphQL over HTTP, section 5.1).
struct GraphQLBody<Variables: Encodable>: Encodable {
    let operationName: String
    let query: String?
    let variables: Variables
    let extensions: Extensions?

    struct Extensions: Encodable {
        let persistedQuery: PersistedQuery
    }

    struct PersistedQuery: Encodable {
        let version: Int
        let sha256Hash: String
    }
}
