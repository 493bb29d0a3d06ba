import Dispatch
import Sockets

/// Waits for functions that call back once, from any thread.
enum CallbackBridge {
    /// Calls `begin`, and returns when that has called back.
    static func wait(_ begin: (@escaping @Sendable () -> Void) -> Void) async {
        await withCheckedContinuation { continuation in
            begin { continuation.resume() }
        }
    }

    /// Calls `begin`, and blocks the thread until that has called back. To be refused before on an event loop, where it
    /// ends the process: it might wait for ever.
    static func block(_ begin: (@escaping @Sendable () -> Void) -> Void) {
        precondition(EventLoop.current == nil, "an event loop never waits for a callback")
        let done = DispatchSemaphore(value: 0)
        begin { done.signal() }
        done.wait()
    }
}
