import Foundation
import Locking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The names of Mocker as far as the guide to leave it uses them, on a URLProtocol of these tests, so that the guide's
// snippet is compiled and run. It is not that library, and claims nothing else about it.

/// A response for a URL and a method.
struct Mock: Sendable {
    enum HTTPMethod: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    enum ContentType: Sendable {
        case json
    }

    let url: URL
    let statusCode: Int
    let data: [HTTPMethod: Data]
    var onRequestHandler: OnRequestHandler?

    init(url: URL, contentType: ContentType, statusCode: Int, data: [HTTPMethod: Data]) {
        self.url = url
        self.statusCode = statusCode
        self.data = data
    }

    func register() {
        Mocker.register(self)
    }

    func data(for request: URLRequest) -> Data? {
        guard request.url == url, let method = request.httpMethod.flatMap(HTTPMethod.init) else { return nil }
        return data[method]
    }
}

/// What is called with a request and its body.
struct OnRequestHandler: Sendable {
    let handle: @Sendable (URLRequest) -> Void

    init<Body: Decodable & SendableMetatype>(
        httpBodyType: Body.Type, callback: @escaping @Sendable (URLRequest, Body?) -> Void
    ) {
        handle = { request in
            callback(request, request.httpBody.flatMap { try? JSONDecoder().decode(Body.self, from: $0) })
        }
    }
}

/// The mocks of the process, of which a new one replaces that for the same URL and methods.
enum Mocker {
    private static let mocks = Locked<[Mock]>([])

    static func register(_ mock: Mock) {
        mocks.withLock { mocks in
            mocks.removeAll { $0.url == mock.url && $0.data.keys == mock.data.keys }
            mocks.append(mock)
        }
    }

    static func removeAll() {
        mocks.withLock { $0 = [] }
    }

    static func mock(for request: URLRequest) -> Mock? {
        mocks.withLock { $0.first { $0.data(for: request) != nil } }
    }
}

/// Answers requests from the mocks.
final class MockingURLProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let mock = Mocker.mock(for: request), let data = mock.data(for: request),
            let response = HTTPURLResponse(
                url: mock.url, statusCode: mock.statusCode, httpVersion: nil, headerFields: nil)
        else {
            client?.urlProtocol(self, didFailWithError: URLError(.cannotConnectToHost))
            return
        }
        mock.onRequestHandler?.handle(request)
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: data)
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}
