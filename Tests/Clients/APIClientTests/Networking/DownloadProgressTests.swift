import ClientTestSupport
import Foundation
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The progress of a download") struct DownloadProgressTests {
    /// A transport whose bodies come in two pieces, if it is asked to stream.
    private struct TwoPieces: StreamingTransport {
        let headers: HTTPHeaders

        func response(to request: URLRequest) async throws -> RESTResponse {
            RESTResponse(status: 203, headers: headers, body: Data("whole".utf8))
        }

        func stream(_ request: URLRequest) async throws -> StreamedResponse {
            let (body, pieces) = AsyncThrowingStream<Data, any Error>.makeStream()
            pieces.yield(Data("one".utf8))
            pieces.yield(Data("two!".utf8))
            pieces.finish()
            return StreamedResponse(status: 203, headers: headers, body: body)
        }
    }

    private func progress(
        of transport: any HTTPTransport, tokens: TokenStore? = nil
    ) async throws -> (response: RESTResponse, seen: [TransferProgress]) {
        let seen = Protected<[TransferProgress]>([])
        let client = try RESTClient(baseURL: "http://h", transport: transport)
        let networking: any Networking = tokens.map(client.authorized) ?? client
        let response = try await networking.request("/report").progress { progress in
            seen.withLock { $0.append(progress) }
        }.response()
        return (response, seen.withLock { $0 })
    }

    @Test(
        "each piece is counted, against the length if it is known",
        arguments: [
            (["Content-Length": "7"], 7), ([:], nil), (["Content-Length": "many"], nil),
            (["Content-Length": "7", "Content-Encoding": "gzip"], nil),
        ] as [(HTTPHeaders, Int64?)])
    func pieces(_ headers: HTTPHeaders, _ expected: Int64?) async throws {
        let (response, seen) = try await progress(of: TwoPieces(headers: headers))
        #expect(response == RESTResponse(status: 203, headers: headers, body: Data("onetwo!".utf8)))
        #expect(
            seen == [TransferProgress(bytes: 3, expected: expected), TransferProgress(bytes: 7, expected: expected)])
    }

    @Test("a transport that can't stream gives one piece")
    func notStreaming() async throws {
        let answer = RESTResponse(status: 200, body: Data("whole".utf8))
        let (response, seen) = try await progress(of: RecordingTransport { _ in answer })
        #expect(response == answer)
        #expect(seen == [TransferProgress(bytes: 5, expected: 5)])
        let tokens = TokenStore(Tokens(access: "at", refresh: "rt")) { _ in Tokens(access: "at", refresh: "rt") }
        let authorized = try await progress(of: RecordingTransport { _ in answer }, tokens: tokens)
        #expect(authorized.response == answer)
        #expect(authorized.seen == seen)
    }

    @Test("nothing is streamed if nobody asks for progress")
    func unobserved() async throws {
        let client = try RESTClient(baseURL: "http://h", transport: TwoPieces(headers: [:]))
        #expect(try await client.request("/report").response().body == Data("whole".utf8))
    }

    @Test("a fraction needs a length", arguments: [(3, 6, 0.5), (9, 6, 1), (3, 0, nil), (3, nil, nil)])
    func fraction(_ bytes: Int64, _ expected: Int64?, _ fraction: Double?) {
        #expect(TransferProgress(bytes: bytes, expected: expected).fraction == fraction)
    }
}
