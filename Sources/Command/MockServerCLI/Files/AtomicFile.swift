import Dispatch
import Libc
import MockServerKit

/// A file that tells scripts about the server or its run. Readers see either the whole file or none.
///
/// A file that is not regular, such as a named pipe, is written to and never replaced; so is standard output under any
/// name. A symbolic link stays; its target is the file.
struct AtomicFile: Sendable {
    /// How long writing waits for a named pipe's reader to come or to read, in milliseconds.
    static let pipeTimeout = 5_000

    /// The option that names the file.
    let option: String
    let path: String
    var pipeTimeout = Self.pipeTimeout

    /// Checks that it can be written. An existing file stays unchanged.
    ///
    /// - Throws: `CommandFailure` if the path can't be written.
    func check() throws(CommandFailure) {
        switch Self.destination(path) {
        case .stream: break
        case .folder: throw failure(EISDIR)
        case .unusable(let code): throw failure(code)
        case .pipe, .special: guard access(path, W_OK) == 0 else { throw failure(errno) }
        case .file(let path):
            let draft = try StagedFile(beside: path, for: self)
            draft.discard()
        }
    }

    /// A key that is equal for all names of the file; nil if it is not replaced, such as a named pipe.
    var identity: String? {
        guard case .file(let path) = Self.destination(path) else { return nil }
        let (folder, name) = Self.parts(path)
        guard let resolved = realpath(folder.isEmpty ? "." : folder, nil) else { return path }
        defer { free(resolved) }
        return "\(String(cString: resolved))/\(name)"
    }

    /// The folder that a path names, with a slash at its end; nil for the current one.
    static func folder(of path: String) -> String? {
        let folder = parts(path).folder
        return folder.isEmpty ? nil : folder
    }

