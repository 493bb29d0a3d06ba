import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client of a shipped scenario, right or broken, whose requests can't be sent just one after the other.
struct ScenarioClient: Sendable, CustomTestStringConvertible {
    let scenario: String
    let isRight: Bool
    let play: @Sendable (PlayedScenario) async throws -> Void

    var testDescription: String { "\(scenario)_\(isRight ? "right" : "broken")" }

    init(_ scenario: String, isRight: Bool, _ play: @escaping @Sendable (PlayedScenario) async throws -> Void) {
        self.scenario = scenario
        self.isRight = isRight
        self.play = play
    }

    /// Each scenario that has holds, intervals or stalls, or that needs a client which URLSession does not make by
    /// itself.
    static let all: [ScenarioClient] =
        [true, false].flatMap { isRight in
            [
                ScenarioClient("parallel-refresh", isRight: isRight) { try await $0.refreshTokens(once: isRight) },
                ScenarioClient("late-response", isRight: isRight) { try await $0.pay(asksForOutcome: isRight) },
                ScenarioClient("search-as-you-type", isRight: isRight) { try await $0.search(showsLastOnly: isRight) },
                ScenarioClient("thundering-herd", isRight: isRight) { try await $0.retry(oneByOne: isRight) },
                ScenarioClient("two-writers", isRight: isRight) { try await $0.addTwice(readsAgain: isRight) },
                ScenarioClient("polling", isRight: isRight) { try await $0.poll(bounded: isRight) },
                ScenarioClient("stalled-response", isRight: isRight) { try await $0.readNews(onlyOnce: isRight) },
            ]
        } + [ScenarioClient("form-login", isRight: true) { try await $0.signIn() }]
}

extension PlayedScenario {
    /// A response as these clients look at it.
    struct Reply: Sendable {
        let status: Int
        let head: HTTPURLResponse
        let data: Data

        /// A member of the body's object, or of the object `result` in it.
        func member(_ name: String) -> String? {
            let object = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
            let result = object?["result"] as? [String: Any]
            return (object?[name] ?? result?[name]).map { "\($0)" }
        }
    }

    func call(
        _ method: String, _ target: String, _ fields: [String: String] = [:], json: String? = nil,
        timeout: TimeInterval = 20
    ) async throws -> Reply {
        var request = try request(method, target, fields, body: json)
        if json != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        request.timeoutInterval = timeout
        let session = session()
        defer { session.finishTasksAndInvalidate() }
        let (data, response) = try await session.data(for: request)
        guard let head = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return Reply(status: head.statusCode, head: head, data: data)
    }

    fileprivate func refreshTokens(once: Bool) async throws {
        let token = RefreshedToken(self, once: once)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...3 {
                group.addTask {
                    guard try await call("GET", "/me", ["Authorization": "Bearer tok-1"]).status == 401 else { return }
                    _ = try await call("GET", "/me", ["Authorization": "Bearer \(try await token.renewed())"])
                }
            }
            try await group.waitForAll()
        }
    }

    fileprivate func pay(asksForOutcome: Bool) async throws {
        let key = "0f8fad5b-d9cb-469f-a165-70867728950e"
        func pay(_ key: String) async throws {
            // Over a socket a timeout has whole seconds.
            _ = try? await call(
                "POST", "/payments", ["Idempotency-Key": key], json: #"{"amount": "12.50"}"#, timeout: 1)
        }
        try await pay(key)
        if asksForOutcome {
            _ = try await call("GET", "/payments/\(key)")
        } else {
            try await pay("7c9e6679-7425-40de-944b-e07fc1f90ae7")
        }
    }

    fileprivate func search(showsLastOnly: Bool) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (text, preview) in [("sw", "swallow"), ("swift", "swift")] {
                group.addTask {
                    _ = try await call("GET", "/search?q=\(text)")
                    if text == "swift" || !showsLastOnly { _ = try await call("GET", "/previews/\(preview)") }
                }
            }
            try await group.waitForAll()
        }
    }

    fileprivate func retry(oneByOne: Bool) async throws {
        try await calls(3, "/feed")
        try await Task.sleep(for: .milliseconds(1_050))
        if oneByOne { for _ in 1...3 { _ = try await call("GET", "/feed") } } else { try await calls(3, "/feed") }
    }

    /// As many calls at once.
    private func calls(_ count: Int, _ target: String) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...count { group.addTask { _ = try await call("GET", target) } }
            try await group.waitForAll()
        }
    }

    fileprivate func addTwice(readsAgain: Bool) async throws {
        func read() async throws -> (tag: String, count: Int) {
            let reply = try await call("GET", "/stock/apples")
            return (reply.head.value(forHTTPHeaderField: "ETag") ?? "", Int(reply.member("count") ?? "") ?? 0)
        }
        func write(_ tag: String, _ count: Int) async throws -> Int {
            try await call("PUT", "/stock/apples", ["If-Match": tag], json: #"{"count": \#(count)}"#).status
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...2 {
                group.addTask {
                    let first = try await read()
                    guard try await write(first.tag, first.count + 1) == 412 else { return }
                    let second = try await read()
                    _ = try await write(second.tag, (readsAgain ? second : first).count + 1)
                }
            }
            try await group.waitForAll()
        }
    }

    fileprivate func poll(bounded: Bool) async throws {
        let target = try await call("POST", "/jobs").head.value(forHTTPHeaderField: "Location") ?? ""
        for wait in bounded ? [60, 150, 200] : [60, 150, 10_500] {
            try await Task.sleep(for: .milliseconds(wait))
            _ = try await call("GET", target)
        }
    }

    fileprivate func readNews(onlyOnce: Bool) async throws {
        _ = try? await call("GET", "/news", timeout: 1)
        _ = try await call("GET", "/news")
        let ids = onlyOnce ? #"["n-1", "n-2", "n-3"]"# : #"["n-1", "n-1", "n-2", "n-3"]"#
        _ = try await call("PUT", "/news/read", json: #"{"ids": \#(ids)}"#)
    }

    fileprivate func signIn() async throws {
        let form = String(decoding: try await call("GET", "/login").data, as: UTF8.self)
        let token = form.firstMatch(of: /name="csrf" value="(\w+)"/)?.1 ?? ""
        var request = try request(
            "POST", "/login", body: "csrf=\(token)&user=ada&password=correct+horse%2B1")
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        // It follows the redirect, with the cookie.
        _ = await outcome(of: request)
    }
}

/// The token that replaces the rejected one: fetched once for all, or by each caller anew.
private actor RefreshedToken {
    private let played: PlayedScenario
    private let once: Bool
    private var refreshing: Task<String, any Error>?

    init(_ played: PlayedScenario, once: Bool) {
        self.played = played
        self.once = once
    }

    func renewed() async throws -> String {
        if once, let refreshing { return try await refreshing.value }
        // The callers of a broken client wait for each other, so that its failures come in one order.
        let former = refreshing
        let task = Task {
            _ = await former?.result
            let reply = try await played.call("POST", "/auth/refresh", json: #"{"refreshToken": "rt-1"}"#)
            return reply.member("accessToken") ?? "none"
        }
        refreshing = task
        return try await task.value
    }
}
