/// A part of a valid query that is probably not meant as it is written.
package struct JSONPathWarning: Hashable, Sendable {
    /// The offset in Unicode scalars from the query's start.
    package let offset: Int
    /// The sentence for the user.
    package let message: String
}
