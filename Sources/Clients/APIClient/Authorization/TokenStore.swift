/// The tokens of one signed-in user, which only this type refreshes.
///
/// One refresh serves all calls whose access token is rejected. Calls that fail during a refresh wait for it; a call
/// that fails later with an older token gets the newer one. If the refresh fails, all of them fail with its error, and
/// none tries again; a call begun after that may.
public actor TokenStore {
    /// Gets new tokens for a refresh token. It runs in its own task, which a caller's cancellation does not end.
    public typealias Refresh = @Sendable (_ refreshToken: String) async throws -> Tokens

    /// The authorization of a call: the token, and the number of the refresh that gave it.
    struct Lease: Sendable, Equatable {
        let accessToken: String?
        let generation: UInt64
    }

    private var tokens: Tokens
    /// Counts successful and failed changes of the tokens, to tell a late rejection from a new one.
    private var generation: UInt64 = 0
    /// The error of the latest refresh, if it failed.
    private var failure: (any Error)?
    private var isRefreshing = false
    private var waiters: [UInt64: CheckedContinuation<Void, any Error>] = [:]
    private var nextWaiter: UInt64 = 0
    private let refresh: Refresh

    /// A store that starts with `tokens`.
    public init(_ tokens: Tokens, refresh: @escaping Refresh) {
        self.tokens = tokens
        self.refresh = refresh
    }

    /// The current tokens.
    public var current: Tokens { tokens }

    /// The number of calls that wait for the current refresh.
    var waiterCount: Int { waiters.count }

    /// Replaces the tokens, for example after signing in. A running refresh then has no effect; the calls that wait for
    /// it continue with these tokens.
    public func replace(with tokens: Tokens) {
        finishGeneration()
        self.tokens = tokens
    }

    /// The authorization for a call. Waits for a running refresh, because the old token would be rejected.
    func lease() async throws -> Lease {
        if isRefreshing { try await refreshEnd() }
        return Lease(accessToken: tokens.access, generation: generation)
    }

    /// The authorization for the retry of a call whose `rejected` lease was answered 401.
    func renew(_ rejected: Lease) async throws -> Lease {
        if isRefreshing {
            try await refreshEnd()
        } else if rejected.generation == generation {
            startRefresh()
            try await refreshEnd()
        } else if let failure {
            throw failure
        }
        return Lease(accessToken: tokens.access, generation: generation)
    }

    private func finishGeneration(failure: (any Error)? = nil) {
        generation &+= 1
        self.failure = failure
    }

    private func startRefresh() {
        isRefreshing = true
        let started = generation
        let refreshToken = tokens.refresh
        Task {
            do {
                let fresh = try await refresh(refreshToken)
                if generation == started {
                    finishGeneration()
                    tokens = fresh
                }
            } catch {
                if generation == started { finishGeneration(failure: error) }
            }
            isRefreshing = false
            let ended = waiters.values
            waiters = [:]
            for waiter in ended {
                if let failure { waiter.resume(throwing: failure) } else { waiter.resume() }
            }
        }
    }

    /// Waits for the running refresh or for the caller's cancellation, which does not stop the refresh.
    private func refreshEnd() async throws {
        let id = nextWaiter
        nextWaiter &+= 1
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                // The handler may have run already, before there was a waiter.
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else {
                    waiters[id] = continuation
                }
            }
        } onCancel: {
            Task { await self.cancelWaiter(id) }
        }
    }

    private func cancelWaiter(_ id: UInt64) {
        waiters.removeValue(forKey: id)?.resume(throwing: CancellationError())
    }
}
