import Libc
import MockServerKit

/// The folder of a lasting certificate authority.
struct CertificateAuthorityFolder: Sendable {
    private typealias Authority = MockServer.PersistentCertificateAuthority

    /// The absolute path.
    let path: String
    private let option: String

    /// Makes the folder if it does not exist.
    ///
    /// - Throws: `CommandFailure` if that is not possible.
    init(making folder: String) throws(CommandFailure) {
        option = "--out \(folder)"
        // Anyone who can replace the certificate can make clients trust another one.
        if mkdir(folder, 0o755) != 0, errno != EEXIST {
            throw CommandFailure(
                .cannotCreate,
                "\(option): can't be made: \(String(cString: strerror(errno))); name a folder in one that you may write"
            )
        }
        guard let absolute = realpath(folder, nil) else {
            throw CommandFailure(.cannotCreate, "\(option): can't be found: \(String(cString: strerror(errno)))")
        }
        defer { free(absolute) }
        path = String(cString: absolute)
    }

    private var certificatePath: String { "\(path)/\(Authority.certificateFile)" }
    private var keyPath: String { "\(path)/\(Authority.keyFile)" }

    /// The authority in the folder, or a new one if there is none.
    ///
    /// - Throws: `CommandFailure` if the existing files can't be used; then nothing is changed.
    func authority() throws(CommandFailure) -> (MockServer.PersistentCertificateAuthority, isNew: Bool) {
        switch (try exists(certificatePath), try exists(keyPath)) {
        case (false, false):
            return (try make(), true)
        case (true, true):
            do {
                return (try Authority(folder: path), false)
            } catch {
                throw CommandFailure(
                    error.reason == .unreadable ? .missingFile : .badCertificate,
                    "\(option): \(error.clause); nothing was changed: for a new authority move \(Authority.certificateFile) and "
                        + "\(Authority.keyFile) away, run this again, and have the clients trust that one")
            }
        case (let hasCertificate, _):
            let (there, missing) =
                hasCertificate
                ? (Authority.certificateFile, Authority.keyFile) : (Authority.keyFile, Authority.certificateFile)
            throw CommandFailure(
                .badCertificate,
                "\(option): has \(there) without \(missing), and one is of no use without the other: bring \(missing) back, "
                    + "or for a new authority move \(there) away")
        }
    }

    private func exists(_ file: String) throws(CommandFailure) -> Bool {
        var facts = stat()
        // A dangling link counts as a file too: nothing may be written through it.
        guard lstat(file, &facts) != 0 else { return true }
        guard errno == ENOENT else {
            throw CommandFailure(.missingFile, "\(option): \(file): \(String(cString: strerror(errno)))")
        }
        return false
    }

    /// Writes both files, or neither. Each gets its name when it is complete, and never replaces an existing file.
    private func make() throws(CommandFailure) -> MockServer.PersistentCertificateAuthority {
        let authority: MockServer.PersistentCertificateAuthority
        let keyPEM: String
        do {
            authority = try Authority()
            keyPEM = try authority.keyPEM()
        } catch {
            throw CommandFailure(.badCertificate, "\(option): no authority can be made: \(error)")
        }
        let suffix = ".\(getpid()).tmp"
        let drafts = [(keyPath, keyPEM, mode_t(0o600)), (certificatePath, authority.pem, mode_t(0o644))]
        defer { for (file, _, _) in drafts { unlink(file + suffix) } }
        for (file, text, mode) in drafts { try write(text, to: file + suffix, mode) }
        var named: [String] = []
        for (file, _, _) in drafts {
            guard name(file + suffix, file) else {
                let failure = failure(file, errno)
                for file in named { unlink(file) }
                throw failure
            }
            named.append(file)
        }
        return authority
    }

    /// Gives a complete file its name, unless that is taken.
    private func name(_ draft: String, _ file: String) -> Bool {
        if link(draft, file) == 0 { return true }
        // The file system has no hard links.
        guard errno == EPERM || errno == ENOTSUP || errno == EOPNOTSUPP else { return false }
        return rename(draft, file) == 0
    }

    private func write(_ text: String, to file: String, _ mode: mode_t) throws(CommandFailure) {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure(file, errno) }
        defer { close(descriptor) }
        if let code = Descriptor(descriptor).write(text.utf8) { throw failure(file, code) }
        guard fsync(descriptor) == 0 else { throw failure(file, errno) }
    }

    private func failure(_ file: String, _ code: Int32) -> CommandFailure {
        if code == EEXIST {
            return CommandFailure(
                .cannotCreate, "\(option): \(file) was made by another program in the meantime; run this again")
        }
        return CommandFailure(
            .cannotCreate,
            "\(option): \(file) can't be written: \(String(cString: strerror(code))); name a folder that you may write")
    }
}

extension MockServer.AuthorityError {
    /// The description without its full stop, for use inside a sentence.
    var clause: String { description.hasSuffix(".") ? String(description.dropLast()) : description }
}
