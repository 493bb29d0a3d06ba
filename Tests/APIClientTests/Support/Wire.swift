import Foundation
import MockServerXCTest

/// What the tests' clients speak to their servers.
enum Wire {
    /// HTTP/1.1 in the clear.
    case http1
    /// HTTP/2 with TLS. The file is what the process has for the system's trusted authorities, and the tests may add to it:
    /// URLSession on Linux can't be told of one in any other way.
    case secureHTTP2(bundle: String)

    /// HTTP/2 with TLS where `APICLIENT_TRUST_BUNDLE` names the file, as `.ci/apiclient-over-tls` has it.
    static let current: Wire =
        ProcessInfo.processInfo.environment["APICLIENT_TRUST_BUNDLE"].map { .secureHTTP2(bundle: $0) } ?? .http1

    var options: MockServer.Options {
        var options = MockServer.Options()
        if case .secureHTTP2 = self { options.tls = MockServer.TLSOptions() }
        return options
    }

    var version: HTTPVersion {
        switch self {
        case .http1: .http11
        case .secureHTTP2: .h2
        }
    }

    /// Has clients that come by this wire trust a server.
    func trust(_ server: MockServer) throws {
        guard case .secureHTTP2(let bundle) = self, let pem = server.certificateAuthority?.pem,
            try !String(contentsOfFile: bundle, encoding: .utf8).contains(pem)
        else { return }
        // Tests that run in parallel are processes of their own, and add to the same file.
        let descriptor = open(bundle, O_WRONLY | O_APPEND)
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: Data(pem.utf8))
        try file.close()
    }
}
