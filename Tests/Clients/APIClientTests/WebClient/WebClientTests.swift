import Foundation
import Testing

@testable import APIClient
import ClientTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A typed web client", .timeLimit(.minutes(60))) struct WebClientTests {
    private struct Refused: Error {}

    private func client(_ transport: any HTTPTransport) throws -> WebClient {
        WebClient(client: try RESTClient(baseURL: "http://h/v1", transport: transport))
    }

    @Test("fetches a value, by GET")
    func get() async throws {
        let transport = RecordingTransport(answeredBy: try Responder.json(["result": 7]))
        let web = try client(transport)
        #expect(try await web.fetch("/seven", as: .result(of: Int.self)) == 7)
        let completions = Completions<Int>()
        let token = web.fetch(
            "/seven", as: .result(of: Int.self), on: completions.queue, completion: completions.completion)
        #expect(await completions.calls(of: token) == [.onQueue(.success(7))])
        #expect(transport.requests.map { $0.url?.absoluteString } == ["http://h/v1/seven", "http://h/v1/seven"])
        #expect(transport.requests.map(\.httpMethod) == ["GET", "GET"])
    }

    @Test("sends any request, and reads its response as it is told")
    func request() async throws {
        let transport = RecordingTransport(answeredBy: try Responder.json(["a"], status: 201))
        let web = try client(transport)
        let request = APIRequest(.put, "/list", sending: try .json(["a"]), expecting: .noContent)
        #expect(try await web.fetch(request, as: .json([String].self)) == ["a"])
        let completions = Completions<[String]>()
        let token = web.fetch(request, as: .json(), on: completions.queue, completion: completions.completion)
        #expect(await completions.calls(of: token) == [.onQueue(.success(["a"]))])
        expectSent(request, request, through: transport, by: try RESTClient(baseURL: "http://h/v1"))
    }

    @Test("completes on the main queue if no other is asked for")
    func mainQueue() async throws {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        let web = try client(Responder.json(1))
        let isMain = await withCheckedContinuation { continuation in
            web.fetch("/", as: .json(Int.self)) { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true)
            }
        }
        #expect(isMain)
        let request = APIRequest(.get, "/", expecting: .noContent)
        let isMainToo = await withCheckedContinuation { continuation in
            web.fetch(request, as: .json(Int.self)) { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true)
            }
        }
        #expect(isMainToo)
        let url = URLRequest(url: try #require(URL(string: "http://h/")))
        let isMainForURL = await withCheckedContinuation { continuation in
            web.fetch(url, as: .json(Int.self)) { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true)
            }
        }
        #expect(isMainForURL)
    }

    @Test(
        "tells four kinds of failure apart",
        arguments: [
            (RESTError.status(RESTResponse(status: 418)), WebClientError.response(418)),
            (RESTError.invalidData("no name", nil), .invalidData(RESTError.invalidData("no name", nil))),
            (RESTError.connection(.networkConnectionLost, "gone"), .connection(URLError(.networkConnectionLost))),
            (RESTError.timedOut, .connection(URLError(.timedOut))),
            (RESTError.badURL("no"), .unknown), (RESTError.readTooSlowly, .unknown), (Refused(), .unknown),
            (RESTError.refreshFailed(.status(RESTResponse(status: 400))), .response(400)),
            (RESTError.refreshFailed(.timedOut), .connection(URLError(.timedOut))),
        ] as [(any Error, WebClientError)])
    func errors(_ error: any Error, _ expected: WebClientError) async throws {
        let web = try client(Responder.failure(error))
        await #expect(throws: expected) { try await web.fetch("/", as: .noContent) }
        let completions = Completions<Int>()
        let token = web.fetch("/", as: .json(Int.self), on: completions.queue, completion: completions.completion)
        #expect(await completions.calls(of: token) == [.onQueue(.failure(expected))])
    }

    @Test("says why the data is not valid, by what read it")
    func invalidData() async throws {
        let web = try client(Responder.data(Data(#"{"name":7}"#.utf8)))
        let error = await #expect(throws: WebClientError.self) {
            try await web.fetch("/", as: .json([String: String].self))
        }
        guard case .invalidData(DecodingError.typeMismatch(_, let context)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["name"])
        let refused = Expected<Int> { _ in throw Refused() }
        await #expect(throws: WebClientError.invalidData(Refused())) { try await web.fetch("/", as: refused) }
        let status = Expected<Int> { _ in throw RESTError.status(RESTResponse(status: 409)) }
        await #expect(throws: WebClientError.response(409)) { try await web.fetch("/", as: status) }
    }

    @Test("says why the connection failed, by its URLError")
    func connection() async throws {
        let error = await #expect(throws: WebClientError.self) {
            try await client(Responder.failure(RESTError.connection(.dnsLookupFailed, "no such host")))
                .fetch("/", as: .noContent)
        }
        guard case .connection(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.code == .dnsLookupFailed)
        #expect(reason.localizedDescription == "no such host")
    }

    @Test("has errors that are equal by case and code")
    func equality() {
        let gone = RESTError.connection(.networkConnectionLost, "gone")
        let errors: [WebClientError] = [
            .response(404), .response(500), .invalidData(Refused()), .invalidData(RESTError.timedOut),
            .invalidData(RESTError.badURL("")), .connection(URLError(.timedOut)), .connection(URLError(.badURL)),
            WebClientError(gone), .unknown, .cancelled,
        ]
        #expect(Set(errors).count == errors.count)
        #expect(WebClientError(gone) == .connection(URLError(.networkConnectionLost)))
        #expect(Set(errors + [.invalidData(RESTError.badURL("other"))]).count == errors.count)
    }

    @Test("on a session alone sends URL requests, and no path")
    func session() async throws {
        let session = URLSession(mockResponder: { request in
            guard request.url?.path == "/seven" else { throw URLError(.cannotConnectToHost) }
            return StubResponse(status: request.httpMethod == "GET" ? 200 : 405, body: Data("7".utf8))
        })
        let web = WebClient(session: session)
        var request = URLRequest(url: try #require(URL(string: "https://api.example.com/seven")))
        #expect(try await web.fetch(request, as: .json(Int.self)) == 7)
        let completions = Completions<Int>()
        let token = web.fetch(request, as: .json(), on: completions.queue, completion: completions.completion)
        #expect(await completions.calls(of: token) == [.onQueue(.success(7))])
        request.httpMethod = "PUT"
        await #expect(throws: WebClientError.response(405)) { try await web.fetch(request, as: .json(Int.self)) }
        request.url = URL(string: "https://api.example.com/eight")
        await #expect(throws: WebClientError.connection(URLError(.cannotConnectToHost))) {
            try await web.fetch(request, as: .json(Int.self))
        }
        await #expect(throws: WebClientError.unknown) { try await web.fetch("/seven", as: .json(Int.self)) }
    }

    @Test("sends a URL request through its client, with the client's token")
    func authorizedRequest() async throws {
        let transport = RecordingTransport(answeredBy: try Responder.json(1))
        let rest = try RESTClient(baseURL: "http://h/v1", transport: transport)
        let tokens = TokenStore(Tokens(access: "at-1", refresh: "rt-1"), refreshingThrough: rest)
        let web = WebClient(client: rest.authorized(by: tokens))
        let request = URLRequest(url: try #require(URL(string: "http://h/other")))
        #expect(try await web.fetch(request, as: .json(Int.self)) == 1)
        #expect(transport.requests.map { $0.value(forHTTPHeaderField: "Authorization") } == ["Bearer at-1"])
    }

    @Test("throws CancellationError in a cancelled task")
    func cancelledTask() async throws {
        let web = try client(Responder.json(1))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await web.fetch("/", as: .json(Int.self))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("a cancelled fetch ends what it waits for, and completes as cancelled")
    func cancelled() async throws {
        let (requests, arrived) = AsyncStream<Void>.makeStream()
        let web = try client(
            Responder { _ in
                arrived.yield()
                // Ends when the task is cancelled.
                for await _ in AsyncStream<Void>.makeStream().stream {}
                throw CancellationError()
            })
        let completions = Completions<Int>()
        let token = web.fetch("/", as: .json(Int.self), on: completions.queue, completion: completions.completion)
        for await _ in requests { break }
        token.cancel()
        token.cancel()
        try #require(token.task.isCancelled)
        #expect(await completions.calls(of: token) == [.onQueue(.failure(.cancelled))])
    }

    @Test("a fetch that something else cancelled completes as cancelled")
    func cancelledElsewhere() async throws {
        let completions = Completions<Int>()
        let token = try client(Responder.failure(CancellationError())).fetch(
            "/", as: .json(Int.self), on: completions.queue, completion: completions.completion)
        #expect(await completions.calls(of: token) == [.onQueue(.failure(.cancelled))])
    }

    @Test("a value that comes after the cancellation is not handed over")
    func cancelledLate() async throws {
        let (requests, arrived) = AsyncStream<Void>.makeStream()
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let body = Data("1".utf8)
        let web = try client(
            Responder { _ in
                arrived.yield()
                // A transport that can't be cancelled.
                await Task.detached { for await _ in gate { break } }.value
                return RESTResponse(status: 200, body: body)
            })
        let completions = Completions<Int>()
        let token = web.fetch("/", as: .json(Int.self), on: completions.queue, completion: completions.completion)
        for await _ in requests { break }
        token.cancel()
        opening.yield()
        #expect(await completions.calls(of: token) == [.onQueue(.failure(.cancelled))])
    }

    @Test("a cancellation on the queue is in time until the completion runs")
    func cancelledOnQueue() async throws {
        let completions = Completions<Int>()
        completions.queue.suspend()
        let token = try client(Responder.json(1)).fetch(
            "/", as: .json(Int.self), on: completions.queue, completion: completions.completion)
        // The fetch has ended, and its completion waits for the queue.
        await token.task.value
        token.cancel()
        completions.queue.resume()
        #expect(await completions.calls(of: token) == [.onQueue(.failure(.cancelled))])
    }

    @Test("a cancellation after the completion changes nothing")
    func cancelledAfterwards() async throws {
        let completions = Completions<Int>()
        let token = try client(Responder.json(1)).fetch(
            "/", as: .json(Int.self), on: completions.queue, completion: completions.completion)
        #expect(await completions.calls(of: token) == [.onQueue(.success(1))])
        token.cancel()
        #expect(await completions.calls(of: token) == [.onQueue(.success(1))])
    }

    @Test("a fetch whose token is dropped goes on")
    func droppedToken() async throws {
        let web = try client(Responder.json(1))
        let result = await withCheckedContinuation { continuation in
            web.fetch("/", as: .json(Int.self), on: .global()) { continuation.resume(returning: $0) }
        }
        #expect(result == .success(1))
    }

    @Test("says what failed in a sentence")
    func sentences() {
        let errors: [WebClientError] = [
            .response(503), .invalidData(Refused()), .connection(URLError(.timedOut)), .unknown, .cancelled,
        ]
        #expect(
            errors.map(\.description) == [
                "The server responded with status 503.", "The data is not valid.", "The connection failed.",
                "Something went wrong.", "The call was cancelled.",
            ])
        #expect(errors.map(\.localizedDescription) == errors.map(\.description))
    }
}
