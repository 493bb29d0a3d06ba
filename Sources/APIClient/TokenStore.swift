/// The tokens of one signed-in user, and the one place that refreshes them.
///
/// However many calls find their access token rejected, one refresh serves them all: those that fail while it is under
/// way wait for it, and one that fails later with an older token gets the newer. If the refresh fails, all of them
/// fail with its error, and none tries again; a call begun after that may.
public actor TokenStore {
    /// Gets new tokens for a refresh token. It runs in a task of its own, which no caller's cancellation ends.
    public typealias Refresh = @Sendable (_ refreshToken: String) async throws -> Tokens

    /// What a call was authorized with: the token, and which refresh it stems from.
    struct Lease: Sendable, Equatable {
        let accessToken: String?
        let generation: UInt64
    }

    private var tokens: Tokens
    /// Counts what has changed the tokens or tried to, so that a late rejection is told from a new one.
    private var generation: UInt64 = 0
    /// The error of the latest refresh, if the generation ended by failing.
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

    /// The tokens as they are now.
    public var current: Tokens { tokens }

    /// How many calls wait for the refresh under way.
    var waiterCount: Int { waiters.count }

    /// Replaces the tokens, as after signing in. A refresh under way is then of no effect; those who wait for it go on
    /// with these.
    public func replace(with tokens: Tokens) {
        finishGeneration()
        self.tokens = tokens
    }

    /// What to authorize a call with; during a refresh, what it gives, because the old token would be rejected.
    func lease() async throws -> Lease {
        if isRefreshing { try await refreshEnd() }
        return Lease(accessToken: tokens.access, generation: generation)
    }

    /// What to retry a call with whose `rejected` lease was answered 401.
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

    /// Waits for the refresh under way, or for the caller's cancellation, which leaves the refresh to the others.
    private func refreshEnd() async throws {
        let id = nextWaiter
        nextWaiter &+= 1
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                // The handler may have run already, and found nobody to wake.
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
