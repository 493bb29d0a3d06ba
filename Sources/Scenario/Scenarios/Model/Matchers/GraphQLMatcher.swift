/// The conditions on a GraphQL request.
package struct GraphQLMatcher: Sendable {
    /// The operation's name.
    package let operation: ValueMatcher?
    /// The document, compared token by token.
    package let query: Template?
    /// A subset of the variables.
    package let variables: JSONMatcher?

    package init(operation: ValueMatcher?, query: Template?, variables: JSONMatcher?) {
        self.operation = operation
        self.query = query
        self.variables = variables
    }
}
