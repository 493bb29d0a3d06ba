import ClientTestSupport
import Foundation
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport of all kinds, whose responses another one makes.
private struct AnyKindTransport: StreamingTransport, UploadingTransport {
    let base: RecordingTransport

    func response(to request: URLRequest) async throws -> RESTResponse { try await base.response(to: request) }

    func stream(_ request: URLRequest) async throws -> StreamedResponse {
        let response = try await base.response(to: request)
        return StreamedResponse(
            status: response.status, headers: response.headers,
            body: AsyncThrowingStream { pieces in
                pieces.yield(response.body)
                pieces.finish()
            })
    }

    func upload(
        _ file: URL, by request: URLRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> RESTResponse {
        progress(TransferProgress(bytes: 1, expected: 1))
        return try await base.response(to: request.sending(Data("file".utf8)))
    }
}

@Suite("A client with a cache") struct CachingTransportTests {
    /// How a request is sent.
    enum Kind: CaseIterable {
        case whole, streamed, uploaded
    }

    private static let fresh = RESTResponse(status: 200, headers: ["ETag": "\"v1\""], body: Data("ada".utf8))
    private let cache = ResponseCache()
    private let get = APIRequest(.get, "/me", expecting: .raw)

    private func client(
        _ answer: @escaping @Sendable (URLRequest) async throws -> RESTResponse
    ) throws -> (RESTClient, RecordingTransport) {
        let transport = RecordingTransport(answer)
        let client = try RESTClient(baseURL: "http://h", transport: AnyKindTransport(base: transport))
        return (client.caching(in: cache), transport)
    }

    /// A client that gets these responses in turn.
    private func client(_ responses: [RESTResponse]) throws -> (RESTClient, RecordingTransport) {
        let left = Protected(responses)
        return try client { _ in
            guard let next = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { throw RESTError.timedOut }
            return next
        }
    }

    private func conditions(_ transport: RecordingTransport) -> [String?] {
        transport.requests.map { $0.value(forHTTPHeaderField: "If-None-Match") }
    }

    @Test("returns the stored body for a 304, and asks by the newest validators")
    func notModified() async throws {
        let (client, transport) = try client([
            Self.fresh, RESTResponse(status: 304, headers: ["ETag": "W/\"v1\""]), RESTResponse(status: 304),
        ])
        #expect(try await client.send(get) == Self.fresh)
        let weak = RESTResponse(status: 200, headers: ["ETag": "W/\"v1\""], body: Data("ada".utf8))
        #expect(try await client.send(get) == weak)
        #expect(try await client.send(get) == weak)
        #expect(conditions(transport) == [nil, "\"v1\"", "W/\"v1\""])
    }

    @Test("returns a 304 that it did not ask for as it is")
    func unasked() async throws {
        let (client, _) = try client([RESTResponse(status: 304)])
        await #expect(throws: RESTError.status(RESTResponse(status: 304))) { try await client.send(get) }
    }

    @Test("asks without validators if a 304 is about another response")
    func wrong304() async throws {
        let other = RESTResponse(status: 200, headers: ["ETag": "\"v2\""], body: Data("grace".utf8))
        let (client, transport) = try client([
            Self.fresh, RESTResponse(status: 304, headers: ["ETag": "\"v2\""]), other, RESTResponse(status: 304),
        ])
        #expect(try await client.send(get) == Self.fresh)
        #expect(try await client.send(get) == other)
        #expect(try await client.send(get) == other)
        #expect(conditions(transport) == [nil, "\"v1\"", nil, "\"v2\""])
    }

    @Test("forgets a response after another status, but not while the server has trouble")
    func otherStatuses() async throws {
        for (status, isKept) in [(204, false), (404, false), (499, false), (500, true), (503, true)] {
            await cache.removeAll()
            let (client, transport) = try client([Self.fresh, RESTResponse(status: status), Self.fresh])
            for _ in 0..<3 { _ = try? await client.send(get) }
            #expect(conditions(transport) == [nil, "\"v1\"", isKept ? "\"v1\"" : nil], "\(status)")
        }
    }

