/// The steps that an evaluation may take do not suffice for the query and the document.
package struct JSONPathLimitExceeded: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error as a sentence.
    package var description: String { "the JSONPath takes too many steps on this document" }
}
