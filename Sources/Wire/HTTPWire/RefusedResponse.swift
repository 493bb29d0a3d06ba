/// A response that is not read further; its connection must be closed.
package struct RefusedResponse: Error, Hashable, Sendable {
    /// The problem, its position, and the section with the rule: a sentence to the user.
    ///
    /// Lines are counted from 1. Bytes are counted from 0: in a head from its status line, in a body from the end of
    /// its head, both as on the wire.
    package var text: String
}
