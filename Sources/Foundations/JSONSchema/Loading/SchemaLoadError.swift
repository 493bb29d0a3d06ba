/// An error in a schema document.
package struct SchemaLoadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The position of the wrong value.
    package let location: SchemaLocation
    /// What is wrong, as a sentence without the position.
    package let message: String

    /// The position and the sentence.
    package var description: String { "\(location): \(message)" }
}

/// All errors of a schema and of the documents that it refers to; at least one.
package struct SchemaLoadErrors: Error, Hashable, Sendable, CustomStringConvertible {
    /// The errors in the order in which they were found.
    package let errors: [SchemaLoadError]

    /// The errors, one a line.
    package var description: String { errors.map(\.description).joined(separator: "\n") }
}
