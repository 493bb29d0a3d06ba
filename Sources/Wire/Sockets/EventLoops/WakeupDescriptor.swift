#if os(Linux) && !DISPATCH_SOURCE_PER_DESCRIPTOR
import CPlatform

/// An eventfd or a timerfd in an event loop's epoll set. Confined to the event loop, hence `@unchecked Sendable`.
final class WakeupDescriptor: ReadinessHandler, @unchecked Sendable {
    let descriptor: Int32
    var signalled: () -> Void = {}

    /// Takes over `descriptor`; throws if it is a negated errno of `call`.
    init(_ call: String, _ descriptor: Int32) throws(SocketError) {
        guard descriptor >= 0 else { throw .system(call: call, errno: -descriptor, address: nil) }
        self.descriptor = descriptor
    }

    deinit {
        cplatform_close(descriptor)
    }

    func ready(_ readiness: Readiness) {
        cplatform_drain(descriptor)
        signalled()
    }
}
#endif
