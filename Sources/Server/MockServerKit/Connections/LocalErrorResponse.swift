import HTTPMessage
import HTTPWire
import MockRuntime

/// The server's own response to a request that the run never got, with the reason. The connection or the stream ends
/// after it.
final class LocalErrorResponse {
    let head: ResponseHead
    let body: [UInt8]

    /// - Parameter crossOrigin: what a browser wants to see; nil if the request's `Origin` could not be read.
    init(status: Int, text: String, _ crossOrigin: CrossOriginFields? = nil) {
        var head = ResponseHead(failure: .badRequest, status: status)
        crossOrigin?.add(to: &head.fields)
        self.head = head
        body = Array((text + "\n").utf8)
    }

    /// A response to a request that no run gets. It is not a failure of a run.
    init(status: Int, _ text: String) {
        head = ResponseHead(status: status, fields: Fields([("Content-Type", "text/plain; charset=utf-8")]))
        body = Array((text + "\n").utf8)
    }

    /// The whole response in HTTP/1.1, for a client of an unknown protocol: all clients recognize HTTP/1.1.
    var http1: [UInt8] {
        var bytes: [UInt8] = []
        append(answering: .unread, date: nil, to: &bytes)
        return bytes
    }

    /// Appends the whole response in HTTP/1.1.
    ///
    /// - Parameter date: the value of `Date`; nil for none.
    func append(answering context: ResponseContext, date: [UInt8]?, to output: inout [UInt8]) {
        // A head of our own can always be sent.
        guard let head = try? EncodedResponseHead(head) else { return }
        let encoder = ResponseEncoder(head, answering: context, body: .length(body.count), keepsAlive: false)
        encoder.append(head, date: date, to: &output)
        encoder.append(body[...], to: &output)
    }
}
