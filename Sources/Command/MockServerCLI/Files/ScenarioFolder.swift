import Libc
import MockServerKit

/// The files of a folder, and of the folders in it, that may be scenarios.
struct ScenarioFolder {
    /// The paths, folder by folder in the order of their names' bytes.
    private(set) var files: [String] = []
    /// The folders and files that can't be read, and why.
    private(set) var unreadable: [(path: String, reason: String)] = []
    /// The folders that were entered. A link may lead to one of them.
    private var known: Set<Identity> = []

    private struct Identity: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    private static let extensions = [".yaml", ".yml", ".json"]

    /// Whether this is the path of a folder.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    init(_ path: String) {
        enter(path)
    }

    private mutating func enter(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        let identity = Identity(
            device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
        guard known.insert(identity).inserted else { return }
        guard let folder = opendir(path) else {
            unreadable.append((path, "the folder can't be read: \(String(cString: strerror(errno)))"))
            return
        }
        defer { closedir(folder) }
        var names: [[UInt8]] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            // Hidden folders hold what tools keep for themselves, such as .git and .build.
            if name.first != UInt8(ascii: "."), !name.elementsEqual("node_modules".utf8) { names.append(name) }
        }
        names.sort { $0.lexicographicallyPrecedes($1) }
        for bytes in names { add(bytes, in: path) }
    }

    /// Adds a file, or those of a folder. Pipes, sockets and devices are no files that could be read to their end.
    private mutating func add(_ bytes: [UInt8], in folder: String) {
        let name = String(decoding: bytes, as: UTF8.self)
        let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
        let mayBeScenario = Self.extensions.contains(where: name.lowercased().hasSuffix)
        guard name.utf8.elementsEqual(bytes) else {
            // No path in Swift can have such bytes.
            if mayBeScenario { unreadable.append((path, "its name is not UTF-8; rename it")) }
            return
        }
        if Self.isFolder(path) {
            enter(path)
        } else if mayBeScenario, FileState(path: path) != nil || !ScenarioFile.exists(path) {
            // A link that leads nowhere is told when it is read.
            files.append(path)
        }
    }
}
