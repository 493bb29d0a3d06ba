import Libc
import Scenarios

/// The folder of a scenario, which its body files must not leave.
///
/// Two checks, because neither is enough alone. First the path is resolved and compared with the resolved folder, which
/// allows links that stay inside. Then the resolved path is opened component by component without following links, so
/// that a component replaced between the checks can't lead outside.
struct ScenarioFileAccess {
    /// The folder's path; empty for the working directory.
    let path: String
    /// Remembers the opened files.
    var opened: OpenedFiles?

    /// The folder that holds a file.
    init(ofFile path: String) {
        let bytes = path.utf8
        if let slash = bytes.lastIndex(of: UInt8(ascii: "/")) {
            self.path = slash == bytes.startIndex ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
        } else {
            self.path = ""
        }
    }

    init(path: String) {
        self.path = path
    }

    /// The path of a file of the folder, as shown to people.
    func display(_ relative: String) -> String {
        path.isEmpty ? relative : path.hasSuffix("/") ? path + relative : "\(path)/\(relative)"
    }

    /// Why a file of the folder can't be used; the text follows the file's name in a sentence.
    struct AccessError: Error, CustomStringConvertible {
        let reason: String

        var description: String { reason }
    }

    /// A file of the folder as a body.
    ///
    /// - Parameter others: files that can't be meant in place of one that does not exist.
    func body(at relative: String, insteadOf others: @autoclosure () -> [String] = []) throws(AccessError) -> FileBody {
        let (descriptor, size) = try openRemembered(relative, others)
        guard size <= FileBody.memoryLimit else { return FileBody(path: relative, size: size, descriptor: descriptor) }
        defer { close(descriptor) }
        let bytes = try read(descriptor, size: size, limit: FileBody.memoryLimit)
        return FileBody(path: relative, bytes: bytes)
    }

    /// All bytes of a file of the folder, which has at most `limit` bytes.
    ///
    /// - Parameter others: files that can't be meant in place of one that does not exist.
    func contents(
        of relative: String, limit: Int, insteadOf others: @autoclosure () -> [String] = []
    ) throws(AccessError) -> [UInt8] {
        let (descriptor, size) = try openRemembered(relative, others)
        defer { close(descriptor) }
        return try read(descriptor, size: size, limit: limit)
    }

    private func read(_ descriptor: Int32, size: Int, limit: Int) throws(AccessError) -> [UInt8] {
        switch SystemCall.readAll(descriptor, expecting: size, limit: limit) {
        case .success(let bytes) where bytes.count > limit:
            throw AccessError(reason: "is larger than \(limit >> 20) MiB; name a smaller file")
        case .success(let bytes): return bytes
        case .failure(let error): throw AccessError(reason: "could not be read: \(error.message)")
        }
    }

    private func openRemembered(
        _ relative: String, _ others: () -> [String]
    ) throws(AccessError) -> (descriptor: Int32, size: Int) {
        do throws(AccessError) {
            let (descriptor, status) = try open(relative, insteadOf: others())
            opened?.add(OpenedFile(relative, inFolder: path, FileState(status)))
            return (descriptor, Int(status.st_size))
        } catch {
            opened?.add(OpenedFile(relative, inFolder: path, nil))
            throw error
        }
    }

    /// Opens a file of the folder.
    func open(
        _ relative: String, insteadOf others: @autoclosure () -> [String] = []
    ) throws(AccessError) -> (descriptor: Int32, status: stat) {
        guard !relative.utf8.contains(0) else { throw AccessError(reason: "is not a path: it holds a NUL") }
        guard !relative.isEmpty else { throw AccessError(reason: "is not a path: it is empty") }
        guard relative.utf8.first != UInt8(ascii: "/") else {
            throw AccessError(reason: "is an absolute path; \(pathInFolder(ofAbsolute: relative))")
        }
        let components = relative.utf8.split(separator: UInt8(ascii: "/"))
        guard !components.contains(where: { $0.elementsEqual("..".utf8) }) else {
            throw AccessError(reason: "leaves the scenario's folder by \"..\"; copy it into the folder, or below it")
        }
        guard let root = Self.resolve(path.isEmpty ? "." : path) else {
            throw AccessError(reason: "has no folder: \(SystemCall.text(of: errno))")
        }
        guard let resolved = Self.resolve("\(root)/\(relative)") else {
            let code = errno
            let excluded = others()
            let near = code == ENOENT ? FileSuggestion.nearest(to: relative, below: root, excluded) : nil
            guard code == ENOENT || code == ENOTDIR else { throw AccessError(reason: Self.explain(code)) }
            throw AccessError(
                reason: near.map { "does not exist; did you mean \"\($0)\"?" }
                    ?? "does not exist in \(path.isEmpty ? "the working directory" : path)\(FileSuggestion.all(beside: relative, below: root, excluded))"
            )
        }
        guard !resolved.utf8.elementsEqual(root.utf8) else {
            throw AccessError(reason: Self.folder(relative, below: root))
        }
        let prefix = Self.prefix(root)
        guard resolved.utf8.starts(with: prefix.utf8) else {
            throw AccessError(reason: "leaves the scenario's folder by a link; copy the file into the folder")
        }
        let inside = String(decoding: resolved.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        return try openWithoutLinks(inside, below: root)
    }

    /// What to write in place of an absolute path.
    private func pathInFolder(ofAbsolute absolute: String) -> String {
        if let root = Self.resolve(path.isEmpty ? "." : path), let resolved = Self.resolve(absolute),
            resolved.hasPrefix(Self.prefix(root))
        {
            return "write its path from the scenario's folder: \(resolved.dropFirst(Self.prefix(root).count))"
        }
        let name = absolute.split(separator: "/").last ?? "body.json"
        return "copy the file into the scenario's folder, or below it, and write its path from there, like \(name)"
    }

    private func openWithoutLinks(_ inside: String, below root: String) throws(AccessError) -> (Int32, stat) {
        let components = inside.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        var current = SystemCall.retrying { Self.openFolder(root) }
        for (index, component) in components.enumerated() {
            guard current >= 0 else { throw AccessError(reason: Self.explain(errno)) }
            // Without O_NONBLOCK, opening a named pipe would wait for its other end.
            var flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
            if index < components.count - 1 { flags |= O_DIRECTORY }
            let parent = current
            current = SystemCall.retrying { openat(parent, component, flags) }
            let code = errno
            close(parent)
            errno = code
        }
        guard current >= 0 else { throw AccessError(reason: Self.explain(errno)) }
        var status = stat()
        guard fstat(current, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            close(current)
            throw AccessError(
                reason: isFolder
                    ? Self.folder(inside, below: root)
                    : "is not a regular file; copy what it has into one, and name that")
        }
        return (current, status)
    }

    /// The beginning of each path below a folder.
    private static func prefix(_ root: String) -> String { root.hasSuffix("/") ? root : root + "/" }

    private static func folder(_ relative: String, below root: String) -> String {
        "is a folder; name a file in it\(FileSuggestion.example(in: relative, below: root))"
    }

    private static func openFolder(_ path: String) -> Int32 {
        Libc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }

    static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func explain(_ code: Int32) -> String {
        switch code {
        case ENOENT, ENOTDIR: "does not exist"
        case ELOOP: "leaves the scenario's folder by a link; copy the file into the folder"
        default: "could not be opened: \(SystemCall.text(of: code))"
        }
    }
}
