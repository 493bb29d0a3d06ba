import Libc

/// The file that tells a wrapped command which authority to trust: the certificate in PEM, in the system's folder for
/// temporary files, until `remove`.
struct TemporaryTrustFile: Sendable {
    let path: String

    /// Writes a new file under a unique name.
    ///
    /// - Throws: `CommandFailure` if the folder can't be written.
    init(pem: String) throws(CommandFailure) {
        let folder = Environment.value(of: "TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let suffix = ".pem"
        var name = Array("\(folder)/mockserver-ca-XXXXXX\(suffix)".utf8CString)
        let descriptor = mkstemps(&name, Int32(suffix.utf8.count))
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard descriptor >= 0 else { throw Self.failure(in: folder, errno) }
        defer { close(descriptor) }
        // The command may start processes that must not inherit it.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        // It contains nothing secret, and the command may run as another user.
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
