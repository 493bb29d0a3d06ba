package import HTTPMessage
package import HTTPWire
package import Scenarios

/// The head of a response with every template evaluated, and its HTTP/1.1 encoding. A class, because players of a
/// response without templates share it.
@usableFromInline
package final class RenderedHead: Sendable {
    package let head: ResponseHead
    /// The head in HTTP/1.1; nil if HTTP/1.1 can't carry it.
    package let encoded: EncodedResponseHead?
    /// What the scenario states about the connection; nil if nothing.
    package let connection: ConnectionOption?
    /// Whether a field says that the connection ends after the response.
    let saysClose: Bool

    package init(_ head: ResponseHead, _ connection: ConnectionOption?) {
        self.head = head
        self.connection = connection
        encoded = try? EncodedResponseHead(head)
        saysClose = head.fields.containsListElement("close", in: "Connection")
    }
}
