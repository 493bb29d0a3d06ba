import Dispatch
import Locking

/// A listening socket and its connections.
///
/// ```swift
/// let listener = try Listener(on: .loopback()) { channel in Echo(channel) }
/// print(listener.address)
/// await listener.stop()
/// ```
///
/// It lives until it is stopped, even without references.
package final class Listener: Sendable {
    private enum State {
        case running
        case stopping(loopsLeft: Int, waiting: [@Sendable () -> Void])
        case stopped
    }

    /// The address it listens on, with its real port.
    package let address: ServerAddress
    /// The numbers of its connections.
    package let connections = ConnectionCounts()

    private let eventLoop: EventLoop
    private let acceptor: Acceptor
    private let state = Locked(State.running)

    /// Listens on exactly `address`; when this returns, clients can connect.
    ///
    /// - Parameter makeHandler: makes the handler of each new connection; called on the connection's event loop. Its
    ///   captures stay alive until the listener has stopped.
    /// - Throws: `SocketError` if the address is not available.
    package convenience init(
        on address: ServerAddress, makeHandler: @escaping @Sendable (Channel) -> any ChannelHandler
    ) throws(SocketError) {
        try self.init(on: address, serving: { _ in makeHandler })
    }

    /// The same for handlers that depend on the address: `serving` is called once, with the real port, before the first
    /// connection is accepted.
    ///
    /// - Parameter unaccepted: is told when connections wait that can't be accepted.
    package convenience init(
        on address: ServerAddress, unaccepted: UnacceptedConnections = UnacceptedConnections(),
        serving: (ServerAddress) -> @Sendable (Channel) -> any ChannelHandler
    ) throws(SocketError) {
        try self.init(on: address, eventLoops: try EventLoop.all, unaccepted, serving: serving)
    }

    /// The same on these event loops alone.
    package convenience init(
        on address: ServerAddress, eventLoops: [EventLoop],
        unaccepted: UnacceptedConnections = UnacceptedConnections(),
        makeHandler: @escaping @Sendable (Channel) -> any ChannelHandler
    ) throws(SocketError) {
        try self.init(on: address, eventLoops: eventLoops, unaccepted, serving: { _ in makeHandler })
    }

    private init(
        on address: ServerAddress, eventLoops: [EventLoop], _ unaccepted: UnacceptedConnections,
        serving: (ServerAddress) -> @Sendable (Channel) -> any ChannelHandler
    ) throws(SocketError) {
        let socket = try ListeningSocket.open(address)
        self.address = socket.address
        // Listeners are distributed over the event loops by their ports. The lowest bits carry no information: Linux
        // binds to even ports and connects from odd ones as long as there are any.
        let home = socket.address.port.map { Int($0 >> 3) } ?? Int(socket.descriptor)
        eventLoop = eventLoops[home % eventLoops.count]
        acceptor = Acceptor(
            socket, eventLoops: eventLoops, home: home % eventLoops.count, connections, unaccepted,
            makeHandler: serving(socket.address))
        if EventLoop.current == nil {
            eventLoop.sync { [acceptor] in acceptor.start() }
        } else {
            eventLoop.async { [acceptor] in acceptor.start() }
        }
    }

    /// Stops listening and closes every connection. A handler is told `closed(.stopped)`; its peer gets FIN, or RST if
    /// it sent bytes that were not read. Each call returns when all descriptors are closed.
    package func stop() async {
        await withCheckedContinuation { continuation in
            stop { continuation.resume() }
        }
    }

    /// The same for code that may block. It is also cheaper, for tests that must be fast.
    ///
    /// - Throws: `SocketError.waitOnEventLoop` on an event loop, which would wait for itself; then nothing has been
    ///   stopped.
    package func stopAndWait() throws(SocketError) {
        guard EventLoop.current == nil else { throw .waitOnEventLoop }
        let stopped = DispatchSemaphore(value: 0)
        if begin(toStopThen: { stopped.signal() }) { eventLoop.sync { self.stopAcceptor() } }
        stopped.wait()
    }

    /// Begins to stop; calls `done` on some event loop, or before this returns, when all descriptors are closed.
    package func stop(then done: @escaping @Sendable () -> Void) {
        guard begin(toStopThen: done) else { return }
        eventLoop.soon { [self] in stopAcceptor() }
    }

    /// Whether the caller must stop the acceptor; false if another call does or did.
    private func begin(toStopThen done: @escaping @Sendable () -> Void) -> Bool {
        let (isFirst, isOver) = state.withLock { state in
            switch state {
            case .running:
                state = .stopping(loopsLeft: .max, waiting: [done])
                return (true, false)
            case .stopping(let left, let waiting):
                state = .stopping(loopsLeft: left, waiting: waiting + [done])
                return (false, false)
            case .stopped:
                return (false, true)
            }
        }
        if isOver { done() }
        return isFirst
    }

    /// Stops the acceptor, on the listener's own event loop.
    private func stopAcceptor() {
        acceptor.stop(expect: { setLoopsLeft($0) }, done: { self.loopStopped() })
    }

    private func setLoopsLeft(_ count: Int) {
        state.withLock { state in
            if case .stopping(_, let waiting) = state { state = .stopping(loopsLeft: count, waiting: waiting) }
        }
    }

    private func loopStopped() {
        let ready: [@Sendable () -> Void] = state.withLock { state in
            guard case .stopping(let left, let waiting) = state else { return [] }
            if left > 1 {
                state = .stopping(loopsLeft: left - 1, waiting: waiting)
                return []
            }
            state = .stopped
            return waiting
        }
        ready.forEach { $0() }
    }
}
