import Libc

/// A file that is sent as a body.
///
/// Small files are read once, when the scenario is loaded. For a larger file the descriptor stays open, so that the
/// sent bytes are those of the file that was checked; it is closed with the last reference.
package final class FileBody: Sendable {
    /// The largest file that is kept in memory, in bytes.
    package static let memoryLimit = 1 << 20

    /// The path as the scenario writes it.
    package let path: String
    /// The file's size in bytes when the scenario was loaded; this many bytes are sent.
    package let size: Int
    /// The content type of the file's extension.
    package let contentType: String
    /// All bytes of a file of at most `memoryLimit`; nil for a larger one.
    package let bytes: [UInt8]?
    /// Whether the bytes are already in the content coding that the response applies.
    package let isEncoded: Bool
    private let descriptor: Int32

    /// A body of bytes in memory.
    package init(path: String, bytes: [UInt8], isEncoded: Bool = false) {
        self.isEncoded = isEncoded
        self.path = path
        self.size = bytes.count
        self.contentType = MediaType.ofFile(named: path)
        self.bytes = bytes
        self.descriptor = -1
    }

    /// A body that is read from `descriptor` while it is sent. The body owns the descriptor.
    package init(path: String, size: Int, descriptor: Int32) {
        isEncoded = false
        self.path = path
        self.size = size
        self.contentType = MediaType.ofFile(named: path)
        self.bytes = nil
        self.descriptor = descriptor
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Up to `count` bytes from `offset` on; fewer only at the end.
    ///
    /// - Throws: the reason from the system, or that the file has become shorter.
    package func read(at offset: Int, upTo count: Int) throws(FileBodyError) -> [UInt8] {
        let start = min(max(offset, 0), size)
        let count = min(max(count, 0), size - start)
        if let bytes { return Array(bytes[start..<start + count]) }
        var failure: FileBodyError?
        let chunk = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, let base = buffer.baseAddress {
                let got = pread(descriptor, base + filled, count - filled, off_t(start + filled))
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    failure = FileBodyError(path: path, reason: .shorter)
                    return
                } else if errno != EINTR {
                    failure = FileBodyError(path: path, reason: .system(errno))
                    return
                }
            }
        }
        if let failure { throw failure }
        return chunk
    }
}

/// Why a body file could not be read while it was being sent.
@usableFromInline
package struct FileBodyError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// The file is shorter than when the scenario was loaded.
        case shorter
        /// The `errno` of the call.
        case system(Int32)
    }

    /// The path as the scenario writes it.
    package let path: String
    package let reason: Reason

    @usableFromInline package var description: String {
        switch reason {
        case .shorter: "the body file \"\(path)\" has become shorter since the scenario was loaded"
        case .system(let code): "the body file \"\(path)\" could not be read: \(SystemCall.text(of: code))"
        }
    }
}
