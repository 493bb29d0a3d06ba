/// What is wrong in a short text of the format's own syntax (a request's short form, a path, an expression, a JSONPath), and
/// where in it.
struct SyntaxError: Error {
    /// In characters from the start of the text.
    let offset: Int
    let message: String
}
