import Client
import Foundation
import MockServerRemoteTesting
import SharedServer
import Testing

/// Each test fails, as its name says.
@Suite(.remoteMockServer("order", at: SharedServer.adminURL)) struct RemoteOrderTests {
    @Test func aWrongHeader() async throws {
        let client = try OrderClient(url: RemoteMockServer.current.url)
        try await client.place(key: "k-2")
        try await client.lookUp()
    }

    @Test func anUnmatchedRequest() async throws {
        let client = try OrderClient(url: RemoteMockServer.current.url)
        try await client.place(key: "k-1")
        try await client.lookUp()
        try await client.delete()
    }

    @Test(
        .remoteMockServer(
            playing: .text("mockserver: 1\nsteps: [{ request: GET /health }]"), at: SharedServer.adminURL))
    func aScenarioWithoutAFile() {}

    @Test(.remoteMockServer("order", vars: ["key": "k-3"], at: SharedServer.adminURL))
    func anUnknownVariable() { Issue.record("it has a session") }

    @Test func aSessionThatIsGone() async throws {
        let server = try RemoteMockServer.current
        let client = OrderClient(url: server.adminURL)
        try await client.endSession(server.sessionID)
    }
}
