import RegularExpressions

/// The regular expression of `pattern` or of a name in `patternProperties`.
struct Pattern: Sendable {
    /// The regular expression as the schema has it.
    let source: String
    /// Its translation.
    let regex: RegularExpression
}
