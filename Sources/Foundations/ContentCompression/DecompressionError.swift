/// Why bytes can't be decompressed. Each description is a clause that can follow "the body can't be decoded: ".
package enum DecompressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The first bytes are not those of the format.
    case notInFormat(CompressionFormat)
    /// The data breaks the format. The offset is that of the first byte that was not read; the reason is in zlib's
    /// words.
    case invalid(CompressionFormat, offset: Int, reason: String)
    /// The data ends before it is complete.
    case truncated(CompressionFormat, size: Int)
    /// There are bytes after the end of the data.
    case trailingBytes(CompressionFormat, offset: Int, count: Int)
    /// The data expands to more bytes than the caller accepts.
    case tooLarge(limit: Int)
    /// There is no memory for the decompressor's state.
    case noMemory

    package var description: String {
        switch self {
        case .notInFormat(.gzip): "it does not begin like gzip"
        case .notInFormat(.deflate): "it does not begin like deflate, which is the zlib format (RFC 9110, 8.4.1.2)"
        case .invalid(let format, let offset, let reason): "the \(format) data breaks at offset \(offset): \(reason)"
        case .truncated(let format, let size):
            "the \(format) data ends early, after \(size) \(size == 1 ? "byte" : "bytes")"
        case .trailingBytes(let format, let offset, let count):
            "the \(format) data ends at offset \(offset), but \(count) more \(count == 1 ? "byte follows" : "bytes follow")"
        case .tooLarge(let limit): "it expands to more than \(limit) bytes"
        case .noMemory: "there is no memory to decompress it"
        }
    }
}
