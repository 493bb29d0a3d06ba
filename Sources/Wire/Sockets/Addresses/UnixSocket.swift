import CPlatform
import Libc

/// The identity of a bound Unix-domain socket's file, so that only this file is removed at the end. As long as the
/// socket is open, no other file has its number.
struct UnixSocket: Sendable {
    private let path: UnixSocketPath
    private let file: cplatform_file

    /// A socket that listens at `path`. Replaces an existing socket that nobody listens on, and nothing else.
    static func open(_ path: UnixSocketPath, backlog: Int32) throws(SocketError) -> (
        descriptor: Int32, file: UnixSocket
    ) {
        func failure(_ call: String, _ status: Int32) -> SocketError {
            .system(call: call, errno: -status, address: .unix(path))
        }
        let descriptor = cplatform_unix_socket()
        guard descriptor >= 0 else { throw failure("socket", descriptor) }
        var isOpen = false
        defer { if !isOpen { cplatform_close(descriptor) } }

        var name = path.system
        var status = cplatform_bind(descriptor, &name)
        if status == -EADDRINUSE, cplatform_unix_is_stale(path.description) {
            _ = cplatform_unlink(path.description)
            status = cplatform_bind(descriptor, &name)
        }
        guard status >= 0 else { throw failure("bind", status) }
        var file = cplatform_file()
        status = cplatform_file_of(path.description, &file)
        guard status >= 0 else { throw failure("lstat", status) }
        let socket = UnixSocket(path: path, file: file)
        status = cplatform_listen(descriptor, backlog)
        guard status >= 0 else {
            socket.remove()
            throw failure("listen", status)
        }
        isOpen = true
        return (descriptor, socket)
    }

    /// Removes the file, unless another file has replaced it.
    func remove() {
        var now = cplatform_file()
        guard cplatform_file_of(path.description, &now) >= 0, now.device == file.device, now.number == file.number
        else {
            return
        }
        _ = cplatform_unlink(path.description)
    }
}
