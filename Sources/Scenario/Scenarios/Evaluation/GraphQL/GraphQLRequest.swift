import ExactJSON
import HTTPMessage
import TextCoding

/// One GraphQL request, of which an HTTP request carries one or a batch (GraphQL over HTTP).
struct GraphQLRequest: Sendable {
    /// Where its members are.
    enum Origin: Sendable {
        /// In an object of the JSON body.
        case json([Operand.PathStep])
        /// In parameters of the URL.
        case url
        /// The body is the document; the other members are parameters of the URL.
        case document
    }

    let origin: Origin
    /// `operationName`; empty if it is the empty text.
    let operationName: String?
    let document: GraphQLDocument?
    let variables: JSON?

    /// `operationName`, unless it is empty: clients send that for an operation without a name, and servers take it so.
    var statedOperation: String? {
        operationName?.isEmpty == false ? operationName : nil
    }

    /// Its operation: the stated one, or else the name of the document's only operation.
    var operation: String? {
        if let statedOperation { return statedOperation }
        guard let names = document?.operationNames, names.count == 1 else { return nil }
        return names[0]
    }

    /// The part of the HTTP request that a member is in.
    func part(_ member: String) -> RequestPart {
        switch origin {
        case .json(let path): .json(NormalizedPath(path + [.member(member)]).rooted)
        case .url: .query(member)
        case .document: member == "query" ? .text : .query(member)
        }
    }
}

/// The GraphQL requests of an HTTP request.
enum GraphQLRequests {
    case single(GraphQLRequest)
    case batch([GraphQLRequest])
    /// Why there are none, as a clause.
    case invalid(String)

    init(_ view: RequestView) {
        if view.request.body.isEmpty {
            let parameters = view.query
            let names = ["query", "operationName", "variables", "extensions"]
            let isRequest = parameters.contains { pair in names.contains { pair.name.elementsEqual($0.utf8) } }
            self =
                isRequest
                ? .single(GraphQLRequest(url: parameters, .url, document: Self.value("query", parameters)))
                : .invalid("the body is empty, and the URL has no parameter query")
            return
        }
        if let type = view.request.head.fields.first(named: "Content-Type"),
            TextComparison.mediaType.matches(type, Array("application/graphql".utf8))
        {
            switch view.body {
            case .bytes(let bytes): self = .single(GraphQLRequest(url: view.query, .document, document: bytes))
            case .unreadable(let problem): self = .invalid(problem)
            }
            return
        }
        switch view.json {
        case .value(.object(let object)): self = .single(GraphQLRequest(object, at: []))
        case .value(.array(let elements)):
            let requests = elements.enumerated().map { index, element -> GraphQLRequest in
                guard case .object(let object) = element else {
                    return GraphQLRequest(JSONObject(), at: [.element(index)])
                }
                return GraphQLRequest(object, at: [.element(index)])
            }
            self = requests.isEmpty ? .invalid("the batch is empty") : .batch(requests)
        case .value(let value): self = .invalid("the body is \(value.kind.withArticle), and an object is wanted")
        case .invalid(let sentence, _): self = .invalid(sentence)
        case .notRead: self = .invalid("the body was not read as JSON")
        }
    }

    fileprivate static func value(_ name: String, _ pairs: [Form.Pair]) -> [UInt8]? {
        pairs.first { $0.name.elementsEqual(name.utf8) }?.value
    }
}

extension GraphQLRequest {
    fileprivate init(_ object: JSONObject, at path: [Operand.PathStep]) {
        origin = .json(path)
        operationName = if case .string(let name)? = object["operationName"] { name } else { nil }
        document = if case .string(let text)? = object["query"] { GraphQLDocument(Array(text.utf8)) } else { nil }
        variables = object["variables"]
    }

    fileprivate init(url parameters: [Form.Pair], _ origin: Origin, document: [UInt8]?) {
        self.origin = origin
        operationName = GraphQLRequests.value("operationName", parameters).flatMap { UTF8Text.decode($0) }
        self.document = document.map { GraphQLDocument($0) }
        variables = GraphQLRequests.value("variables", parameters).flatMap { try? JSON(parsing: $0) }
    }
}
