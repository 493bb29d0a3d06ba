import Sockets

/// Checks from outside whether a server is up: by a connection and, if a path is given, a request. Looks up no names.
struct HealthProbe {
    /// The server to be checked.
    struct Target: Hashable {
        let address: ServerAddress
        /// The path to request; nil if connecting is enough.
        let path: String?
    }

    /// Why a text is not a target, as a sentence.
    struct InvalidTarget: Error, Hashable, CustomStringConvertible {
        let description: String
    }

    private let target: Target
    private let timeout: Int32

    /// - Parameter timeout: the timeout of one step, in seconds.
    init(_ target: Target, timeout: Int32 = 2) {
        self.target = target
        self.timeout = timeout
    }

    /// Why the server is not up; nil if it is.
    func problem() -> String? {
        do throws(SocketError) {
            let connection = try BlockingConnection(to: target.address, timeout: timeout)
            guard let path = target.path else { return nil }
            let line = ask(path, connection)
            return line.hasPrefix("HTTP/1.1 200 ") ? nil : "\(target.address): GET \(path) got \(line)"
        } catch {
            return "\(target.address): \(error.systemText)"
        }
    }

    /// The status line of the response.
    private func ask(_ path: String, _ connection: borrowing BlockingConnection) -> String {
        let request = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        guard connection.send(request) else { return "nothing" }
        var response: [UInt8] = []
        while !response.contains(0x0D) {
            let piece = connection.receive()
            guard !piece.isEmpty else { break }
            response += piece
        }
        return response.isEmpty ? "nothing" : String(decoding: response.prefix { $0 != 0x0D }, as: UTF8.self)
    }
}

extension HealthProbe.Target {
    /// The target of a URL such as `http://127.0.0.1:9090/health`: an IP address or localhost, and a port.
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
        self.init(
            address: try Self.address("--url", host: String(host), port: port), path: isAsked ? String(path) : nil)
    }

    /// The target of the environment variables that configured the server.
    init(environment value: (String) -> String?) throws(HealthProbe.InvalidTarget) {
        func port(_ name: String) throws(HealthProbe.InvalidTarget) -> UInt16? {
            guard let text = value(name), !text.isEmpty, !EnvironmentArguments.isKubernetes(text) else { return nil }
            guard let port = UInt16(text), port > 0 else {
                throw HealthProbe.InvalidTarget(
                    description: "\(name): \"\(text)\" is not a port that can be asked; give a number from 1 to 65535.")
            }
            return port
        }
        func address(_ port: UInt16) throws(HealthProbe.InvalidTarget) -> ServerAddress {
            try Self.address("MOCKSERVER_HOST", host: value("MOCKSERVER_HOST") ?? "", port: port)
        }
        if let port = try port("MOCKSERVER_ADMIN_PORT") {
            self.init(address: try address(port), path: "/health")
        } else if let path = value("MOCKSERVER_UNIX"), !path.isEmpty {
            self.init(address: .unix(try Self.socket(path)), path: nil)
        } else if let port = try port("MOCKSERVER_PORT") {
            self.init(address: try address(port), path: nil)
        } else {
            throw HealthProbe.InvalidTarget(
                description: "Nothing says where the server is: give --url, or set MOCKSERVER_PORT as for the server.")
        }
    }

    /// The address to connect to for a listening address. Without a host, it is the server's default.
    private static func address(
        _ name: String, host: String, port: UInt16
    ) throws(HealthProbe.InvalidTarget) -> ServerAddress {
        do throws(SocketError) {
            return .internet(try InternetAddress(host: host.isEmpty ? "localhost" : host, port: port).destination)
        } catch {
            throw HealthProbe.InvalidTarget(
                description: "\(name): \"\(host)\" is not an IP address or localhost; other names are not looked up.")
        }
    }

    private static func socket(_ path: String) throws(HealthProbe.InvalidTarget) -> UnixSocketPath {
        do throws(SocketError) { return try UnixSocketPath(path) } catch {
            throw HealthProbe.InvalidTarget(description: "MOCKSERVER_UNIX: \(error.description)")
        }
    }
}
