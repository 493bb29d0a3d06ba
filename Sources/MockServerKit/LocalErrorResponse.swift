import HTTPMessage
import HTTPWire
import MockRuntime

/// The server's own response to a request that the run never had: why it was refused. The connection, or the stream, ends
/// with it.
final class LocalErrorResponse {
    let head: ResponseHead
    let body: [UInt8]

    init(status: Int, text: String) {
        head = ResponseHead(failure: .badRequest, status: status)
        body = Array((text + "\n").utf8)
    }

    /// All of it in HTTP/1.1, for a client that speaks another protocol: all clients know HTTP/1.1 when they see it.
    var http1: [UInt8] {
        var bytes: [UInt8] = []
        append(answering: .unread, date: nil, to: &bytes)
        return bytes
    }

    /// Appends all of it as HTTP/1.1 writes it.
    ///
    /// - Parameter date: the value of `Date`; nil for none.
    func append(answering context: ResponseContext, date: [UInt8]?, to output: inout [UInt8]) {
        // A head of ours can be sent.
        guard let head = try? EncodedResponseHead(head) else { return }
        let encoder = ResponseEncoder(head, answering: context, body: .length(body.count), keepsAlive: false)
        encoder.appendHead(date: date, to: &output)
        encoder.append(body[...], to: &output)
    }
}
