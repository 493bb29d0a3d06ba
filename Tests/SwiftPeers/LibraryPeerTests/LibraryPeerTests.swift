import APIClient
import Foundation
import HTTPTypes
import MockServerKit
import MockServerXCTest
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Code of a package that depends on the library products: it uses only public API.
final class LibraryPeerTests: XCTestCase {
    private let greeting = """
        mockserver: 1
        name: Greeting
        steps:
          - request: GET /hello
            assert: { headers: { accept: text/plain } }
            response: { text: Hello }
        """

    private func get(_ url: URL, accept: String) async throws -> (Data, URLResponse) {
        var request = URLRequest(url: url)
        request.setValue(accept, forHTTPHeaderField: "Accept")
        return try await URLSession.shared.data(for: request)
    }

    func testAServerOfTheTestsOwnIsJudgedAtItsEnd() async throws {
        let server = try startMockServer(Scenario(yaml: greeting))
        let (body, _) = try await get(server.url.appendingPathComponent("hello"), accept: "text/plain")
        XCTAssertEqual(String(decoding: body, as: UTF8.self), "Hello")
        let entry = try XCTUnwrap(server.journal.first)
        XCTAssertEqual(entry.request.headers[.accept], "text/plain")
        XCTAssertEqual(entry.request.path, "/hello")
        XCTAssertEqual(entry.step, "step 1")
        XCTAssertEqual(entry.status, 200)
    }

    func testAVerdictSaysWhatFailedAndWhere() async throws {
        var options = MockServer.Options()
        options.seed = 1
        options.recordsResponses = true
        let server = try MockServer(Scenario(yaml: greeting, path: "greeting.yaml"), options: options)
        _ = try await get(server.url.appendingPathComponent("hello"), accept: "text/html")
        let verdict = await server.verify()
        await server.stop()

        XCTAssertFalse(verdict.passed)
        let failure = try XCTUnwrap(verdict.failures.first)
        XCTAssertEqual(failure.kind, .assertion)
        XCTAssertEqual("\(failure.position)", "greeting.yaml:5:34")
        XCTAssertEqual(failure.difference?.received.map(\.text), ["text/html"])
        XCTAssertEqual(server.report().passed, false)
        XCTAssertFalse(server.report().bytes(as: .junit).isEmpty)
        XCTAssertEqual("\(verdict)", verdict.text())
        guard case .tcp("127.0.0.1", let port) = server.endpoint else { return XCTFail("\(server.endpoint)") }
        XCTAssertEqual(server.url.port, port)
    }

    func testAScenarioThatIsWrongSaysWhere() {
        let text = "mockserver: 1\nsteps: [{ request: GET /me, tims: 2 }]"
        XCTAssertThrowsError(try Scenario(yaml: text, path: "wrong.yaml")) {
            guard case .invalid(let diagnostics)? = $0 as? ScenarioError else { return XCTFail("\($0)") }
            XCTAssertEqual(diagnostics.map { "\($0.position)" }, ["wrong.yaml:2:29"])
        }
    }

    func testTheClientRefreshesItsTokenOnce() async throws {
        let scenarios = URL(fileURLWithPath: "../../Scenarios", relativeTo: URL(fileURLWithPath: packageFolder))
        let server = try startMockServer(contentsOf: scenarios.appendingPathComponent("token-refresh.yaml"))
        let client = try RESTClient(baseURL: server.url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
        XCTAssertEqual(profile.name, "Ada Lovelace")
        try await server.waitFor(step: "refresh")
    }

    private var packageFolder: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
    }
}
