public import Foundation

#if canImport(APIClient)
import APIClient
#endif
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A response that a test makes up.
public struct StubResponse: Sendable {
    /// The status. A redirect is not followed. On Linux a 401 that asks for Basic or Digest credentials is an error,
    /// because the session would then never end its task.
    public var status: Int
    /// The headers.
    public var headers: [String: String]
    /// The body.
    public var body: Data

    /// A response from its parts.
    public init(status: Int = 200, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// What answers the requests of a session: it returns a response, or throws the error with which the request fails.
///
/// The request has its body in `httpBody`, also if it was given as a stream. Requests of one session may come at the same
/// time.
public typealias StubResponder = @Sendable (_ request: URLRequest) throws -> StubResponse

extension URLSession {
    /// A session whose requests a closure answers, without a network. It shares nothing with other sessions, so tests
    /// with one each may run at the same time.
    ///
    ///     let session = URLSession(mockResponder: { request in
    ///         guard request.url?.path == "/me" else { throw URLError(.cannotConnectToHost) }
    ///         return StubResponse(status: 404, headers: ["Retry-After": "1"])
    ///     })
    public convenience init(mockResponder: @escaping StubResponder) {
        self.init(configuration: .answered(by: mockResponder))
    }
}

extension URLSessionConfiguration {
    /// An ephemeral configuration whose requests a closure answers.
    public static func answered(by responder: @escaping StubResponder) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [protocolClass(for: responder)]
        return configuration
    }

    /// A class of the responder's own, because `URLSession` makes its protocols from classes alone.
    private static func protocolClass(for responder: @escaping StubResponder) -> URLProtocol.Type {
        responders.withLock { responders in
            let protocolClass = stub(responders.count, Void.self)
            responders[ObjectIdentifier(protocolClass)] = responder
            return protocolClass
        }
    }

    /// A type for each number, from its bits.
    private static func stub<Bits>(_ number: Int, _ bits: Bits.Type) -> URLProtocol.Type {
        if number == 0 { return StubURLProtocol<Bits>.self }
        return number.isMultiple(of: 2) ? stub(number / 2, Zero<Bits>.self) : stub(number / 2, One<Bits>.self)
    }
}

private enum Zero<Bits> {}
private enum One<Bits> {}

/// The responder of each class, kept as long as the process.
private let responders = Protected<[ObjectIdentifier: StubResponder]>([:])

private final class StubURLProtocol<Bits>: URLProtocol {
    override static func canInit(with request: URLRequest) -> Bool { true }

    override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        do {
            let stub = try respond()
            let response = request.url.flatMap {
                HTTPURLResponse(url: $0, statusCode: stub.status, httpVersion: "HTTP/1.1", headerFields: stub.headers)
            }
            guard let response else { throw URLError(.badURL) }
            #if canImport(FoundationNetworking)
            // One of several challenges is enough, and the case of its scheme does not count (RFC 9110, section 11.6.1).
            let challenges = response.value(forHTTPHeaderField: "WWW-Authenticate")?.lowercased().split(separator: ",")
            let schemes = challenges?.compactMap { $0.split(separator: " ").first } ?? []
            if stub.status == 401, schemes.contains("basic") || schemes.contains("digest") {
                throw URLError(.userAuthenticationRequired)
            }
            #endif
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            client?.urlProtocol(self, didLoad: stub.body)
            client?.urlProtocolDidFinishLoading(self)
        } catch {
            client?.urlProtocol(self, didFailWithError: error)
        }
    }

    override func stopLoading() {}

    private func respond() throws -> StubResponse {
        guard let responder = responders.withLock({ $0[ObjectIdentifier(Self.self)] }) else {
            throw URLError(.cannotConnectToHost)
        }
        var request = request
        request.httpBody = try request.readBody()
        return try responder(request)
    }
}

extension URLRequest {
    /// The whole body, which Darwin gives a `URLProtocol` only as a stream. That can be read once.
    ///
    /// - Throws: the stream's error.
    public func readBody() throws -> Data? {
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
