import Libc

/// System calls for the loader.
package enum SystemCall {
    /// The system's text for an `errno` value.
    package static func text(of code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        // Glibc's own strerror_r may ignore the buffer and return another one. strerror is a table look-up for the
        // codes of open and read, but shares its buffer for unknown codes, which therefore print as a number.
        guard code > 0, code < 134, let message = strerror(code) else { return "error \(code)" }
        strncpy(&buffer, message, buffer.count - 1)
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Writes a text to standard error, as far as that takes it.
    package static func writeToStandardError(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Repeats a call that a signal interrupted.
    package static func retrying(_ call: () -> Int32) -> Int32 {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// Opens a file to be read; of a pipe `readAll` waits for the writer. -1 with `errno` where it can't be.
    package static func openForReading(_ path: String) -> Int32 {
        // Opening `/dev/fd/N` of a pipe makes a new descriptor, by which `poll` can't tell whether a writer was there before.
        if let own = ownDescriptor(path) { return retrying { fcntl(own, F_DUPFD_CLOEXEC, 0) } }
        // Without O_NONBLOCK it would wait until a named pipe has a writer, where `poll` can tell its end as well.
        return retrying { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    }

    /// The number in `/dev/fd/63`, which is how shells pass `<(command)`.
    private static func ownDescriptor(_ path: String) -> Int32? {
        if path == "/dev/stdin" { return STDIN_FILENO }
        for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
            return Int32(path.dropFirst(folder.count))
        }
        return nil
    }

    /// Waits until there is something to be read, or the end.
    private static func waitForInput(_ descriptor: Int32) {
        var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = retrying { poll(&input, 1, -1) }
    }

    /// All bytes behind a descriptor; `limit` + 1 of them where there are more. On failure the `errno`.
    package static func readAll(_ descriptor: Int32, expecting size: Int, limit: Int) -> Result<[UInt8], SystemError> {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(size, limit) + 1)
        let piece = 1 << 16
        // Of a named pipe that no writer has opened yet, `read` would tell the end.
        waitForInput(descriptor)
        while bytes.count <= limit {
            var failure: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: piece) { buffer, filled in
                guard let base = buffer.baseAddress else { return }
                while true {
                    let got = read(descriptor, base, piece)
                    if got >= 0 {
                        filled = got
                        return
                    }
                    if errno == EAGAIN {
                        waitForInput(descriptor)
                    } else if errno != EINTR {
                        failure = errno
                        return
                    }
                }
            }
            if failure != 0 { return .failure(SystemError(code: failure)) }
            if chunk.isEmpty { break }
            bytes += chunk
        }
        return .success(bytes)
    }
}

/// The `errno` of a call that failed.
package struct SystemError: Error, Hashable {
    package let code: Int32

    package var message: String { SystemCall.text(of: code) }
}
