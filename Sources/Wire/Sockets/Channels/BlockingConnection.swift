import CPlatform
import Libc

/// A connection to a server on which a thread blocks. For programs that ask a single question without an event loop.
package struct BlockingConnection: ~Copyable {
    private let descriptor: Int32

    /// Connects. Connecting and each later call may take `timeout` seconds; Darwin limits only the later calls.
    ///
    /// - Throws: the system call that failed.
    package init(to address: ServerAddress, timeout: Int32) throws(SocketError) {
        func failure(_ call: String, _ status: Int32) -> SocketError {
            .system(call: call, errno: -status, address: address)
        }
        guard var name = address.system else { throw .notAnAddress(host: address.host ?? "") }
        let descriptor =
            switch address {
            case .internet(let address): cplatform_socket(address.isIPv6)
            case .unix: cplatform_unix_socket()
            }
        guard descriptor >= 0 else { throw failure("socket", descriptor) }
        let status = cplatform_connect_blocking(descriptor, &name, timeout)
        guard status >= 0 else {
            cplatform_close(descriptor)
            throw failure("connect", status)
        }
        self.descriptor = descriptor
    }

    deinit { cplatform_close(descriptor) }

    /// Sends all of `bytes`; returns whether the system took them.
    package func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { bytes -> Int in
                bytes.baseAddress.map { cplatform_send(descriptor, $0 + sent, bytes.count - sent) } ?? 0
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// The next bytes, at most 1,024; empty at the end, after an error and after the timeout.
    package func receive() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 1_024) { buffer, count in
            count = buffer.baseAddress.map { max(0, cplatform_receive(descriptor, $0, buffer.count)) } ?? 0
        }
    }
}
