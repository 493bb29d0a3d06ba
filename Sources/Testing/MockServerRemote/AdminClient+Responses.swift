import Foundation
import ReportValues

extension AdminClient {
    /// The response to `GET /health`.
    struct Health: Decodable, Sendable {
        let scenario: String
        /// nil for a server on a Unix-domain socket.
        let url: URL?
    }

    /// The response to `GET /journal`.
    struct Journal: Decodable, Sendable {
        let journal: [RemoteMockServer.JournalEntry]
        let unfinishedRequests: [RemoteMockServer.UnfinishedRequest]

        private typealias CodingKeys = ReportMember.Journal
    }

    /// The response to `GET /requests`.
    struct Requests: Decodable, Sendable {
        let requests: [RemoteMockServer.JournalEntry]
    }

    /// The response to `POST /reset` and `PUT /scenario`.
    struct Ended: Decodable, Sendable {
        let ended: RemoteMockServer.Verdict
    }

    /// The response to `POST /sessions`.
    struct BegunSession: Decodable, Sendable {
        let session: String
        /// nil for a server on a Unix-domain socket.
        let url: URL?

        /// The beginning of the paths of its requests.
        var path: String { url?.path ?? "/s/\(session)" }
    }

    /// Any response, for its status.
    struct Anything: Decodable, Sendable {}

    /// The response to a request that the server refuses.
    struct Refusal: Decodable, Sendable {
        let error: String
        let diagnostics: [RemoteMockServer.Diagnostic]?

        private typealias CodingKeys = ReportMember.Refusal
    }

    func verdict(
        _ query: [(String, String)] = [], waiting time: Duration = .zero
    ) async throws -> RemoteMockServer.Verdict {
        await documents.shown(try await get("/verdict", query, waiting: time))
    }

    /// The verdict at the end of the run, for a test that shows its failures.
    func shownVerdict(settling time: Duration) async throws -> RemoteMockServer.Verdict {
        try await verdict([("settle", time.inMilliseconds), Self.shown], waiting: time)
    }

    /// Says that a test shows the failures in the response, so that the server's process does not print them again.
    static let shown = ("shown", "true")

    func journal() async throws -> Journal { try await get("/journal") }
}
