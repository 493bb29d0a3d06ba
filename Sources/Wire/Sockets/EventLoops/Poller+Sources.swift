#if !os(Linux) || DISPATCH_SOURCE_PER_DESCRIPTOR
import CPlatform
import Dispatch

/// The source of readiness events without epoll: for each descriptor, a Dispatch source for reading, and one for
/// writing from its first use on. Confined to the event loop's queue, hence `@unchecked Sendable`.
///
/// Sources don't tell that a peer has hung up after its end was read, nor that unread bytes are followed by an end.
/// Such a peer is noticed when reading resumes, or by the next write.
final class Poller: @unchecked Sendable {
    /// Whether it notices that a peer leaves while reading is paused.
    static let noticesEndWhilePaused = false

    /// One descriptor's sources. Confined to the event loop's queue, hence `@unchecked Sendable`.
    private final class Registration: @unchecked Sendable {
        let descriptor: Int32
        let member: any ReadinessHandler
        let read: any DispatchSourceRead
        var write: (any DispatchSourceWrite)?
        var interest: Interest = []
        /// The number of sources whose cancel handler has not run; the last one closes the descriptor.
        var open = 1

        init(_ descriptor: Int32, _ member: any ReadinessHandler, read: any DispatchSourceRead) {
            self.descriptor = descriptor
            self.member = member
            self.read = read
        }
    }

    /// How often sources have fired; each fire is one event.
    private(set) var fires = 0
    var events: Int { fires }

    private let queue: DispatchQueue
    private var registrations: [Int32: Registration] = [:]
    private var closing = 0
    private var waiting: [@Sendable () -> Void] = []

    init(queue: DispatchQueue) {
        self.queue = queue
    }

    /// Watches `descriptor` for `interest`. The poller owns the descriptor from now on.
    func add(_ descriptor: Int32, _ member: any ReadinessHandler, interest: Interest) throws(SocketError) {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        let registration = Registration(descriptor, member, read: source)
        registrations[descriptor] = registration
        // Explicitly @Sendable, or the closures would inherit an actor's isolation and trap on this queue.
        source.setEventHandler { @Sendable [self] in deliver([.readable, .onlyOnce], to: registration) }
        source.setCancelHandler { @Sendable [self] in sourceEnded(of: registration) }
        // Activated once, before the write source; from here on it is paused by suspending it. A new source could be
        // registered as a writer beside the write source.
        source.activate()
        source.suspend()
        try change(descriptor, interest)
    }

    /// Watches `descriptor` for `interest` from now on. Throws only where there is epoll.
    func change(_ descriptor: Int32, _ interest: Interest) throws(SocketError) {
        guard let registration = registrations[descriptor] else { return }
        let changed = registration.interest.symmetricDifference(interest)
        registration.interest = interest
        if changed.contains(.reading) {
            if interest.contains(.reading) { registration.read.resume() } else { registration.read.suspend() }
        }
        if changed.contains(.writing) {
            if interest.contains(.writing) { resumeWriting(registration) } else { registration.write?.suspend() }
        }
    }

    /// Stops watching `descriptor`, and closes it after the cancel handlers of its sources.
    func remove(_ descriptor: Int32) {
        guard let registration = registrations.removeValue(forKey: descriptor) else { return }
        closing += 1
        // The cancel handler of a suspended source does not run, so both are resumed first; no event handler can come
        // in between, since this is their queue.
        if !registration.interest.contains(.reading) { registration.read.resume() }
        if !registration.interest.contains(.writing) { registration.write?.resume() }
        registration.read.cancel()
        registration.write?.cancel()
    }

    /// Whether a descriptor that it reads from has something to read.
    var isReady: Bool {
        registrations.values.contains { $0.interest.contains(.reading) && cplatform_is_readable($0.descriptor) }
    }

    /// Runs `work` when all descriptors removed so far are closed.
    func afterCloses(_ work: @escaping @Sendable () -> Void) {
        if closing == 0 { work() } else { waiting.append(work) }
    }

    private func resumeWriting(_ registration: Registration) {
        if let source = registration.write {
            source.resume()
            return
        }
        let source = DispatchSource.makeWriteSource(fileDescriptor: registration.descriptor, queue: queue)
        registration.write = source
        registration.open += 1
        source.setEventHandler { @Sendable [self] in deliver(.writable, to: registration) }
        source.setCancelHandler { @Sendable [self] in sourceEnded(of: registration) }
        source.activate()
    }

    private func deliver(_ readiness: Readiness, to registration: Registration) {
        fires += 1
        guard registrations[registration.descriptor] === registration else { return }
        registration.member.ready(readiness)
    }

    private func sourceEnded(of registration: Registration) {
        registration.open -= 1
        guard registration.open == 0 else { return }
        cplatform_close(registration.descriptor)
        closing -= 1
        guard closing == 0 else { return }
        let ready = waiting
        waiting = []
        ready.forEach { $0() }
    }
}
#endif
