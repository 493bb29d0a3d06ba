import Libc

/// A file that gets its real name when it is complete. Its temporary name is unpredictable, so no link can be there.
struct StagedFile {
    private let descriptor: Int32
    private let path: String
    private let file: AtomicFile

    init(beside path: String, for file: AtomicFile) throws(CommandFailure) {
        self.file = file
        let folder = AtomicFile.parts(path).folder
        while true {
            let name = "\(folder).mockserver-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
            let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
            if descriptor >= 0 {
                (self.descriptor, self.path) = (descriptor, name)
                return
            }
            guard errno == EEXIST || errno == EINTR else { throw file.failure(errno) }
        }
    }

    /// Gives the draft the mode, the owner and the group of a file, as far as this user may.
    ///
    /// - Returns: whether it has all of them.
    func takeOver(_ old: stat) -> Bool {
        var own = stat()
        guard fstat(descriptor, &own) == 0 else { return false }
        if own.st_uid != old.st_uid || own.st_gid != old.st_gid {
            guard fchown(descriptor, old.st_uid, old.st_gid) == 0 else { return false }
        }
        // Not before: a change of the owner takes special bits away.
        return fchmod(descriptor, old.st_mode & 0o7777) == 0
    }

    func publish(_ bytes: [UInt8], as name: String) throws(CommandFailure) {
        let code = Descriptor(descriptor).write(bytes)
        close(descriptor)
        guard code == nil, rename(path, name) == 0 else {
            let code = code ?? errno
            unlink(path)
            throw file.failure(code)
        }
    }

    func discard() {
        close(descriptor)
        unlink(path)
    }
}
