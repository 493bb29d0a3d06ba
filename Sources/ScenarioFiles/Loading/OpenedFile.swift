#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that a scenario was loaded from besides its own, in the state that it had then.
package struct OpenedFile: Hashable, Sendable {
    /// What changes when a file is written or replaced.
    private struct State: Hashable, Sendable {
        let device: UInt64
        let number: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int

        init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
            size = Int64(status.st_size)
            #if canImport(Darwin)
            (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
            #else
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
            #endif
        }
    }

    /// The path below the scenario's folder.
    private let path: String
    private let folder: String
    private let state: State

    init(_ path: String, inFolder folder: String, _ status: stat) {
        self.path = path
        self.folder = folder
        state = State(status)
    }

    /// Whether the file is there as it was.
    package var isUnchanged: Bool {
        guard let (descriptor, status) = try? ScenarioFileAccess(path: folder).open(path) else { return false }
        close(descriptor)
        return State(status) == state
    }
}

/// The files that a scenario is loaded from besides its own. Used by the thread that loads.
final class OpenedFiles {
    private(set) var all: [OpenedFile] = []

    func add(_ file: OpenedFile) { all.append(file) }
}
