import MockServerKit

/// The files of a scenario, in the states in which it was loaded.
struct WatchedFiles: Sendable {
    private let path: String
    private let others: [OpenedFile]
    /// The states of its own file and of the others; nil for a file that was not there.
    let loaded: [FileState?]

    /// - Parameters:
    ///   - path: the scenario's own file.
    ///   - state: that file's state before it was read.
    ///   - others: the files that it names.
    init(path: String, state: FileState?, others: [OpenedFile]) {
        self.path = path
        self.others = others
        loaded = [state] + others.map(\.state)
    }

    /// The states that the files have now.
    var current: [FileState?] { [FileState(path: path)] + others.map(\.currentState) }
}
