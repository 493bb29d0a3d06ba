import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What answers the requests of a ``StubURLProtocol``: a type, because `URLSession` makes the protocol's instances.
protocol URLProtocolResponder {
    /// The body for a request, whose status is then 200; or why there is none.
    static func respond(to request: URLRequest) throws -> Data
}

/// Answers each request of a session from data, without a network. Each responder has a protocol class of its own, so
/// tests that run in parallel don't meet.
///
///     let configuration = URLSessionConfiguration.ephemeral
///     configuration.protocolClasses = [StubURLProtocol<Greeter>.self]
final class StubURLProtocol<Responder: URLProtocolResponder>: URLProtocol {
    override static func canInit(with request: URLRequest) -> Bool { true }

    override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        do {
            let body = try Responder.respond(to: request)
            let response = request.url.flatMap {
                HTTPURLResponse(url: $0, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: nil)
            }
            guard let response else { throw URLError(.badURL) }
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            client?.urlProtocol(self, didLoad: body)
            client?.urlProtocolDidFinishLoading(self)
        } catch {
            client?.urlProtocol(self, didFailWithError: error)
        }
    }

    override func stopLoading() {}
}

extension URLRequest {
    /// The whole body inside a `URLProtocol`, where Darwin has it only as a stream. It can be read once.
    func readBody() throws -> Data? {
        if let httpBody { return httpBody }
        guard let stream = httpBodyStream else { return nil }
        stream.open()
        defer { stream.close() }
        var body = Data()
        var buffer = [UInt8](repeating: 0, count: 1_024)
        while true {
            let count = stream.read(&buffer, maxLength: buffer.count)
            guard count >= 0 else { throw stream.streamError ?? URLError(.requestBodyStreamExhausted) }
            if count == 0 { return body }
            body += buffer[..<count]
        }
    }
}
