import Libc
import MockServerKit

/// A file of the user's whose content is replaced and whose owner, mode and names stay.
///
/// A new file takes its place as a whole. Where that would take an owner or another name (a hard link) from it, the file
/// itself is written; if the disk is full, it is then as it was.
struct RewrittenFile {
    /// What replaces it, for an error.
    let option: String
    /// The path of a regular file, or of a link to one.
    let path: String

    /// Replaces the content.
    ///
    /// - Parameter old: the bytes that it has now.
    /// - Throws: `CommandFailure` if it can't be written, or is not meant to be.
    func replace(_ old: [UInt8], with new: [UInt8]) throws(CommandFailure) {
        let file = AtomicFile(option: option, path: path)
        guard let resolved = realpath(path, nil) else { throw file.failure(errno) }
        defer { free(resolved) }
        let path = String(cString: resolved)
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw file.failure(errno) }
        // Root may write it nonetheless.
        guard facts.st_mode & 0o222 != 0, access(path, W_OK) == 0 else {
            throw file.failure("it is read-only; leave it out, or allow writing: chmod u+w")
        }
        if facts.st_nlink == 1 {
            let draft = try StagedFile(beside: path, for: file)
            if draft.takeOver(facts) { return try draft.publish(new, as: path) }
            draft.discard()
        }
        if let code = Self.overwrite(path, old, new) { throw file.failure(code) }
    }

    /// Writes the file itself, first what makes it longer: that is what a full disk has no room for.
    ///
    /// - Returns: the errno of what failed; the file is then as it was, if that can be.
    private static func overwrite(_ path: String, _ old: [UInt8], _ new: [UInt8]) -> Int32? {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        func write(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Int32? {
            guard !bytes.isEmpty else { return nil }
            guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { return errno }
            return Descriptor(descriptor).write(bytes)
        }
        if let code = write(new.dropFirst(old.count), at: old.count) {
            ftruncate(descriptor, off_t(old.count))
            return code
        }
        if let code = write(new.prefix(old.count), at: 0) {
            _ = write(old[...], at: 0)
            ftruncate(descriptor, off_t(old.count))
            return code
        }
        return ftruncate(descriptor, off_t(new.count)) == 0 ? nil : errno
    }
}
