import Testing

@testable import APIClient

struct TokenStoreTests {
    private struct Refused: Error {}

    private static let first = Tokens(access: "at-1", refresh: "rt-1")
    private static let second = Tokens(access: "at-2", refresh: "rt-2")

    /// A store whose refreshes wait for the gate, then end with the next of `outcomes`.
    private func store(_ refresher: Refresher) -> TokenStore {
        TokenStore(Self.first) { refreshToken in try await refresher.refresh(refreshToken) }
    }

    @Test("ten parallel rejections are served by one refresh")
    func tenCallers() async throws {
        let refresher = Refresher([.success(Self.second)])
        let store = store(refresher)
        let rejected = try await store.lease()
        try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<10 {
                group.addTask { try await store.renew(rejected).accessToken }
            }
            await store.waits(for: 10)
            #expect(await store.waiterCount == 10)
            await refresher.open()
            for try await token in group { #expect(token == "at-2") }
        }
        #expect(await store.waiterCount == 0)
        #expect(await refresher.asked == ["rt-1"])
        #expect(await store.current == Self.second)
    }

    @Test("a late rejection of the old token gets the new one without a refresh")
    func lateRejection() async throws {
        let refresher = Refresher([.success(Self.second)], open: true)
        let store = store(refresher)
        let early = try await store.lease()
        let late = try await store.lease()
        _ = try await store.renew(early)
        #expect(try await store.renew(late).accessToken == "at-2")
        #expect(await refresher.asked == ["rt-1"])
    }

    @Test("a rejection of the new token is refreshed again, with the rotated refresh token")
    func secondExpiry() async throws {
        let third = Tokens(access: "at-3", refresh: "rt-3")
        let refresher = Refresher([.success(Self.second), .success(third)], open: true)
        let store = store(refresher)
        let renewed = try await store.renew(store.lease())
        #expect(try await store.renew(renewed).accessToken == "at-3")
        #expect(await refresher.asked == ["rt-1", "rt-2"])
    }

    @Test("a failing refresh fails all who wait, and one that comes late, without another try")
    func failingRefresh() async throws {
        let refresher = Refresher([.failure(Refused())])
        let store = store(refresher)
        let rejected = try await store.lease()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 {
                group.addTask { await store.isRefused(rejected) }
            }
            await store.waits(for: 10)
            await refresher.open()
            for await isRefused in group { #expect(isRefused) }
        }
        #expect(await store.isRefused(rejected))
        #expect(await refresher.asked == ["rt-1"])
    }

    @Test("a call begun after a failed refresh may try once more")
    func recovery() async throws {
        let refresher = Refresher([.failure(Refused()), .success(Self.second)], open: true)
        let store = store(refresher)
        let rejected = try await store.lease()
        #expect(await store.isRefused(rejected))
        #expect(try await store.renew(store.lease()).accessToken == "at-2")
    }

    @Test("a call begun during a refresh waits for its token")
    func leaseDuringRefresh() async throws {
        let refresher = Refresher([.success(Self.second)])
        let store = store(refresher)
        let rejected = try await store.lease()
        async let renewed = store.renew(rejected)
        await store.waits(for: 1)
        async let lease = store.lease()
        await store.waits(for: 2)
        await refresher.open()
        #expect(try await renewed.accessToken == "at-2")
        #expect(try await lease.accessToken == "at-2")
    }

    @Test("a cancelled caller leaves at once, and the refresh goes on for the others")
    func cancellation() async throws {
        let refresher = Refresher([.success(Self.second)])
        let store = store(refresher)
        let rejected = try await store.lease()
        let leaving = Task { try await store.renew(rejected) }
        await store.waits(for: 1)
        let staying = Task { try await store.renew(rejected) }
        await store.waits(for: 2)
        leaving.cancel()
        await #expect(throws: CancellationError.self) { try await leaving.value }
        await refresher.open()
        #expect(try await staying.value.accessToken == "at-2")
        #expect(await refresher.asked == ["rt-1"])
    }

    @Test("a caller cancelled before it waits leaves at once too")
    func cancelledBefore() async throws {
        let refresher = Refresher([.success(Self.second)])
        let store = store(refresher)
        let rejected = try await store.lease()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await store.renew(rejected)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        await refresher.open()
    }

    @Test("tokens of a new sign-in outlast the refresh that was under way")
    func replaced() async throws {
        let refresher = Refresher([.failure(Refused())])
        let store = store(refresher)
        let rejected = try await store.lease()
        async let renewed = store.renew(rejected)
        await store.waits(for: 1)
        let signedIn = Tokens(access: "at-9", refresh: "rt-9")
        await store.replace(with: signedIn)
        await refresher.open()
        #expect(try await renewed.accessToken == "at-9")
        #expect(await store.current == signedIn)
    }
}

extension TokenStore {
    /// Returns when `count` calls wait for the running refresh.
    fileprivate func waits(for count: Int) async {
        while waiterCount < count { await Task.yield() }
    }

    fileprivate func isRefused(_ lease: Lease) async -> Bool {
        do {
            _ = try await renew(lease)
            return false
        } catch {
            return !(error is CancellationError)
        }
    }
}

/// A refresh endpoint that responds when its gate is open.
private actor Refresher {
    private(set) var asked: [String] = []
    private var outcomes: [Result<Tokens, any Error>]
    private var isOpen: Bool
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ outcomes: [Result<Tokens, any Error>], open isOpen: Bool = false) {
        self.outcomes = outcomes
        self.isOpen = isOpen
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    func refresh(_ refreshToken: String) async throws -> Tokens {
        asked.append(refreshToken)
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
        struct AskedTooOften: Error {}
        guard !outcomes.isEmpty else { throw AskedTooOften() }
        return try outcomes.removeFirst().get()
    }
}
