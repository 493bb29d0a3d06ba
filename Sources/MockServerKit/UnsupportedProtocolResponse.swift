import HTTPMessage
import HTTPWire
import MockRuntime
import Playback

/// The response to a client that can't be spoken to as it speaks: in HTTP/1.1, which all clients know when they see it.
/// The connection ends with it.
struct UnsupportedProtocolResponse {
    let bytes: [UInt8]

    /// Has the run know of the request, and answers it with the failure's text.
    init(_ request: MalformedRequest, of currentRun: CurrentRun) {
        let failure = currentRun.run.malformed(request)
        let text = (failure?.text() ?? request.reason) + "\n"
        let lines = [
            "HTTP/1.1 \(request.status) \(ReasonPhrase.registered(for: request.status))",
            "Content-Type: text/plain; charset=utf-8", "Content-Length: \(text.utf8.count)",
            "Mockserver-Failure: \(FailureKind.badRequest.rawValue)", "Connection: close", "", text,
        ]
        bytes = Array(lines.joined(separator: "\r\n").utf8)
    }
}
