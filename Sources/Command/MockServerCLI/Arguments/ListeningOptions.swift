import ArgumentParser
import Libc
import MockServerKit

/// The address that the server listens on.
struct ListeningOptions: ParsableArguments {
    private static let loopback = "127.0.0.1"

    @Option(help: "The address to listen on: an IPv4 or IPv6 literal, or localhost. (default: \(loopback))")
    var host: String?

    @Option(help: "The port to listen on; 0 takes a free one. (default: 0)", transform: ListeningOptions.port)
    var port: UInt16?

    @Option(
        help: ArgumentHelp(
            "The name by which clients elsewhere reach the server: the host of {{server.url}} and of the URLs in the "
                + "admin API. (default: the address that it listens on)",
            valueName: "name"),
        transform: ListeningOptions.hostName)
    var advertiseHost: String?

    @Option(
        help: ArgumentHelp(
            "Listen on a Unix-domain socket in place of host and port; a command finds it in MOCKSERVER_UNIX_SOCKET.",
            valueName: "path"),
        completion: .file())
    var unix: String?

    func validate() throws {
        guard unix != nil else { return }
        let others = [
            ("--host", host != nil), ("--port", port != nil), ("--advertise-host", advertiseHost != nil),
        ]
        for (name, isGiven) in others where isGiven {
            throw ValidationError("--unix has a path in place of host and port; leave \(name) out.")
        }
    }

    func fill(_ options: inout MockServer.Options) {
        options.host = host ?? Self.loopback
        options.port = port ?? 0
        options.advertisedHost = advertiseHost
        options.unixSocketPath = unix
    }

    /// The socket's path, absolute so that it is valid in any working directory; nil if there is no socket.
    var socketPath: String? {
        guard let unix, !unix.hasPrefix("/"), let folder = getcwd(nil, 0) else { return unix }
        defer { free(folder) }
        return "\(String(cString: folder))/\(unix)"
    }

    /// The failure of a server that could not start, in terms of these options.
    func failure(_ error: ServerStartError) -> CommandFailure {
        switch (error.reason, unix) {
        case (.notAnAddress, nil): CommandFailure(.usage, "--host: \(error)")
        case (.notAnAddress, _?): CommandFailure(.usage, "--unix: \(error)")
        case (_, let unix?): CommandFailure(.unavailable, "--unix \(unix): \(error)")
        case (_, nil):
            CommandFailure(.unavailable, "--host \(host ?? Self.loopback) --port \(port ?? 0): \(error)")
        }
    }

    /// A host name or an IP address.
    static func hostName(_ text: String) throws -> String {
        let isName = text.unicodeScalars.allSatisfy { $0.isMemberPart || $0 == "." }
        guard isName && !text.isEmpty && !text.hasPrefix(".") && !text.hasSuffix(".") || isIPv6(text) else {
            throw ValidationError("give a host name without a port, such as mock.test")
        }
        return text
    }

    private static func isIPv6(_ text: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET6, text, &address) == 1
    }

    static func port(_ text: String) throws -> UInt16 {
        guard let port = UInt16(text) else {
            throw ValidationError("give a number from 0 to 65535; 0 takes a free port")
        }
        return port
    }
}
