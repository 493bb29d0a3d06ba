/// Why a text is not a JSONPath query, and where.
package struct JSONPathError: Error, Hashable, Sendable {
    /// The kind of error.
    package let reason: Reason
    /// The offset of the error in Unicode scalars from the source's start.
    package let offset: Int

    /// The error as a sentence without the offset.
    package var message: String { reason.message }
}

extension JSONPathError: CustomStringConvertible {
    /// The sentence and the number of characters before the error.
    package var description: String { "the JSONPath is wrong at character \(offset): \(message)" }
}
