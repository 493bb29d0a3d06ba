import ClientTestSupport
import Foundation
import Testing

@testable import APIClient

@Suite("The completions of a request", .timeLimit(.minutes(60))) struct CompletionTests {
    private let answer = RESTResponse(status: 200, body: Data("[1]".utf8))
    private let responses = CompletionRecorder<RESTResponse>()
    private let objects = CompletionRecorder<[Int]>()

    private var answered: NetworkRequest { NetworkRequest { [answer] _ in answer } }

    /// Asks for the response in both forms, on the recorders' queues.
    private func ask(_ request: NetworkRequest) {
        request.response(queue: responses.queue, completion: responses.completion())
            .responseObject(.json(), queue: objects.queue, completion: objects.completion())
    }

    @Test("are called once each, on their queues, and the request is sent once for all")
    func onQueue() async {
        let sent = Protected(0)
        ask(
            NetworkRequest { [answer] _ in
                sent.withLock { $0 += 1 }
                return answer
            })
        await expect(responses.result(), to: beSuccess(answer))
        await expect(objects.result(), to: beSuccess([1]))
        #expect(sent.withLock { $0 } == 1)
    }

    @Test("are called once each without a queue")
    func withoutQueue() async {
        answered.response(responses.completion())
        answered.responseObject(.json(), completion: objects.completion())
        let (response, object) = await (responses.calls(), objects.calls())
        #expect(response.count == 1 && object.count == 1)
        #expect(!response.contains(where: \.isOnQueue) && !object.contains(where: \.isOnQueue))
        for call in response { expect(call.result, to: beSuccess(answer)) }
        for call in object { expect(call.result, to: beSuccess([1])) }
    }

    @Test("get the error of the function, of a validation and of reading")
    func failures() async {
        ask(NetworkRequest { _ in throw RESTError.timedOut })
        await expect(responses.result(), to: beFailure(RESTError.timedOut))
        await expect(objects.result(), to: beFailure(RESTError.timedOut))

        let refused = CompletionRecorder<[Int]>()
        let page = RESTResponse(status: 503, body: Data("[1]".utf8))
        NetworkRequest { _ in page }.validate()
            .responseObject(.json(), queue: refused.queue, completion: refused.completion())
        await expect(refused.result(), to: beFailure(RESTError.status(page)))

        let misread = CompletionRecorder<String>()
        answered.responseObject(.json(), queue: misread.queue, completion: misread.completion())
        let error = await #expect(throws: RESTError.self) { try await misread.result().get() }
        guard case .invalidData(_, answer) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("are called once with CancellationError if the request is cancelled before it is asked")
    func cancelledBefore() async {
        let request = NetworkRequest { [answer] _ in
            Issue.record("sent")
            return answer
        }
        request.cancel()
        ask(request)
        await #expect(throws: CancellationError.self) { try await responses.result().get() }
        await #expect(throws: CancellationError.self) { try await objects.result().get() }
    }

    @Test("are called once with CancellationError if the request is cancelled while it runs", arguments: [true, false])
    func cancelledWhileRunning(succeeds: Bool) async throws {
        let pending = PendingAnswer<RESTResponse>()
        let request = NetworkRequest { _ in try await pending.value() }
        ask(request)
        let answering = try #require(await pending.next())
        request.cancel()
        request.cancel()
        answering.resume(with: succeeds ? .success(answer) : .failure(RESTError.timedOut))
        await #expect(throws: CancellationError.self) { try await responses.result().get() }
        await #expect(throws: CancellationError.self) { try await objects.result().get() }
    }

    @Test("are not called again if the request is cancelled afterwards")
    func cancelledAfter() async {
        let request = answered
        request.response(queue: responses.queue, completion: responses.completion())
        await expect(responses.result(), to: beSuccess(answer))
        request.cancel()
        request.responseObject(.json(), queue: objects.queue, completion: objects.completion())
        await expect(objects.result(), to: beSuccess([1]))
    }

    @Test("that are called never, twice or elsewhere fail the test at the caller's line")
    func recorded() async {
        let line = #line + 6
        let issues = await RecordedIssue.all {
            let (never, twice, elsewhere) = (
                CompletionRecorder<Int>(), CompletionRecorder<Int>(), CompletionRecorder<Int>()
            )
            _ = never.completion()
            await expect(never.result(), to: beFailure(NotCalledOnce()))
            callTwice(twice.completion())
            await expect(twice.result(), to: beFailure(NotCalledOnce()))
            call(elsewhere.completion())
            await expect(elsewhere.result(), to: beSuccess(1))
        }
        #expect(
            issues == [
                RecordedIssue(text: "the completion was called 0 times", line: line),
                RecordedIssue(text: "the completion was called 2 times", line: line + 2),
                RecordedIssue(text: "the completion was not called on its queue", line: line + 4),
            ])
    }

    private func call(_ completion: @Sendable (Result<Int, any Error>) -> Void) {
        completion(.success(1))
    }

    private func callTwice(_ completion: @Sendable (Result<Int, any Error>) -> Void) {
        call(completion)
        call(completion)
    }
}