    /// The folder, with a slash at its end, and the file's name in it.
    static func parts(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path) }
        return (String(path[...slash]), String(path[path.index(after: slash)...]))
    }

    /// Writes the bytes. A named pipe must have a reader within 5 seconds.
    ///
    /// - Throws: `CommandFailure` if the path can't be written.
    func publish(_ bytes: [UInt8]) throws(CommandFailure) {
        switch Self.destination(path) {
        case .stream(let stream):
            if let code = stream.write(bytes) { throw failure(code) }
        case .folder:
            throw failure(EISDIR)
        case .unusable(let code):
            throw failure(code)
        case .pipe:
            try writeToPipe(bytes)
        case .special:
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw failure(errno) }
            defer { close(descriptor) }
            if let code = Descriptor(descriptor).write(bytes) { throw failure(code) }
        case .file(let path):
            try StagedFile(beside: path, for: self).publish(bytes, as: path)
        }
    }

    /// Writes the text. A named pipe is written in the background, as soon as it has a reader.
    ///
    /// - Throws: `CommandFailure` if the path can't be written.
    func announce(_ text: String) throws(CommandFailure) {
        guard case .pipe = Self.destination(path) else { return try publish(Array(text.utf8)) }
        let path = path
        DispatchQueue(label: "mockserver.announcement").async {
            var descriptor: Int32
            repeat { descriptor = open(path, O_WRONLY | O_CLOEXEC) } while descriptor < 0 && errno == EINTR
            guard descriptor >= 0 else { return }
            // A reader that leaves at once does not need the text.
            _ = Descriptor(descriptor).write(text.utf8)
            close(descriptor)
        }
    }

    /// Removes the file, whose content is no longer true.
    func remove() {
        if case .file(let path) = Self.destination(path) { unlink(path) }
    }

    private func writeToPipe(_ bytes: [UInt8]) throws(CommandFailure) {
        var waited = 0
        var descriptor: Int32
        while true {
            // Without O_NONBLOCK it would wait for a reader forever.
            descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if descriptor >= 0 { break }
            guard errno == ENXIO || errno == EINTR else { throw failure(errno) }
            guard waited < pipeTimeout else { throw failure("nobody reads this pipe; \(Self.readerAdvice)") }
            _ = poll(nil, 0, 10)
            waited += 10
        }
        defer { close(descriptor) }
        if let code = Descriptor(descriptor).write(bytes, timeout: pipeTimeout) {
            guard code == ETIMEDOUT else { throw failure(code) }
            throw failure("the reader of this pipe takes nothing; \(Self.readerAdvice)")
        }
    }

    private static let readerAdvice = "start its reader before the end of the run, or name a file"

    func failure(_ code: Int32) -> CommandFailure {
        failure("\(String(cString: strerror(code))); \(advice)")
    }

    func failure(_ reason: String) -> CommandFailure {
        CommandFailure(.cannotCreate, "\(option) \(Printable.line(path)): can't be written: \(reason)")
    }

    private var advice: String {
        switch Self.destination(path) {
        case .stream, .pipe, .special, .unusable(errno: EBADF): "name a file in place of it"
        case .folder, .file, .unusable: "name a file in a folder you may write"
        }
    }

    private enum Destination {
        /// Standard output or standard error, such as `/dev/stdout`. If that is redirected to a file, nobody would read
        /// a replacement of it, and its name may belong to the system.
        case stream(Descriptor)
        case folder
        /// A named pipe.
        case pipe
        /// An existing file of any other kind that is not regular.
        case special
        /// A regular file, or none yet, by its own name.
        case file(String)
        /// A path that can't be followed, such as a symbolic link to itself.
        case unusable(errno: Int32)
    }

    private static func destination(_ path: String) -> Destination {
        var facts = stat()
        // Opened by its name, `/dev/null` in place of a descriptor that the caller closed would take everything.
        if let number = descriptor(named: path), fcntl(number, F_GETFL) & O_ACCMODE == O_RDONLY {
            return .unusable(errno: EBADF)
        }
        guard stat(path, &facts) == 0 else {
            return errno == ENOENT ? destinationOfNewFile(path) : .unusable(errno: errno)
        }
        for number in [STDOUT_FILENO, STDERR_FILENO] {
            var own = stat()
            // One that was closed can only be read.
            guard fcntl(number, F_GETFL) & O_ACCMODE != O_RDONLY else { continue }
            if fstat(number, &own) == 0, own.st_dev == facts.st_dev, own.st_ino == facts.st_ino {
                return .stream(Descriptor(number))
            }
        }
        switch facts.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: return .folder
        case S_IFIFO: return .pipe
        default: return .special
        }
        guard let resolved = realpath(path, nil) else { return .file(path) }
        defer { free(resolved) }
        return .file(String(cString: resolved))
    }

    /// The descriptor of this process that a path names, as `/dev/stdout` and `/dev/fd/1` do; nil for any other path.
    private static func descriptor(named path: String) -> Int32? {
        var path = path
        for _ in 0..<mostLinks {
            let (folder, name) = parts(path)
            if let number = Int32(name), ["/dev/fd/", "/proc/self/fd/"].contains(where: { isSame(folder, $0) }) {
                return number
            }
            guard let target = target(ofLink: path) else { return nil }
            path = target.hasPrefix("/") ? target : folder + target
        }
        return nil
    }

    /// Whether two paths name the same folder.
    private static func isSame(_ folder: String, _ other: String) -> Bool {
        var (facts, otherFacts) = (stat(), stat())
        return folder == other
            || stat(folder, &facts) == 0 && stat(other, &otherFacts) == 0 && facts.st_dev == otherFacts.st_dev
                && facts.st_ino == otherFacts.st_ino
    }

    /// The path at which `open` would make the file: the target of a symbolic link, which does not exist yet. The
    /// system has followed all links already, so it rejects none of them.
    private static func destinationOfNewFile(_ path: String) -> Destination {
        var path = path
        for _ in 0..<mostLinks {
            guard let target = target(ofLink: path) else { return .file(path) }
            path = target.hasPrefix("/") ? target : parts(path).folder + target
        }
        return .unusable(errno: ELOOP)
    }

    /// The most links in a row that Linux follows.
    private static let mostLinks = 40

    /// The target of a symbolic link; nil for anything else.
    private static func target(ofLink path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { text in
            guard let start = text.baseAddress, case let count = readlink(path, start, text.count - 1), count > 0 else {
                return nil
            }
            text[count] = 0
            return String(cString: start)
        }
    }
}
