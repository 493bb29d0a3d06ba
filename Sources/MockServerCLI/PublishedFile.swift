#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that tells scripts of the server or of its run: whoever sees it sees it whole.
///
/// What is no regular file, such as a named pipe, is written to and stays, and so is standard output by whatever name. A
/// symbolic link stays, and what it leads to is the file.
struct PublishedFile: Sendable {
    /// The option that asks for it.
    let option: String
    let path: String

    /// - Throws: `CommandFailure` where the path can't be written.
    func publish(_ text: String) throws(CommandFailure) {
        try publish(Array(text.utf8))
    }

    /// - Throws: `CommandFailure` where the path can't be written.
    func publish(_ bytes: [UInt8]) throws(CommandFailure) {
        switch Self.place(path) {
        case .stream(let stream):
            if let code = stream.write(bytes) { throw failure(code) }
        case .special:
            try write(bytes, to: path, O_WRONLY | O_CLOEXEC)
        case .file(let path):
            try replace(path, with: bytes)
        }
    }

    /// What it tells is true no more.
    func remove() {
        if case .file(let path) = Self.place(path) { unlink(path) }
    }

    /// Nobody may see half of it: so it gets its name when it is whole.
    private func replace(_ path: String, with bytes: [UInt8]) throws(CommandFailure) {
        let draft = "\(path).\(getpid()).tmp"
        do throws(CommandFailure) {
            try write(bytes, to: draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC)
            guard rename(draft, path) == 0 else { throw failure(errno) }
        } catch {
            unlink(draft)
            throw error
        }
    }

    private func write(_ bytes: [UInt8], to path: String, _ flags: Int32) throws(CommandFailure) {
        let descriptor = open(path, flags, 0o644)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        if let code = Descriptor(descriptor).write(bytes) { throw failure(code) }
    }

    private func failure(_ code: Int32) -> CommandFailure {
        CommandFailure(
            .cannotCreate,
            "\(option) \(path): can't be written: \(String(cString: strerror(code))); name a file in a folder you may write"
        )
    }

    private enum Place {
        /// Standard output or standard error, such as `/dev/stdout`. Where that is a file, another in its place would be
        /// one that nobody looks at, and its name may be the system's own.
        case stream(Descriptor)
        /// There, and no regular file.
        case special
        /// A regular file, or none yet, by its own name.
        case file(String)
    }

    private static func place(_ path: String) -> Place {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return .file(path) }
        for number in [STDOUT_FILENO, STDERR_FILENO] {
            var own = stat()
            if fstat(number, &own) == 0, own.st_dev == facts.st_dev, own.st_ino == facts.st_ino {
                return .stream(Descriptor(number))
            }
        }
        guard facts.st_mode & S_IFMT == S_IFREG else { return .special }
        guard let resolved = realpath(path, nil) else { return .file(path) }
        defer { free(resolved) }
        return .file(String(cString: resolved))
    }
}
