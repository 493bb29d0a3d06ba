import HTTPMessage
import HTTPWire
import MockRuntime
import Playback

/// Numbers the requests of one connection, and tells the run of those that can't be read and those that were cut.
/// Confined to the connection's event loop.
final class ConnectionReporter {
    let currentRun: CurrentRun
    /// The connection's number in its server, from 1.
    private let connection: Int
    /// The result of the connection's TLS handshake; nil for cleartext.
    let tls: TLSInfo?
    /// How many requests came so far.
    private(set) var requests = 0

    init(_ currentRun: CurrentRun, _ stream: some ByteStream) {
        self.currentRun = currentRun
        connection = stream.number
        tls = stream.security
    }

    /// Counts one more request.
    func nextRequest(onStream stream: Int? = nil) -> ConnectionInfo {
        requests += 1
        return info(ofRequest: requests, onStream: stream)
    }

    /// The next request.
    func upcomingRequest(onStream stream: Int? = nil) -> ConnectionInfo {
        info(ofRequest: requests + 1, onStream: stream)
    }

    private func info(ofRequest request: Int, onStream stream: Int?) -> ConnectionInfo {
        ConnectionInfo(index: connection, exchange: request, stream: stream, tls: tls)
    }

    /// Reports a request that can't be read; the run counts it as a failure.
    ///
    /// - Parameters:
    ///   - head: the request's head; nil if that could not be read, so that no browser is permitted to read the response.
    ///   - request: the request's connection and index; nil if the connection itself can't be read.
    /// - Returns: the response, with the failure's text.
    func refuse(
        _ problem: MalformedRequest.Problem? = nil, status: Int, reason: String, method: ArraySlice<UInt8>? = nil,
        target: ArraySlice<UInt8>? = nil, head: RequestHead? = nil, request: ConnectionInfo? = nil
    ) -> LocalErrorResponse {
        let run = currentRun.run
        let failure = run.malformed(
            MalformedRequest(
                problem, status: status, reason: reason,
                method: method.map { String(decoding: $0, as: UTF8.self) } ?? "",
                target: target.map { String(decoding: $0, as: UTF8.self) } ?? "",
                connection: request ?? info(ofRequest: 0, onStream: nil)))
        return LocalErrorResponse(
            status: status, text: failure?.text() ?? reason, head.flatMap { run.crossOriginFields(answering: $0) })
    }

    /// Reports a request of HTTP/1.1 that can't be read, and returns the response to it.
    func refuse(_ rejected: RejectedRequest) -> LocalErrorResponse {
        refuse(
            status: rejected.status, reason: rejected.text, method: rejected.method, target: rejected.target,
            head: rejected.head, request: nextRequest())
    }

    /// Reports that the client left, or the server stopped, before the next request was complete. That is not a
    /// failure: the client may change its mind.
    func unfinished(
        _ text: String, method: ArraySlice<UInt8>? = nil, target: ArraySlice<UInt8>? = nil, onStream stream: Int? = nil,
        hasBytes: Bool = true
    ) {
        currentRun.run.unfinished(
            UnfinishedRequest(
                connection: upcomingRequest(onStream: stream),
                method: method.map { String(decoding: $0, as: UTF8.self) },
                target: target.map { String(decoding: $0, as: UTF8.self) }, text: text, hasBytes: hasBytes))
    }

    /// Reports an unfinished request of HTTP/1.1 from `parser`. Without any byte of a request, only a connection that
    /// its client closes unused is reported.
    func unfinished(in parser: inout RequestParser, _ reason: AbortReason) {
        if let rejected = parser.interrupt(reason) {
            unfinished(rejected.text, method: rejected.method, target: rejected.target)
        } else if reason == .closed, requests == 0 {
            unfinished("The client closed the connection without a byte.", hasBytes: false)
        }
    }
}
