import Libc

/// A descriptor that is written to until all bytes are taken.
struct Descriptor: Hashable, Sendable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    /// Writes all of the bytes; waits while a non-blocking descriptor takes none.
    ///
    /// - Parameter timeout: the longest single wait for a non-blocking descriptor, in milliseconds; -1 for no limit.
    /// - Returns: the errno that ended it, `ETIMEDOUT` after the timeout; nil if all bytes are written.
    func write(_ bytes: some Collection<UInt8>, timeout: Int = -1) -> Int32? {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Libc.write(number, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                // A descriptor that is shared with a shell or a test runner may be in non-blocking mode.
                var ready = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                if poll(&ready, 1, Int32(timeout)) == 0 { return ETIMEDOUT }
            } else if count == 0 || errno != EINTR {
                return count < 0 ? errno : ENOSPC
            }
        }
        return nil
    }
}
