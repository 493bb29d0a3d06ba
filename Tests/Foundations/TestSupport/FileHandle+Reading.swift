package import Foundation

// Foundation's own methods end the process where a signal interrupts them, which the end of any child may be.
extension FileHandle {
    /// All bytes up to the end.
    package func readAll() throws -> Data {
        var all = Data()
        while case let bytes = try readSome(), !bytes.isEmpty { all.append(contentsOf: bytes) }
        return all
    }

    /// The bytes that are there, as soon as there are some; none at the end.
    package func readSome() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = readBytes(fileDescriptor, &buffer, buffer.count)
            if count >= 0 { return Array(buffer[..<count]) }
            guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        }
    }
}

/// `read`, which a method of `FileHandle` hides in its extension.
private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
