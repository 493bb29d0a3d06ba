import CPlatform
import Libc

/// Why a socket operation failed or a wait was refused. `description` is a sentence for the user that says what to do.
package enum SocketError: Error, Hashable, Sendable {
    /// The system call `call` failed with `errno`; `address` is the requested address, if that matters.
    case system(call: String, errno: Int32, address: ServerAddress?)
    /// `host` is neither an IP literal nor `localhost`.
    case notAnAddress(host: String)
    /// `path` is not valid for a Unix-domain socket.
    case notAPath(String)
    /// A blocking wait was attempted on an event loop, which would wait for itself.
    case waitOnEventLoop

    /// The errno of the system call that failed; nil for other errors.
    package var errno: Int32? {
        if case .system(_, let errno, _) = self { errno } else { nil }
    }
}

extension SocketError {
    /// The system's text for the errno; for other errors, the whole description.
    package var systemText: String { errno.map(Self.systemText) ?? description }
}

extension SocketError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .system(let call, let errno, let address):
            let subject = address.map { "Cannot listen on \($0)" } ?? "A system call failed"
            return "\(subject): \(Self.advice(errno, address)) (\(call): \(Self.systemText(errno)))"
        case .notAnAddress(let host):
            return
                "\"\(host)\" is not an address to listen on: give an IPv4 or IPv6 literal such as 127.0.0.1, 0.0.0.0 "
                + "or ::1, or localhost, which is 127.0.0.1; other names are not looked up."
        case .notAPath(let path):
            return
                "\"\(path)\" is not a path for a Unix-domain socket: give one of 1 to \(UnixSocketPath.limit) bytes; "
                + "it has \(path.utf8.count)."
        case .waitOnEventLoop:
            return "The blocking stop was called from a socket handler, on an event loop it would have to wait for: "
                + "use the asynchronous stop there, or call it from another thread."
        }
    }

    static func advice(_ errno: Int32, _ address: ServerAddress?) -> String {
        if case .unix = address, let advice = adviceOnPath(errno) { return advice }
        return switch errno {
        case EADDRINUSE:
            "the port is taken by another program; stop that one, or ask for port 0, which finds a free one"
        case EACCES, EPERM:
            "not allowed; ports below 1024 need a privilege, so ask for a higher one, or for port 0"
        case EADDRNOTAVAIL:
            "no network interface of this machine has that address; 127.0.0.1 or ::1 always exist, "
                + "0.0.0.0 or :: mean all of them"
        case EAFNOSUPPORT:
            "this machine does not speak that address family; use the other one of IPv4 and IPv6"
        case EAGAIN:
            "the system is out of resources at the moment; end some programs and try again"
        case EMFILE:
            "this process has as many descriptors open as it may; close some or raise `ulimit -n`"
        case ENFILE:
            "the machine has as many descriptors open as it can; end some programs or raise fs.file-max"
        case ENOBUFS, ENOMEM, ENOSPC:
            "the system has no memory left for it; end some programs and try again"
        default:
            "the system refused it"
        }
    }

    private static func adviceOnPath(_ errno: Int32) -> String? {
        switch errno {
        case EADDRINUSE:
            "another program listens there, or it is not a socket; stop that program, or give another path"
        case ENOENT, ENOTDIR: "there is no such folder; make it, or give another path"
        case EACCES, EPERM, EROFS: "not allowed; give a path in a folder that you may write"
        default: nil
        }
    }

    private static func systemText(_ errno: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
            guard let start = text.baseAddress else { return "errno \(errno)" }
            cplatform_error_text(errno, start, text.count)
            return String(cString: start)
        }
    }
}
