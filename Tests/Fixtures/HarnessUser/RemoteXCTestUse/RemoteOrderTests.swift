import Client
import Foundation
import MockServerRemoteXCTest
import SharedServer
import XCTest

private var sharedServer: RemoteMockServer {
    get async throws {
        try await RemoteMockServer(adminURL: XCTUnwrap(URL(string: SharedServer.adminURL)))
    }
}

/// Each test fails, as its name says.
final class RemoteOrderTests: RemoteMockServerTestCase {
    override var scenario: RemoteScenario { .file("order") }

    override var sharedServer: any RemoteServer { get async throws { try await RemoteXCTestUse.sharedServer } }

    func testAWrongHeader() async throws {
        let client = OrderClient(url: try server.url)
        try await client.place(key: "k-2")
        try await client.lookUp()
    }

    func testAnUnmatchedRequest() async throws {
        let client = OrderClient(url: try server.url)
        try await client.place(key: "k-1")
        try await client.lookUp()
        try await client.delete()
    }
}

/// A scenario that has no such variable, so no test runs.
final class RemoteUnknownVariableTests: RemoteMockServerTestCase {
    override var scenario: RemoteScenario { .file("order", vars: ["key": "k-3"]) }

    override var sharedServer: any RemoteServer { get async throws { try await RemoteXCTestUse.sharedServer } }

    func testIsNotRun() { XCTFail("it has a session") }
}

/// Each test fails, as its name says.
final class RemoteSessionTests: XCTestCase {
    func testAScenarioWithoutAFile() async throws {
        _ = try await startRemoteMockServer(
            playing: .text("mockserver: 1\nsteps: [{ request: GET /health }]"), on: sharedServer)
    }

    func testAScenarioInSwift() async throws {
        let scenario = ScenarioDocument("An order in Swift") {
            Step(.post, "/orders")
                .assert(.header("Idempotency-Key", "k-1"))
                .respond(Response(.created).connection(.close))
        }
        let server = try await startRemoteMockServer(playing: .document(scenario), on: sharedServer)
        try await OrderClient(url: server.url).place(key: "k-2")
    }
}
