/// An error, with its offset, in a short text of the format's own syntax: a request's short form, a path, an
/// expression, a JSONPath.
package struct SyntaxError: Error {
    /// The offset in characters from the start of the text.
    package let offset: Int
    package let message: String

    package init(offset: Int, message: String) {
        self.offset = offset
        self.message = message
    }
}
