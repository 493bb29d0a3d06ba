#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A pipe with both ends in the test.
struct TestPipe {
    let output: Int32
    let input: Int32

    struct Unavailable: Error {}

    init() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Unavailable() }
        (output, input) = (ends[0], ends[1])
        // A child of another test would otherwise keep the pipe open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    func closeInput() { close(input) }

    /// That many bytes, as soon as they are written.
    func read(_ size: Int) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < size, case let count = readSome(output, &buffer, min(buffer.count, size - bytes.count)),
            count > 0
        {
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// All bytes in the pipe, whose input must be closed.
    func readAll() -> String {
        defer { close(output) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = readSome(output, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// `read`, which a function of `TestPipe` hides there.
private func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ size: Int) -> Int {
    read(descriptor, buffer, size)
}
