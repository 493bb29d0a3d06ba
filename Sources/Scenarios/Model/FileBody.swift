#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that is sent as a body.
///
/// Small files are read once, when the scenario is loaded. Of larger ones the descriptor is kept open, so that the bytes
/// sent are those of the file that was checked, and is closed with the last reference.
package final class FileBody: Sendable {
    /// Up to this many bytes a file is kept in memory.
    package static let memoryLimit = 1 << 20

    /// The path as the scenario writes it.
    package let path: String
    /// How many bytes the file held when the scenario was loaded; so many are sent.
    package let size: Int
    /// The content type that the file's extension stands for.
    package let contentType: String
    /// All bytes of a file of at most `memoryLimit`; nil for a larger one.
    package let bytes: [UInt8]?
    private let descriptor: Int32

    /// A body of bytes in memory.
    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.size = bytes.count
        self.contentType = MediaType.ofFile(named: path)
        self.bytes = bytes
        self.descriptor = -1
    }

    /// A body that is read from `descriptor` as it is sent; the descriptor is the body's from now on.
    package init(path: String, size: Int, descriptor: Int32) {
        self.path = path
        self.size = size
        self.contentType = MediaType.ofFile(named: path)
        self.bytes = nil
        self.descriptor = descriptor
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Up to `count` bytes from `offset` on; fewer only before the end.
    ///
    /// - Throws: the reason the system gives, or that the file has become shorter than it was.
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

/// Why a body file could not be read while it was sent.
package struct FileBodyError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// The file ends before the size it had when the scenario was loaded.
        case shorter
        /// The `errno` of the call.
        case system(Int32)
    }

    /// The path as the scenario writes it.
    package let path: String
    package let reason: Reason

    package var description: String {
        switch reason {
        case .shorter: "the body file \"\(path)\" has become shorter since the scenario was loaded"
        case .system(let code): "the body file \"\(path)\" could not be read: \(SystemCall.text(of: code))"
        }
    }
}
