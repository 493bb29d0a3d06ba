import Dispatch

/// Waits for functions that call back once, from any thread.
enum Callback {
    /// Calls `begin`, and returns when that has called back.
    static func wait(_ begin: (@escaping @Sendable () -> Void) -> Void) async {
        await withCheckedContinuation { continuation in
            begin { continuation.resume() }
        }
    }

    /// Calls `begin`, and blocks the thread until that has called back.
    static func block(_ begin: (@escaping @Sendable () -> Void) -> Void) {
        let done = DispatchSemaphore(value: 0)
        begin { done.signal() }
        done.wait()
    }
}
