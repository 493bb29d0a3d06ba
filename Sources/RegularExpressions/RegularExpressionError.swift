/// Why a source is not a regular expression.
package struct RegularExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in PCRE2's words.
    package let message: String
    /// Where the reading of the source stopped, in Unicode scalars from 0. What is wrong stands there
    /// or just before.
    package let offset: Int

    /// What is wrong, and behind which character.
    package var description: String { "the regular expression is wrong at character \(offset): \(message)" }
}
