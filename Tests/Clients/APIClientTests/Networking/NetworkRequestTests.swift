import ClientTestSupport
import Foundation
import Testing

@testable import APIClient

@Suite("A request that a function sends") struct NetworkRequestTests {
    private struct Refused: Error, Equatable { let by: Int }

    private let answer = RESTResponse(status: 200, body: Data("[1]".utf8))
    private let pending = PendingAnswer<RESTResponse>()

    /// A request whose answer comes when the test says so.
    private var waiting: NetworkRequest { NetworkRequest { [pending] _ in try await pending.value() } }

    @Test("it is sent when it is first asked, and once for all that ask")
    func sentOnce() async throws {
        let sent = Protected(0)
        let request = NetworkRequest { [answer] _ in
            sent.withLock { $0 += 1 }
            return answer
        }
        #expect(sent.withLock { $0 } == 0)
        #expect(try await request.response() == answer)
        #expect(try await request.responseObject(.json([Int].self)) == [1])
        #expect(sent.withLock { $0 } == 1)
    }

    @Test("the error of the function is the outcome, and nothing is read")
    func failure() async {
        let request = NetworkRequest { _ in throw RESTError.timedOut }
        await expect(Result.of { try await request.response() }, to: beFailure(RESTError.timedOut))
        await expect(Result.of { try await request.responseObject(.noContent) }, to: beFailure(RESTError.timedOut))
    }

    @Test("a body of another form is invalid data")
    func invalidBody() async {
        let request = NetworkRequest { [answer] _ in answer }
        let error = await #expect(throws: RESTError.self) { try await request.responseObject(.json(String.self)) }
        guard case .invalidData(_, answer) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("one that is cancelled before it is asked is never sent")
    func cancelledBefore() async {
        let request = NetworkRequest { [answer] _ in
            Issue.record("sent")
            return answer
        }
        request.cancel()
        request.cancel()
        await #expect(throws: CancellationError.self) { try await request.response() }
    }

    @Test("one that is cancelled while it runs ends so, whatever comes of it", arguments: [true, false])
    func cancelledWhileRunning(succeeds: Bool) async throws {
        let request = waiting
        async let outcome = Result.of { try await request.response() }
        let answering = try #require(await pending.next())
        request.cancel()
        answering.resume(with: succeeds ? .success(answer) : .failure(RESTError.timedOut))
        let result = await outcome
        #expect(throws: CancellationError.self) { try result.get() }
    }

    @Test("cancelling the task that waits cancels the request")
    func cancelledTask() async throws {
        let request = waiting
        let task = Task { try await request.response() }
        let answering = try #require(await pending.next())
        task.cancel()
        answering.resume(returning: answer)
        await #expect(throws: CancellationError.self) { try await task.value }
        await #expect(throws: CancellationError.self) { try await request.response() }
    }

    @Test("one that has ended is not changed by cancelling")
    func cancelledAfter() async throws {
        let request = NetworkRequest { [answer] _ in answer }
        _ = try await request.response()
        request.cancel()
        #expect(try await request.response() == answer)
    }

    @Test("the first validation that throws gives the error")
    func validations() async {
        let request = NetworkRequest { [answer] _ in answer }
        request.validate { [answer] in #expect($0 == answer) }
            .validate { _ in throw Refused(by: 2) }
            .validate { _ in throw Refused(by: 3) }
        await expect(Result.of { try await request.response() }, to: beFailure(Refused(by: 2)))
    }

    @Test("progress goes to all handlers, and nobody's is not counted")
    func progress() async throws {
        let seen = Protected<[Int64]>([])
        let request = NetworkRequest { [answer] progress in
            progress?(TransferProgress(bytes: 1, expected: 3))
            progress?(TransferProgress(bytes: 3, expected: 3))
            return answer
        }
        request.progress { progress in seen.withLock { $0.append(progress.bytes) } }
            .progress { progress in seen.withLock { $0.append(-progress.bytes) } }
        _ = try await request.response()
        #expect(seen.withLock { $0 } == [1, -1, 3, -3])

        let unobserved = NetworkRequest { [answer] progress in
            #expect(progress == nil)
            return answer
        }
        _ = try await unobserved.response()
    }

    @Test("what is added after the response was asked for does not count")
    func lateAdditions() async throws {
        let request = NetworkRequest { [pending] progress in
            let response = try await pending.value()
            #expect(progress == nil)
            return response
        }
        async let outcome = request.response()
        let answering = try #require(await pending.next())
        request.validate { _ in throw Refused(by: 1) }.progress { _ in Issue.record("progress") }
        answering.resume(returning: answer)
        #expect(try await outcome == answer)
    }
}
