import Testing

@testable import Sockets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("A socket error says what to do next")
struct SocketErrorTests {
    @Test("when the port is taken")
    func taken() {
        let error = SocketError.system(call: "bind", errno: EADDRINUSE, address: .loopback(port: 80))
        #expect(
            error.description
                == "Cannot listen on 127.0.0.1:80: the port is taken by another program; stop that one, or ask for "
                + "port 0, which finds a free one (bind: Address already in use)")
    }

    @Test("when it is not allowed")
    func notAllowed() {
        let error = SocketError.system(call: "bind", errno: EACCES, address: .loopback(port: 80))
        #expect(
            error.description
                == "Cannot listen on 127.0.0.1:80: not allowed; ports below 1024 need a privilege, so ask for a higher "
                + "one, or for port 0 (bind: Permission denied)")
    }

    @Test(
        "when a path can't be had",
        arguments: [
            (
                EADDRINUSE,
                "another program listens there, or it is not a socket; stop that program, or give another path"
            ),
            (ENOENT, "there is no such folder; make it, or give another path"),
            (EACCES, "not allowed; give a path in a folder that you may write"),
        ])
    func path(errno: Int32, advice: String) throws {
        let error = SocketError.system(call: "bind", errno: errno, address: .unix(try UnixSocketPath("a/b.sock")))
        #expect(error.description.hasPrefix("Cannot listen on unix:a/b.sock: \(advice) (bind: "))
    }

    @Test("when a path is none")
    func noPath() {
        #expect(
            SocketError.notAPath("").description
                == "\"\" is not a path for a Unix-domain socket: give one of 1 to \(UnixSocketPath.limit) bytes; it has 0."
        )
    }

    @Test("when the system is out of resources")
    func outOfResources() {
        #expect(
            SocketError.system(call: "epoll_create1", errno: EAGAIN, address: nil).description
                == "A system call failed: the system is out of resources at the moment; end some programs and try again "
                + "(epoll_create1: Resource temporarily unavailable)")
    }

    @Test("when the host is a name")
    func name() {
        #expect(
            SocketError.notAnAddress(host: "example.com").description
                == "\"example.com\" is not an address to listen on: give an IPv4 or IPv6 literal such as 127.0.0.1, "
                + "0.0.0.0 or ::1, or localhost, which is 127.0.0.1; other names are not looked up.")
    }

    @Test("when a stop would wait for itself")
    func onEventLoop() {
        #expect(
            SocketError.waitOnEventLoop.description
                == "The blocking stop was called from a socket handler, on an event loop it would have to wait for: "
                + "use the asynchronous stop there, or call it from another thread.")
    }
}
