import Dispatch
import Locking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A connection that is read on a Dispatch source.
final class SocketConnection: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var continuation: CheckedContinuation<[UInt8], any Error>?
        var outcome: Result<[UInt8], any Error>?
    }

    private let descriptor: Int32
    // Dispatch does not declare it, but any thread may cancel a source.
    nonisolated(unsafe) private let source: any DispatchSourceRead
    private let state = Locked(State())

    init(port: Int) throws {
        #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw SocketClientError(call: "socket", errno: errno) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // On loopback the system accepts a connection at once.
        let status = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard status == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
            let code = errno
            close(descriptor)
            throw SocketClientError(call: "connect", errno: code)
        }
        self.descriptor = descriptor
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "client"))
        let handler: @Sendable () -> Void = { [self] in receive() }
        let closing: @Sendable () -> Void = { close(descriptor) }
        source.setEventHandler(handler: handler)
        source.setCancelHandler(handler: closing)
    }

    /// Sends bytes that fit the socket's buffer.
    func send(_ bytes: [UInt8]) throws {
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        let count = bytes.withUnsafeBytes { sendBytes(descriptor, $0, flags) }
        guard count != bytes.count else { return }
        let code = errno
        source.activate()
        source.cancel()
        throw SocketClientError(call: "send", errno: code)
    }

    /// All bytes until the connection ends, after which it is closed.
    func readToEnd() async throws -> [UInt8] {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<[UInt8], any Error>? in
                    if state.outcome == nil { state.continuation = continuation }
                    return state.outcome
                }
                source.activate()
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            finish(throwing: CancellationError())
        }
    }

    private func receive() {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 else {
                if errno == EINTR { continue }
                if errno == EAGAIN || errno == EWOULDBLOCK { return }
                return finish(throwing: SocketClientError(call: "recv", errno: errno))
            }
            guard count > 0 else { return finish() }
            state.withLock { $0.bytes += buffer[..<count] }
        }
    }

    /// Gives the first outcome to the reader, and closes the descriptor.
    private func finish(throwing error: (any Error)? = nil) {
        let continuation = state.withLock { state -> CheckedContinuation<[UInt8], any Error>? in
            guard state.outcome == nil else { return nil }
            state.outcome = error.map { .failure($0) } ?? .success(state.bytes)
            return state.continuation.take()
        }
        source.cancel()
        continuation?.resume(with: error.map { .failure($0) } ?? .success(state.withLock { $0.bytes }))
    }
}

// The method above hides the system's function of the same name.
private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int {
    send(descriptor, bytes.baseAddress, bytes.count, flags)
}
