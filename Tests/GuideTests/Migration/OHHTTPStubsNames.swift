import Foundation
import Locking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The names of OHHTTPStubs as far as the guide to leave it uses them, on a URLProtocol of these tests, so that the
// guide's snippet is compiled and run. It is not that library, and claims nothing else about it.

typealias HTTPStubsTestBlock = @Sendable (URLRequest) -> Bool
typealias HTTPStubsResponseBlock = @Sendable (URLRequest) -> HTTPStubsResponse

func isHost(_ host: String) -> HTTPStubsTestBlock { { $0.url?.host == host } }

func isPath(_ path: String) -> HTTPStubsTestBlock { { $0.url?.path == path } }

func hasHeaderNamed(_ name: String, value: String) -> HTTPStubsTestBlock {
    { $0.value(forHTTPHeaderField: name) == value }
}

func && (left: @escaping HTTPStubsTestBlock, right: @escaping HTTPStubsTestBlock) -> HTTPStubsTestBlock {
    { left($0) && right($0) }
}

func stub(condition: @escaping HTTPStubsTestBlock, response: @escaping HTTPStubsResponseBlock) {
    HTTPStubs.add(condition, response)
}

/// The response of a stub.
struct HTTPStubsResponse: Sendable {
    let data: Data
    let statusCode: Int32

    init(data: Data, statusCode: Int32, headers: [String: String]?) {
        self.data = data
        self.statusCode = statusCode
    }

    init(jsonObject: [String: String], statusCode: Int32, headers: [String: String]?) {
        self.init(data: (try? JSONEncoder().encode(jsonObject)) ?? Data(), statusCode: statusCode, headers: headers)
    }
}

/// The stubs of the process, of which the last that matches is used.
enum HTTPStubs {
    private static let stubs = Locked<[(HTTPStubsTestBlock, HTTPStubsResponseBlock)]>([])

    static func add(_ condition: @escaping HTTPStubsTestBlock, _ response: @escaping HTTPStubsResponseBlock) {
        stubs.withLock { $0.append((condition, response)) }
    }

    static func removeAllStubs() {
        stubs.withLock { $0 = [] }
    }

    static func setEnabled(_ isEnabled: Bool, for configuration: URLSessionConfiguration) {
        configuration.protocolClasses = isEnabled ? [HTTPStubsProtocol.self] : []
    }

    static func response(to request: URLRequest) -> HTTPStubsResponse? {
        let response = stubs.withLock { $0.last { $0.0(request) }?.1 }
        return response?(request)
    }
}

/// Answers requests from the stubs.
final class HTTPStubsProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url, let stubbed = HTTPStubs.response(to: request),
            let response = HTTPURLResponse(
                url: url, statusCode: Int(stubbed.statusCode), httpVersion: nil, headerFields: nil)
        else {
            client?.urlProtocol(self, didFailWithError: URLError(.cannotConnectToHost))
            return
        }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: stubbed.data)
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}
