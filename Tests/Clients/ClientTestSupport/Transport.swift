import Foundation
public import MockServerKit

/// How the tests' clients reach their servers.
public enum Transport: Sendable {
    /// HTTP/1.1 in the clear.
    case http1
    /// HTTP/2 with TLS. The file contains the trusted authorities of the process, and the tests add to it: URLSession
    /// on Linux has no other way to trust one.
    case secureHTTP2(bundle: String)
    /// Inside `URLSession`, without a socket.
    case inProcess

    /// HTTP/2 with TLS if `APICLIENT_TRUST_BUNDLE` names the file, as in `.ci/apiclient-over-tls`; no socket if
    /// `APICLIENT_IN_PROCESS` is set.
    public static let current: Transport = {
        let environment = ProcessInfo.processInfo.environment
        if environment["APICLIENT_IN_PROCESS"] != nil { return .inProcess }
        return environment["APICLIENT_TRUST_BUNDLE"].map { .secureHTTP2(bundle: $0) } ?? .http1
    }()

    /// Whether there is a socket, which some tests need.
    public static var hasSocket: Bool {
        if case .inProcess = current { false } else { true }
    }

    public var options: MockServer.Options {
        var options = MockServer.Options()
        if case .secureHTTP2 = self { options.tls = MockServer.TLSOptions() }
        return options
    }

    public var version: HTTPVersion {
        switch self {
        case .http1, .inProcess: .http11
        case .secureHTTP2: .h2
        }
    }

    /// Makes clients of this transport trust a server.
    public func trust(_ server: MockServer) throws {
        guard case .secureHTTP2(let bundle) = self, let pem = server.certificateAuthority?.pem,
            try !String(contentsOfFile: bundle, encoding: .utf8).contains(pem)
        else { return }
        // Parallel tests are separate processes that add to the same file.
        let descriptor = open(bundle, O_WRONLY | O_APPEND)
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: Data(pem.utf8))
        try file.close()
    }
}
