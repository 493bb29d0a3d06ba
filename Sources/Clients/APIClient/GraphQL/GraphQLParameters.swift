import Foundation

/// The parameters of a request (GraphQL over HTTP, section 5.1), which are its body or stand in its URL.
struct GraphQLParameters<Variables: Encodable>: Encodable {
    /// `nil` for an operation without a name.
    let operationName: String?
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

    /// The parameters of the URL of a `GET` (section 5.3). The members of objects are sorted, so that caches see one URL
    /// for the same values; no variables give no parameter.
    func queryItems() throws(RESTError) -> [URLQueryItem] {
        var items: [URLQueryItem] = []
        if let operationName { items.append(URLQueryItem(name: "operationName", value: operationName)) }
        if let query { items.append(URLQueryItem(name: "query", value: query)) }
        let variables = try Self.json(variables)
        if variables != "{}" { items.append(URLQueryItem(name: "variables", value: variables)) }
        if let extensions { items.append(URLQueryItem(name: "extensions", value: try Self.json(extensions))) }
        return items
    }

    private static func json(_ value: some Encodable) throws(RESTError) -> String {
        String(decoding: try RequestBody.json(value).bytes, as: UTF8.self)
    }
}