    @Test("keeps what is stored when there is no response")
    func noResponse() async throws {
        let (client, transport) = try client([Self.fresh])
        _ = try await client.send(get)
        for _ in 0..<2 { await #expect(throws: RESTError.timedOut) { try await client.send(get) } }
        #expect(conditions(transport) == [nil, "\"v1\"", "\"v1\""])
    }

    @Test(
        "forgets what an unsafe request may have changed, however it was sent",
        arguments: Kind.allCases,
        [
            (.get, 200, true), (.head, 200, true), (.post, 201, false), (.put, 204, false), (.patch, 200, false),
            (.delete, 399, false), (.put, 400, true), (.post, 499, true), (.delete, 500, false),
            (.post, nil, false), (.head, nil, true),
        ] as [(HTTPMethod, Int?, Bool)])
    func changes(_ kind: Kind, _ change: (method: HTTPMethod, status: Int?, isKept: Bool)) async throws {
        let (client, transport) = try client { request in
            guard request.value(forHTTPHeaderField: "X-Change") != nil else { return Self.fresh }
            guard let status = change.status else { throw RESTError.timedOut }
            return RESTResponse(status: status)
        }
        _ = try await client.send(get)
        // The body keeps the GET of this table out of the cache.
        let request = APIRequest(
            change.method, "/me", headers: ["X-Change": "1"], sending: .bytes(Data(), contentType: "text/plain"),
            expecting: .raw)
        let expected = change.status.map { RESTError.status(RESTResponse(status: $0)) } ?? .timedOut
        do {
            switch kind {
            case .whole: _ = try await client.send(request)
            case .streamed: _ = try await client.stream(request)
            case .uploaded: _ = try await client.upload(URL(fileURLWithPath: #filePath), by: request)
            }
            #expect(change.status.map { $0 < 300 } == true)
        } catch {
            #expect(error as? RESTError == expected)
        }
        _ = try await client.send(get)
        #expect(conditions(transport) == [nil, nil, change.isKept ? "\"v1\"" : nil])
    }

    @Test("neither stores a stream nor takes one from what is stored")
    func stream() async throws {
        let (client, transport) = try client { _ in Self.fresh }
        #expect(try await client.stream(get).collected() == Self.fresh)
        #expect(await cache.byteCount == 0)
        _ = try await client.send(get)
        #expect(try await client.stream(get).collected() == Self.fresh)
        #expect(conditions(transport) == [nil, nil, nil])
    }

    @Test("hands over the progress of an upload")
    func upload() async throws {
        let (client, _) = try client { _ in Self.fresh }
        let told = Protected<[TransferProgress]>([])
        _ = try await client.upload(URL(fileURLWithPath: #filePath), by: get) { progress in
            told.withLock { $0.append(progress) }
        }
        #expect(told.withLock { $0 } == [TransferProgress(bytes: 1, expected: 1)])
    }

    @Test("does not store a response that was on its way while its URL changed")
    func race() async throws {
        let cache = cache
        let (client, transport) = try client { request in
            if let url = request.url { await cache.removeAll(of: url) }
            return Self.fresh
        }
        for _ in 0..<2 { #expect(try await client.send(get) == Self.fresh) }
        #expect(conditions(transport) == [nil, nil])
    }

    @Test("has no response for another value of what Vary names")
    func vary() async throws {
        let (client, transport) = try client { _ in
            RESTResponse(status: 200, headers: ["ETag": "\"v1\"", "Vary": "Accept"])
        }
        for type in ["text/plain", "text/html", "text/html"] {
            _ = try await client.send(get, with: { $0.settingHeader("Accept", to: type) })
        }
        #expect(conditions(transport) == [nil, nil, "\"v1\""])
    }

    @Test("has no response of one user for another")
    func users() async throws {
        let (client, transport) = try client { _ in Self.fresh }
        for token in ["ada", "grace", "ada"] {
            _ = try await client.send(get, with: { $0.addingBearerAuthorization(token: token) })
        }
        #expect(conditions(transport) == [nil, nil, "\"v1\""])
    }
}
