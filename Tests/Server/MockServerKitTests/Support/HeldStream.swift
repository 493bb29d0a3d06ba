import Sockets

@testable import MockServerKit

/// A stream whose system takes written bytes only when the test says so, but for those that are the only ones of an
/// iteration.
final class HeldStream: ByteStream {
    let eventLoop: EventLoop
    let number = 1
    let isOpen = true
    let security: TLSInfo? = nil
    let hasGivenUp = false
    let isAmidRecord = false
    private(set) var unsent = 0
    var outstanding: Int { unsent }
    private(set) var deadline: Int64?
    /// When the system took the last byte.
    private(set) var taken: Int64?

    init(on eventLoop: EventLoop) { self.eventLoop = eventLoop }

    func takeAll() {
        guard unsent > 0 else { return }
        unsent = 0
        taken = EventLoop.now
    }

    func write(_ bytes: UnsafeRawBufferPointer) { unsent += bytes.count }

    func writeLast(_ bytes: UnsafeRawBufferPointer) {
        let isFirst = unsent == 0
        write(bytes)
        if isFirst { takeAll() }
    }

    func sendNow() { takeAll() }
    func batch(_ body: () -> Void) { body() }
    func setDeadline(at instant: Int64?) { deadline = instant }
    func watchDelivery() {}
    func closeLingering() {}
    func reset() {}
    func pauseReading() {}
    func resumeReading() {}
    func handOver(to handler: any ChannelHandler) {}
}

extension HeldStream {
    /// The protocol of a connection on it.
    enum Wire: CaseIterable {
        case http1, http2

        /// Requests for `/x`.
        func requests(_ count: Int) -> [UInt8] {
            switch self {
            case .http1: Array(String(repeating: get("/x"), count: count).utf8)
            case .http2: RawFrame.start + (0..<count).flatMap { RawFrame.get("/x", on: 2 * $0 + 1) }
            }
        }

        func connection(
            on stream: HeldStream, _ run: CurrentRun, _ settings: ConnectionSettings
        ) -> any ChannelHandler {
            switch self {
            case .http1: HTTP1Connection(stream, run, settings: settings)
            case .http2: HTTP2Connection(stream, run, settings: settings)
            }
        }
    }
}
