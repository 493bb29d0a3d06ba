import Dispatch
import Foundation
import Locking
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Runs work where a `URLProtocol` may call its client: on Linux on the queue of its session, whose tables have no lock
/// of their own; elsewhere on the run loop on which loading was started.
final class LoadingQueue: Sendable {
    private struct State {
        var works: [@Sendable () -> Void] = []
        var isOver = false
    }

    private let state = Locked(State())
    private let wake: @Sendable (LoadingQueue) -> Void

    #if canImport(FoundationNetworking)
    /// The queue of the protocol's session. It is reached by suspending and resuming the task, which starts loading
    /// again.
    init(of urlProtocol: URLProtocol) {
        let task = urlProtocol.task
        wake = { queue in
            // Resuming waits for the session's queue, so it may not happen on one.
            DispatchQueue.global().async {
                guard !queue.isEmpty else { return }
                task?.suspend()
                task?.resume()
            }
        }
    }
    #else
    /// The current run loop.
    init(of _: URLProtocol) {
        // A run loop takes blocks from any thread.
        nonisolated(unsafe) let runLoop = CFRunLoopGetCurrent()
        wake = { queue in
            CFRunLoopPerformBlock(runLoop, CFRunLoopMode.commonModes.rawValue) { queue.run() }
            CFRunLoopWakeUp(runLoop)
        }
    }
    #endif

    private var isEmpty: Bool { state.withLock { $0.works.isEmpty } }

    /// Runs work on the queue; at once, on this thread, if loading is over.
    func async(_ work: @escaping @Sendable () -> Void) {
        let (isOver, isFirst) = state.withLock { state in
            if !state.isOver { state.works.append(work) }
            return (state.isOver, state.works.count == 1)
        }
        if isOver { work() } else if isFirst { wake(self) }
    }

    /// Runs what is due. Called on the queue.
    func run() {
        let works = state.withLock { state in
            defer { state.works = [] }
            return state.works
        }
        for work in works { work() }
    }

    /// Loading is over: nothing waits for the queue any more.
    func finish() {
        state.withLock { $0.isOver = true }
        run()
    }
}

/// An object that is confined to a loading queue, for code elsewhere, which reaches it only by work on that queue. Once
/// loading is over, the object does nothing, and the work may run on any thread.
struct Confined<Object: AnyObject>: Sendable {
    private nonisolated(unsafe) let object: Object
    private let queue: LoadingQueue

    init(_ object: Object, to queue: LoadingQueue) {
        self.object = object
        self.queue = queue
    }

    var id: ObjectIdentifier { ObjectIdentifier(object) }

    /// Does work with the object like `LoadingQueue.async`.
    func async(_ work: @escaping @Sendable (Object) -> Void) {
        queue.async { work(object) }
    }
}
