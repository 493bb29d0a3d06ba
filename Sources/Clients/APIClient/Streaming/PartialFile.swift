import Foundation

/// A file that is being written beside the place where it belongs, and is put there when it is whole.
///
/// Errors are ``RESTError/file(_:)``.
struct PartialFile {
    let handle: FileHandle
    /// Where it is written.
    let path: String
    /// Where it belongs.
    let destination: String

    /// Writes `bytes` after the others.
    func append(_ bytes: Data) throws(RESTError) {
        try reported { try handle.write(contentsOf: bytes) }
    }

    /// Removes all bytes.
    func clear() throws(RESTError) {
        try reported { try handle.truncate(atOffset: 0) }
    }

    /// Puts the file, whole and on the disk, in its place. A file that was there is replaced.
    func finish() throws(RESTError) {
        try reported {
            try handle.synchronize()
            guard rename(path, destination) == 0 else { throw Self.lastError }
        }
    }

    /// Removes the file unless it is in its place.
    func discard() {
        unlink(path)
    }

    private func reported(_ body: () throws -> Void) throws(RESTError) {
        do {
            try body()
        } catch {
            throw .file("\(destination) can't be written: \(error.localizedDescription)")
        }
    }

    fileprivate static var lastError: any Error {
        NSError(domain: NSPOSIXErrorDomain, code: Int(errno))
    }
}

extension PartialFile {
    /// Creates the file in the folder of `file`, so that putting it in its place copies nothing.
    init(for file: URL) throws(RESTError) {
        destination = file.path
        path = file.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).part").path
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw .file("\(destination) can't be written: \(Self.lastError.localizedDescription)")
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
