package import Foundation

extension FileHandle {
    /// All bytes up to the end.
    ///
    /// Foundation's `readDataToEndOfFile` ends the process where a signal interrupts it, which the end of any child is
    /// once a test has watched one.
    package func readAll() throws -> Data {
        var all = Data()
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = readBytes(fileDescriptor, &buffer, buffer.count)
            if count == 0 { return all }
            if count > 0 {
                all.append(contentsOf: buffer[..<count])
            } else if errno != EINTR {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        }
    }
}

/// `read`, which a method of `FileHandle` hides in its extension.
private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
