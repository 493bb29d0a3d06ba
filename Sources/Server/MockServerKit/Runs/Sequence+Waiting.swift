import Dispatch

extension Sequence {
    /// Calls `done` on a global queue once `wait` has called back for each element. Blocks no thread.
    func awaitAll(
        _ done: @escaping @Sendable () -> Void, _ wait: (Element, _ isOver: @escaping @Sendable () -> Void) -> Void
    ) {
        let group = DispatchGroup()
        for element in self {
            group.enter()
            wait(element) { group.leave() }
        }
        group.notify(queue: .global(), execute: done)
    }
}
