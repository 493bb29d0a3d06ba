import Dispatch
import Locking
import MockServerKit

/// Watches the files of a scenario, on a queue of its own, by asking for their states a few times a second: that works
/// on every platform and file system, for mounted folders, and for files that an editor replaces.
struct ScenarioWatch {
    /// The time between two looks. A file that is still being written differs between them, and is not read yet.
    private static let interval = DispatchTimeInterval.milliseconds(150)

    private let timer: any DispatchSourceTimer
    private let queue = DispatchQueue(label: "mockserver.watch")
    private let watched: Watched

    /// Begins to watch.
    ///
    /// - Parameter load: loads the scenario again, and returns the files that it was loaded from. Called on the watch's
    ///   queue when a file has changed and stays as it is.
    init(_ files: WatchedFiles, load: @escaping @Sendable () -> WatchedFiles) {
        let watched = Watched(files, load)
        self.watched = watched
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { @Sendable in watched.look() }
        timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(30))
        timer.activate()
    }

    /// Loads the scenario again, whether it has changed or not.
    func reload() { queue.async { [watched] in watched.loadAgain() } }

    /// Returns when the scenario is not being loaded, and will not be any more. Not on the watch's queue.
    func stop() {
        timer.cancel()
        queue.sync { [watched] in watched.stop() }
    }

    /// The files and what is known of them.
    private final class Watched: Sendable {
        private struct State {
            var files: WatchedFiles
            /// The states that the files had when they were last looked at.
            var seen: [FileState?]
            var isStopped = false
        }

        private let state: Locked<State>
        private let load: @Sendable () -> WatchedFiles

        init(_ files: WatchedFiles, _ load: @escaping @Sendable () -> WatchedFiles) {
            state = Locked(State(files: files, seen: files.loaded))
            self.load = load
        }

        func stop() { state.withLock { $0.isStopped = true } }

        func look() {
            let files = state.withLock { $0.files }
            let current = files.current
            let isDue = state.withLock { state in
                defer { state.seen = current }
                return current != files.loaded && current == state.seen
            }
            if isDue { loadAgain() }
        }

        func loadAgain() {
            guard !state.withLock({ $0.isStopped }) else { return }
            let files = load()
            state.withLock { state in
                state.files = files
                state.seen = files.loaded
            }
        }
    }
}
