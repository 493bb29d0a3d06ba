/// Why a source is not a regular expression.
package struct RegularExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error in PCRE2's words.
    package let message: String
    /// Where the parser stopped in the source, in Unicode scalars from 0. The error is there or just before.
    package let offset: Int

    /// The error and the number of characters before it.
    package var description: String { "the regular expression is wrong at character \(offset): \(message)" }
}
