#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Asks whether a server is up, from outside: by a connection and, where a path is named, a request. Looks up no names.
struct HealthProbe {
    /// What is looked at.
    struct Target: Hashable {
        enum Address: Hashable {
            case internet(host: String, port: UInt16)
            case unix(path: String)
        }

        let address: Address
        /// What is asked for; nil where connecting says enough.
        let path: String?
    }

    /// Why a text is not a target, as a sentence.
    struct InvalidTarget: Error, Hashable, CustomStringConvertible {
        let description: String
    }

    /// How long one step of it may take, in seconds.
    private static let timeout = 2

    private let target: Target

    init(_ target: Target) {
        self.target = target
    }

    /// Why the server is not up; nil where it is.
    func problem() -> String? {
        let descriptor = connected()
        guard descriptor >= 0 else { return "\(target.address): \(String(cString: strerror(-descriptor)))" }
        defer { close(descriptor) }
        guard let path = target.path else { return nil }
        let line = ask(path, descriptor)
        return line.hasPrefix("HTTP/1.1 200 ") ? nil : "\(target.address): GET \(path) answers: \(line)"
    }

    /// The status line of the response.
    private func ask(_ path: String, _ descriptor: Int32) -> String {
        let request = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        // A request is shorter than any socket's buffer.
        guard send(descriptor, request, request.count, Self.noSignal) == request.count else { return "nothing" }
        var response: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1024)
        while !response.contains(0x0D) {
            let count = recv(descriptor, &piece, piece.count, 0)
            guard count > 0 else { return response.isEmpty ? "nothing" : String(decoding: response, as: UTF8.self) }
            response += piece[..<count]
        }
        return String(decoding: response.prefix { $0 != 0x0D }, as: UTF8.self)
    }

    /// A descriptor, or the negated errno.
    private func connected() -> Int32 {
        switch target.address {
        case .internet(let host, let port):
            if host.contains(":") {
                var name = sockaddr_in6()
                name.sin6_family = sa_family_t(AF_INET6)
                name.sin6_port = port.bigEndian
                guard inet_pton(AF_INET6, host, &name.sin6_addr) == 1 else { return -EADDRNOTAVAIL }
                return connected(AF_INET6, &name)
            }
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = port.bigEndian
            guard inet_pton(AF_INET, host, &name.sin_addr) == 1 else { return -EADDRNOTAVAIL }
            return connected(AF_INET, &name)
        case .unix(let path):
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            let room = MemoryLayout.size(ofValue: name.sun_path)
            guard path.utf8.count < room else { return -ENAMETOOLONG }
            withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
            return connected(AF_UNIX, &name)
        }
    }

    private func connected<Name>(_ family: Int32, _ name: inout Name) -> Int32 {
        let descriptor = socket(family, Self.stream, 0)
        guard descriptor >= 0 else { return -errno }
        var timeout = timeval(tv_sec: Self.timeout, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            _ = setsockopt(descriptor, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
        }
        let size = socklen_t(MemoryLayout<Name>.size)
        let status = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard status != 0 else { return descriptor }
        let code = errno
        close(descriptor)
        return -code
    }

    #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let noSignal: Int32 = 0
    #elseif canImport(Musl)
    private static let stream = SOCK_STREAM
    private static let noSignal = MSG_NOSIGNAL
    #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
    #endif
}

extension HealthProbe.Target {
    /// What a URL names, such as `http://127.0.0.1:9090/health`: an IP address or localhost, and a port.
    init(url: String) throws(HealthProbe.InvalidTarget) {
        guard let start = url.firstRange(of: "://"), ["http", "https"].contains(url[..<start.lowerBound].lowercased())
        else {
            throw HealthProbe.InvalidTarget(description: "--url: \"\(url)\" does not begin with http:// or https://.")
        }
        let isSecure = url[..<start.lowerBound].lowercased() == "https"
        let rest = url[start.upperBound...]
        let authority = rest.prefix { $0 != "/" }
        let path = rest[authority.endIndex...]
        let colon = authority.lastIndex(of: ":").flatMap { authority[$0...].contains("]") ? nil : $0 }
        let host = authority[..<(colon ?? authority.endIndex)]
        let digits = colon.map { authority[authority.index(after: $0)...] }
        guard !host.isEmpty, let port = digits.map({ UInt16($0) }) ?? (isSecure ? 443 : 80) else {
            throw HealthProbe.InvalidTarget(
                description: "--url: \"\(url)\" has no host, or its port is not a number from 1 to 65535.")
        }
        let isAsked = path.utf8.count > 1
        guard !isAsked || !isSecure else {
            throw HealthProbe.InvalidTarget(
                description: "--url: a path is asked for over http:// alone; leave it out to connect to \(url).")
        }
        self.init(address: .internet(host: Self.literal(String(host)), port: port), path: isAsked ? String(path) : nil)
    }

    /// What the variables name that the server itself was told by.
    init(environment value: (String) -> String?) throws(HealthProbe.InvalidTarget) {
        func port(_ name: String) throws(HealthProbe.InvalidTarget) -> UInt16? {
            guard let text = value(name), !text.isEmpty, !EnvironmentArguments.isKubernetes(text) else { return nil }
            guard let port = UInt16(text), port > 0 else {
                throw HealthProbe.InvalidTarget(
                    description: "\(name): \"\(text)\" is not a port that can be asked; give a number from 1 to 65535.")
            }
            return port
        }
        let host = Self.literal(value("MOCKSERVER_HOST") ?? "")
        if let port = try port("MOCKSERVER_ADMIN_PORT") {
            self.init(address: .internet(host: host, port: port), path: "/health")
        } else if let path = value("MOCKSERVER_UNIX"), !path.isEmpty {
            self.init(address: .unix(path: path), path: nil)
        } else if let port = try port("MOCKSERVER_PORT") {
            self.init(address: .internet(host: host, port: port), path: nil)
        } else {
            throw HealthProbe.InvalidTarget(
                description: "Nothing says where the server is: give --url, or set MOCKSERVER_PORT as for the server.")
        }
    }

    /// The address to connect to for one to listen on.
    private static func literal(_ host: String) -> String {
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        return switch bare.lowercased() {
        case "", "localhost", "0.0.0.0": "127.0.0.1"
        case "::": "::1"
        default: bare
        }
    }
}

extension HealthProbe.Target.Address: CustomStringConvertible {
    var description: String {
        switch self {
        case .internet(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}
