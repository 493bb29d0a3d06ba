import COpenSSL

/// The BIO of one session: OpenSSL reads directly from the bytes that came from the socket and writes to those for the
/// socket. Confined to its session's event loop.
final class SocketBIO {
    /// Received bytes that are not read yet; valid as long as the code that set them says.
    var input = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Bytes that are written but not sent yet.
    var output: [UInt8] = []
    /// Whether anything was ever written.
    private(set) var hasWritten = false

    /// The functions that all these BIOs share; OpenSSL only reads it once it is made.
    private nonisolated(unsafe) static let method: OpaquePointer? = {
        guard let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "mockserver") else { return nil }
        guard BIO_meth_set_read_ex(method, readInput) == 1, BIO_meth_set_write_ex(method, writeOutput) == 1,
            BIO_meth_set_ctrl(method, control) == 1
        else { return nil }
        return method
    }()

    /// Makes `ssl` read and write here; `ssl` must not outlive this object.
    ///
    /// - Returns: false if there is no memory.
    func connect(_ ssl: OpaquePointer) -> Bool {
        guard let method = Self.method, let bio = BIO_new(method) else { return false }
        BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
        BIO_set_init(bio, 1)
        SSL_set_bio(ssl, bio, bio)
        return true
    }

    fileprivate static func of(_ bio: OpaquePointer?) -> SocketBIO? {
        guard let bio, let pointer = BIO_get_data(bio) else { return nil }
        return Unmanaged<SocketBIO>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Moves as many bytes as there are into `target`, and returns their number.
    fileprivate func read(into target: UnsafeMutableRawBufferPointer) -> Int {
        let share = UnsafeRawBufferPointer(rebasing: input.prefix(target.count))
        target.copyMemory(from: share)
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst(share.count))
        return share.count
    }

    fileprivate func write(_ bytes: UnsafeRawBufferPointer) {
        hasWritten = true
        output.append(contentsOf: bytes)
    }
}

// OpenSSL calls these while the session is inside one of its calls.

private func readInput(
    _ bio: OpaquePointer?, _ target: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: UnsafeMutablePointer<Int>?
) -> Int32 {
    let taken = SocketBIO.of(bio)?.read(into: UnsafeMutableRawBufferPointer(start: target, count: size)) ?? 0
    count?.pointee = taken
    copenssl_BIO_clear_retry_flags(bio)
    guard taken == 0 else { return 1 }
    // More bytes may come.
    copenssl_BIO_set_retry_read(bio)
    return 0
}

private func writeOutput(
    _ bio: OpaquePointer?, _ bytes: UnsafePointer<CChar>?, _ size: Int, _ count: UnsafeMutablePointer<Int>?
) -> Int32 {
    guard let socket = SocketBIO.of(bio) else { return 0 }
    socket.write(UnsafeRawBufferPointer(start: bytes, count: size))
    count?.pointee = size
    return 1
}

private func control(
    _: OpaquePointer?, _ command: Int32, _: Int, _: UnsafeMutableRawPointer?
) -> Int {
    // Nothing is buffered that a flush would send; other commands are not supported.
    command == BIO_CTRL_FLUSH ? 1 : 0
}
