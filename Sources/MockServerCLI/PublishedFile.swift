#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that tells scripts of the server or of its run: whoever sees it sees it whole.
///
/// What is no regular file, such as a named pipe, is written to and stays.
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
        if Self.kind(of: path).map({ $0 != S_IFREG }) ?? false {
            try write(bytes, to: path, O_WRONLY | O_CLOEXEC)
            return
        }
        // Nobody may see half of it: so it gets its name when it is whole.
        let draft = "\(path).\(getpid()).tmp"
        do throws(CommandFailure) {
            try write(bytes, to: draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC)
            guard rename(draft, path) == 0 else { throw failure(errno) }
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// What it tells is true no more.
    func remove() {
        if Self.kind(of: path) == S_IFREG { unlink(path) }
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

    private static func kind(of path: String) -> mode_t? {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts.st_mode & S_IFMT : nil
    }
}
