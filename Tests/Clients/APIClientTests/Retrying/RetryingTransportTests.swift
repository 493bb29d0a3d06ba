import ClientTestSupport
import Foundation
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A client that retries") struct RetryingTransportTests {
    private let get = APIRequest(.get, "/me", expecting: .raw)
    private let policy = RetryPolicy(
        maxAttempts: 4, baseDelay: .seconds(1), maxDelay: .seconds(3), maxRetryAfter: .seconds(10))

    private func waits(_ attempts: Attempts) -> [Duration] { attempts.waits.withLock { $0 } }

    @Test("waits longer after each attempt, up to the limit, and returns the first response that is no failure")
    func backoff() async throws {
        let attempts = Attempts([503, 503, 503, 200])
        #expect(try await attempts.client(policy).send(get).status == 200)
        #expect(waits(attempts) == [.seconds(1), .seconds(2), .seconds(3)])
    }

    @Test("waits a random part of the longest delay")
    func jitter() async throws {
        let attempts = Attempts([503, 503, 503, 200])
        let parts = Protected([0, 0.25, 0.5])
        _ = try await attempts.client(policy, random: { parts.withLock { $0.removeFirst() } }).send(get)
        #expect(waits(attempts) == [.zero, .milliseconds(500), .milliseconds(1_500)])
    }

    @Test("draws the part itself from the whole range from 0 to 1")
    func standardJitter() async throws {
        let attempts = Attempts(Array(repeating: 503, count: 299) + [200])
        let policy = RetryPolicy(maxAttempts: 300, baseDelay: .seconds(1), maxDelay: .seconds(1))
        let client = try RESTClient(baseURL: "http://h", transport: attempts.transport)
        _ = try await client.retrying(policy, sleep: attempts.sleep).send(get)
        let waits = waits(attempts)
        #expect(waits.count == 299)
        #expect(waits.allSatisfy { $0 >= .zero && $0 <= .seconds(1) })
        #expect(waits.contains { $0 < .milliseconds(200) })
        #expect(waits.contains { $0 > .milliseconds(800) })
    }

    @Test("sends again after exactly the statuses that say it may succeed later", arguments: 200...599)
    func statuses(_ status: Int) async throws {
        let attempts = Attempts([status, 200])
        _ = try? await attempts.client(policy).send(get)
        #expect(attempts.count == ([408, 425, 429, 500, 502, 503, 504].contains(status) ? 2 : 1))
    }

    @Test("sends again after the policy's statuses only")
    func ownStatuses() async throws {
        for (status, count) in [(404, 2), (503, 1)] {
            let attempts = Attempts([status, 200])
            _ = try? await attempts.client(RetryPolicy(statuses: [404])).send(get)
            #expect(attempts.count == count)
        }
    }

    @Test("returns the last response when the attempts are used up")
    func lastResponse() async throws {
        let attempts = Attempts([500, 502, 503, 504])
        await #expect(throws: RESTError.status(RESTResponse(status: 504))) {
            try await attempts.client(policy).send(get)
        }
        #expect(attempts.count == 4)
        #expect(waits(attempts).count == 3)
    }

    @Test("throws the last error when the attempts are used up")
    func lastError() async throws {
        let lost = RESTError.connection(.networkConnectionLost, "lost")
        let attempts = Attempts([.failure(RESTError.timedOut), .failure(lost), .failure(lost), .failure(lost)])
        await #expect(throws: lost) { try await attempts.client(policy).send(get) }
        #expect(attempts.count == 4)
        #expect(waits(attempts) == [.seconds(1), .seconds(2), .seconds(3)])
    }

    @Test("sends at least once", arguments: [(-1, 1), (0, 1), (1, 1), (2, 2)])
    func attempts(_ maxAttempts: Int, _ count: Int) async throws {
        let attempts = Attempts([503, 503, 503])
        await #expect(throws: RESTError.status(RESTResponse(status: 503))) {
            try await attempts.client(RetryPolicy(maxAttempts: maxAttempts)).send(get)
        }
        #expect(attempts.count == count)
    }

    @Test("throws an error that would come again at once")
    func lastingError() async throws {
        let untrusted = RESTError.connection(.serverCertificateUntrusted, "no trust")
        let attempts = Attempts([.failure(untrusted)])
        await #expect(throws: untrusted) { try await attempts.client(policy).send(get) }
        #expect(attempts.count == 1)
        let cancelled = Attempts([.failure(CancellationError())])
        await #expect(throws: CancellationError.self) { try await cancelled.client(policy).send(get) }
        #expect(cancelled.count == 1)
    }

    @Test("sends a POST again only with an Idempotency-Key, which all attempts have")
    func idempotencyKey() async throws {
        let post = APIRequest(.post, "/orders", expecting: .raw)
        let once = Attempts([503])
        await #expect(throws: RESTError.status(RESTResponse(status: 503))) {
            try await once.client(policy).send(post)
        }
        #expect(once.count == 1)
        let twice = Attempts([503, 201])
        #expect(try await twice.client(policy).send(post, with: { $0.addingIdempotencyKey() }).status == 201)
        let keys = twice.transport.requests.compactMap { $0.value(forHTTPHeaderField: "Idempotency-Key") }
        #expect(keys.count == 2)
        #expect(Set(keys).count == 1)
    }

    @Test("waits as long as a response asks, and a random part of its own delay")
    func retryAfter() async throws {
        let attempts = Attempts([503, 200], headers: ["Retry-After": "10"])
        _ = try await attempts.client(policy, random: { 0.5 }).send(get)
        #expect(waits(attempts) == [.milliseconds(10_500)])
    }

    @Test("returns a response at once that asks for more time than the limit")
    func retryAfterTooLong() async throws {
        let attempts = Attempts([429, 200], headers: ["Retry-After": "11"])
        let limited = RESTResponse(status: 429, headers: ["Retry-After": "11"])
        await #expect(throws: RESTError.status(limited)) { try await attempts.client(policy).send(get) }
        #expect(attempts.count == 1)
        #expect(waits(attempts) == [])
    }

    @Test("waits from the given time until the date of a response")
    func retryAfterDate() async throws {
        let attempts = Attempts([503, 200], headers: ["Retry-After": "Thu, 01 Jan 1970 00:00:08 GMT"])
        let now = Date(timeIntervalSince1970: 1)
        _ = try await attempts.client(policy, now: now, random: { 0 }).send(get)
        #expect(waits(attempts) == [.seconds(7)])
    }

    @Test("takes the time from the system's clock")
    func standardNow() async throws {
        let attempts = Attempts([503, 200], headers: ["Retry-After": "Fri, 01 Jan 2100 00:00:00 GMT"])
        let client = try RESTClient(baseURL: "http://h", transport: attempts.transport).retrying(
            RetryPolicy(maxRetryAfter: .seconds(1e10)), random: { 0 }, sleep: attempts.sleep)
        let date = Date(timeIntervalSince1970: 4_102_444_800)
        let longest = Duration.seconds(date.timeIntervalSinceNow)
        _ = try await client.send(get)
        let shortest = Duration.seconds(date.timeIntervalSinceNow)
        let wait = try #require(waits(attempts).first)
        #expect((shortest...longest).contains(wait))
    }

    @Test("stops waiting at once when its task is cancelled", .timeLimit(.minutes(60)))
    func cancelled() async throws {
        let attempts = Attempts([503, 200])
        let (waiting, wait) = AsyncStream<Void>.makeStream()
        let client = try RESTClient(baseURL: "http://h", transport: attempts.transport).retrying(
            RetryPolicy(baseDelay: .seconds(36_000), maxDelay: .seconds(36_000)),
            random: {
                wait.yield()
                return 1
            })
        let task = Task { try await client.send(get) }
        _ = await waiting.first { true }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(attempts.count == 1)
    }

    @Test("waits by itself as long as it means to")
    func standardSleep() async throws {
        let attempts = Attempts([503, 200])
        let client = try RESTClient(baseURL: "http://h", transport: attempts.transport).retrying(
            RetryPolicy(baseDelay: .milliseconds(20), maxDelay: .milliseconds(20)), random: { 1 })
        let duration = try await ContinuousClock().measure { _ = try await client.send(get) }
        #expect(duration >= .milliseconds(20))
        #expect(attempts.count == 2)
    }
}
