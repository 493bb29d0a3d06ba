// A loop with a Dispatch source for each descriptor has no epoll descriptor.
#if os(Linux) && !DISPATCH_SOURCE_PER_DESCRIPTOR
import CPlatform
import Testing

@testable import Sockets

@Suite("An event loop that can't watch a descriptor", .timeLimit(.minutes(60)))
struct WatchingTests {
    // In its own process, which it ends.
    @Test("ends the process if that is its epoll descriptor, and says why")
    func waiting() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let eventLoop = try EventLoop(label: "test")
            eventLoop.async { cplatform_close(eventLoop.poller.descriptor) }
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(
            text.contains(
                "Fatal error: an event loop of mockserver can't wait for events any more: epoll_wait failed with errno 9 "
                    + "(Bad file descriptor). Its epoll descriptor was probably closed by other code of this process, "
                    + "which closed a descriptor that was not its own, or one twice.\n"))
    }
}
#endif
