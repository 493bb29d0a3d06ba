import Foundation
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The delegate's methods are called by hand, in the order that a test wants.
struct TransferDelegateTests {
    private let delegate = TransferDelegate()
    private let url: URL
    private let task: URLSessionDataTask
    private let session = SilentProtocol.session

    init() throws {
        url = try #require(URL(string: "http://example.com/log"))
        task = session.dataTask(with: URLRequest(url: url))
    }

    private func head(_ status: Int = 200) throws -> HTTPURLResponse {
        try #require(
            HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: ["X-Kind": "log"]))
    }

    private func receive(_ response: URLResponse) {
        let allowed = Protected(false)
        delegate.urlSession(session, dataTask: task, didReceive: response) { disposition in
            allowed.withLock { $0 = disposition == .allow }
        }
        #expect(allowed.withLock { $0 })
    }

    private func receive(_ text: String) {
        delegate.urlSession(session, dataTask: task, didReceive: Data(text.utf8))
    }

    private func complete(_ error: URLError.Code? = nil) {
        delegate.urlSession(session, task: task, didCompleteWithError: error.map { URLError($0) })
    }

    private func whole(
        progress: (@Sendable (TransferProgress) -> Void)? = nil, _ callbacks: () -> Void
    ) async throws -> RESTResponse {
        try await withCheckedThrowingContinuation { continuation in
            delegate.start(task, as: .whole(WholeTransfer(continuation: continuation, progress: progress)))
            callbacks()
        }
    }

    private func streamed(limit: Int = 2, _ callbacks: () -> Void) async throws -> StreamedResponse {
        try await withCheckedThrowingContinuation { continuation in
            delegate.start(task, as: .head(continuation, limit: limit))
            callbacks()
        }
    }

    @Test("a whole response is its head and all pieces of its body")
    func wholeResponse() async throws {
        let head = try head(201)
        let response = try await whole {
            #expect(task.state == .running)
            receive(head)
            receive("one")
            receive("two")
            complete()
            complete(.timedOut)
        }
        #expect(response == RESTResponse(status: 201, headers: ["X-Kind": "log"], body: Data("onetwo".utf8)))
    }

    @Test("a whole response that is cut is the error")
    func wholeCut() async throws {
        let head = try head()
        await #expect(throws: RESTError.timedOut) {
            try await whole {
                receive(head)
                receive("one")
                complete(.timedOut)
            }
        }
    }

    @Test("a response that is not HTTP is invalid, whole or streamed")
    func notHTTP() async throws {
        let foreign = URLResponse(url: url, mimeType: nil, expectedContentLength: 3, textEncodingName: nil)
        let callbacks = {
            receive(foreign)
            receive("one")
            complete()
        }
        let invalid = RESTError.invalidData("the response is not HTTP", nil)
        await #expect(throws: invalid) { try await whole(callbacks) }
        await #expect(throws: invalid) { _ = try await streamed(callbacks) }
    }

    @Test("a failure before the head is the error of the call")
    func noHead() async throws {
        await #expect(throws: RESTError.timedOut) { _ = try await streamed { complete(.timedOut) } }
    }

    @Test("a body has as many pieces as may wait, and ends")
    func atTheLimit() async throws {
        let head = try head()
        let response = try await streamed(limit: 2) {
            receive(head)
            receive("one")
            receive(head)
            receive("two")
        }
        #expect(response.status == 200)
        #expect(response.headers == ["X-Kind": "log"])
        #expect(task.state == .running)
        complete()
        #expect(try await response.texts() == ["one", "two"])
    }

    @Test("one piece more than may wait is an error after the others, and ends the transfer")
    func overTheLimit() async throws {
        let head = try head()
        let response = try await streamed(limit: 2) {
            receive(head)
            receive("one")
            receive("two")
            receive("lost")
            receive("late")
        }
        #expect(task.state != .running)
        complete(.cancelled)
        var iterator = response.body.makeAsyncIterator()
        #expect(try await iterator.next() == Data("one".utf8))
        #expect(try await iterator.next() == Data("two".utf8))
        await #expect(throws: RESTError.readTooSlowly) { try await iterator.next() }
    }

    @Test("a body that is cut gives what came, then the error")
    func cutBody() async throws {
        let head = try head()
        let response = try await streamed {
            receive(head)
            receive("one")
            complete(.networkConnectionLost)
        }
        var iterator = response.body.makeAsyncIterator()
        #expect(try await iterator.next() == Data("one".utf8))
        let error = await #expect(throws: RESTError.self) { try await iterator.next() }
        guard case .connection(.networkConnectionLost, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a response that nobody keeps ends its transfer")
    func released() async throws {
        let head = try head()
        _ = try await streamed { receive(head) }
        #expect(task.state != .running)
    }

    @Test("in a cancelled task a body throws, though its stream ends or fails")
    func cancelledReader() async throws {
        for failure in [nil, URLError.Code.cancelled] {
            let delegate = try TransferDelegateTests()
            let head = try head()
            let response = try await delegate.streamed {
                delegate.receive(head)
                delegate.complete(failure)
            }
            await #expect(throws: CancellationError.self) {
                try await Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return try await response.collected()
                }.value
            }
        }
    }

    @Test("a caller who is cancelled before the transfer leaves, also if the last callback came before")
    func cancelledBefore() async {
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            complete(.cancelled)
            await #expect(throws: CancellationError.self) { try await whole {} }
            await #expect(throws: CancellationError.self) { _ = try await streamed {} }
            // The transfer is gone, so nothing is answered twice.
            complete()
        }.value
    }

    @Test("callbacks of a task without a transfer are ignored")
    func unknownTask() throws {
        receive(try head())
        receive("one")
        sent(1, of: 2)
        complete()
    }

    private func sent(_ bytes: Int64, of expected: Int64) {
        delegate.urlSession(
            session, task: task, didSendBodyData: 1, totalBytesSent: bytes, totalBytesExpectedToSend: expected)
    }

    @Test("the progress of a request's body is told")
    func progress() async throws {
        let told = Protected<[TransferProgress]>([])
        let head = try head()
        _ = try await whole { progress in
            told.withLock { $0.append(progress) }
        } _: {
            sent(3, of: 7)
            sent(7, of: 7)
            receive(head)
            complete()
        }
        #expect(
            told.withLock { $0 } == [
                TransferProgress(bytes: 3, expected: 7), TransferProgress(bytes: 7, expected: 7),
            ])
    }

    @Test("a redirect to another origin is followed without credentials")
    func redirect() throws {
        let target = URLRequest(url: try #require(URL(string: "http://elsewhere.example.com/")))
            .addingBearerAuthorization(token: "secret").settingHeader("Accept", to: "text/plain")
        let followed = Protected<URLRequest?>(nil)
        delegate.urlSession(
            session, task: task, willPerformHTTPRedirection: try head(302), newRequest: target
        ) { request in
            followed.withLock { $0 = request }
        }
        #expect(followed.withLock { $0?.allHTTPHeaderFields } == ["Accept": "text/plain"])
    }
}

extension StreamedResponse {
    /// The pieces of the body as texts.
    func texts() async throws -> [String] {
        var texts: [String] = []
        for try await piece in body { texts.append(String(decoding: piece, as: UTF8.self)) }
        return texts
    }
}
