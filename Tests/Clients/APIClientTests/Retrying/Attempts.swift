import ClientTestSupport
import Foundation

@testable import APIClient

/// The attempts of one request, answered from a list, with the waits between them, which take no time.
struct Attempts: Sendable {
    let transport: RecordingTransport
    let waits = Protected<[Duration]>([])

    /// Attempts with these results in turn. One more is an error.
    init(_ results: [Result<RESTResponse, any Error>]) {
        let left = Protected(results)
        transport = RecordingTransport { _ in
            let next = left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let next else { throw RESTError.unsupported("more attempts") }
            return try next.get()
        }
    }

    /// Attempts that are answered with these statuses in turn.
    init(_ statuses: [Int], headers: HTTPHeaders = [:]) {
        self.init(statuses.map { .success(RESTResponse(status: $0, headers: headers)) })
    }

    var count: Int { transport.requests.count }

    /// A client that sends the attempts.
    func client(
        _ policy: RetryPolicy, now: Date = Date(timeIntervalSince1970: 0),
        random: @escaping @Sendable () -> Double = { 1 }
    ) throws -> RESTClient {
        try RESTClient(baseURL: "http://h", transport: transport).retrying(
            policy, now: { now }, random: random, sleep: sleep)
    }

    /// Records a wait.
    var sleep: @Sendable (Duration) async throws -> Void {
        { [waits] duration in waits.withLock { $0.append(duration) } }
    }
}
