public import Foundation

/// The errors of an operation, apart from those of HTTP, which are ``RESTError``s.
public struct GraphQLErrors: Error, Sendable, Hashable {
    /// At least one.
    public let errors: [GraphQLError]

    /// Errors from a list.
    public init(_ errors: [GraphQLError]) {
        self.errors = errors
    }
}

extension GraphQLErrors: CustomStringConvertible, LocalizedError {
    /// A sentence for the user.
    public var description: String {
        "The server could not do all of it: " + errors.map(\.description).joined(separator: "; ")
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}
