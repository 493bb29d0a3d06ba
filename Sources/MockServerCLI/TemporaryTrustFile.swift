#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The file by which a wrapped command learns whom to trust: the authority's certificate in PEM, in the system's folder
/// for temporary files, until `remove`.
struct TemporaryTrustFile: Sendable {
    let path: String

    /// Writes it anew, under a name that nobody else has.
    ///
    /// - Throws: `CommandFailure` where the folder can't be written.
    init(pem: String) throws(CommandFailure) {
        let folder = Environment.value(of: "TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let suffix = ".pem"
        var name = Array("\(folder)/mockserver-ca-XXXXXX\(suffix)".utf8CString)
        let descriptor = mkstemps(&name, Int32(suffix.utf8.count))
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard descriptor >= 0 else { throw Self.failure(in: folder, errno) }
        defer { close(descriptor) }
        // The command may go on to start one that is nobody of ours.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        // Nothing in it is secret, and the command may be somebody else.
        _ = fchmod(descriptor, 0o644)
        if let code = Descriptor(descriptor).write(pem.utf8) {
            unlink(path)
            throw Self.failure(in: folder, code)
        }
    }

    func remove() { unlink(path) }

    private static func failure(in folder: String, _ code: Int32) -> CommandFailure {
        CommandFailure(
            .cannotCreate,
            "--tls: the authority's certificate can't be written to \(folder): \(String(cString: strerror(code))); "
                + "set TMPDIR to a folder you may write")
    }
}
