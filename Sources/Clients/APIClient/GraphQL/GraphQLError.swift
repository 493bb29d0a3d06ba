/// An error that a GraphQL server reports (GraphQL, section 7.1.2).
public struct GraphQLError: Error, Sendable, Hashable {
    /// A step from the data's root to the field that failed.
    public enum PathElement: Sendable, Hashable {
        /// A field, by its response name.
        case field(String)
        /// An element of a list, counted from 0.
        case index(Int)
    }

    /// A position in the document.
    public struct Location: Sendable, Hashable, Decodable {
        /// Counted from 1.
        public let line: Int
        /// Counted from 1.
        public let column: Int

        /// A position.
        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }
    }

    /// The server's text, for developers.
    public let message: String
    /// The field that failed; empty if the error belongs to none.
    public let path: [PathElement]
    /// The parts of the document that the error belongs to.
    public let locations: [Location]
    /// `extensions.code`, by which programs tell errors apart, if the server sends it.
    public let code: String?

    /// An error from its parts.
    public init(message: String, path: [PathElement] = [], locations: [Location] = [], code: String? = nil) {
        self.message = message
        self.path = path
        self.locations = locations
        self.code = code
    }

    /// Whether the server asks for the document of which it got the hash. Servers say so by code, by message, or both.
    var isPersistedQueryNotFound: Bool {
        code == "PERSISTED_QUERY_NOT_FOUND" || message == "PersistedQueryNotFound"
    }
}

extension GraphQLError: Decodable {
    private enum Key: String, CodingKey { case message, path, locations, extensions, code }

    /// Reads an error; members that are not known are ignored.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        message = try members.decode(String.self, forKey: .message)
        path = try members.decodeIfPresent([PathElement].self, forKey: .path) ?? []
        locations = try members.decodeIfPresent([Location].self, forKey: .locations) ?? []
        // Servers put into `extensions` what they like.
        code = try? members.nestedContainer(keyedBy: Key.self, forKey: .extensions).decode(String.self, forKey: .code)
    }
}

extension GraphQLError.PathElement: Decodable {
    /// Reads a name or a number.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        self = try (try? value.decode(Int.self)).map(Self.index) ?? .field(value.decode(String.self))
    }
}

extension GraphQLError: CustomStringConvertible {
    /// `hero.friends[1].name: not found (NOT_FOUND)`
    public var description: String {
        let place = path.reduce(into: "") { text, element in
            switch element {
            case .field(let name): text += text.isEmpty ? name : ".\(name)"
            case .index(let index): text += "[\(index)]"
            }
        }
        return (place.isEmpty ? "" : "\(place): ") + message + (code.map { " (\($0))" } ?? "")
    }
}
