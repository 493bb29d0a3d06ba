import Libc

/// A file that a scenario was loaded from besides its own, in the state that it had then.
package struct OpenedFile: Hashable, Sendable {
    /// The path below the scenario's folder.
    private let path: String
    private let folder: String
    /// Its state when it was opened; nil if it could not be.
    package let state: FileState?

    init(_ path: String, inFolder folder: String, _ state: FileState?) {
        self.path = path
        self.folder = folder
        self.state = state
    }

    /// Its state now; nil if it can't be opened.
    package var currentState: FileState? {
        guard let (descriptor, status) = try? ScenarioFileAccess(path: folder).open(path) else { return nil }
        close(descriptor)
        return FileState(status)
    }

    /// Whether the file is there as it was.
    package var isUnchanged: Bool { currentState == state }
}

/// The files that a scenario is loaded from besides its own, or that it names in vain. Used by the thread that loads.
final class OpenedFiles {
    private(set) var all: [OpenedFile] = []

    func add(_ file: OpenedFile) { all.append(file) }
}
