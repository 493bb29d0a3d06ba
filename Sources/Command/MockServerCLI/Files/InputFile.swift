import Libc
import MockServerKit
import TextCoding

/// A file that an option names, read whole.
enum InputFile {
    private static let limit = 256 << 20

    /// The content of a file, or of standard input for `-`.
    ///
    /// - Parameter option: the option with its value, for an error.
    static func read(_ path: String, option: String) throws(CommandFailure) -> [UInt8] {
        guard !path.isEmpty else {
            throw CommandFailure(.usage, "\(option): name a file, or write - for standard input")
        }
        let descriptor = SystemCall.openForReading(path == "-" ? "/dev/stdin" : path)
        guard descriptor >= 0 else {
            let code = errno
            let reason = code == ENOENT ? "there is no such file" : "it can't be opened: \(SystemCall.text(of: code))"
            throw CommandFailure(.missingFile, "\(option): \(reason)")
        }
        defer { close(descriptor) }
        switch SystemCall.readAll(descriptor, expecting: 0, limit: limit) {
        case .success(let bytes):
            guard bytes.count <= limit else {
                throw CommandFailure(.missingFile, "\(option): it is larger than \(ByteCount.text(limit))")
            }
            return bytes
        case .failure(let error): throw CommandFailure(.missingFile, "\(option): it can't be read: \(error.message)")
        }
    }
}
