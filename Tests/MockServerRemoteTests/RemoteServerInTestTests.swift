import MockServerKit
import MockServerRemoteXCTest
import XCTest

/// A remote server in an XCTest, as users write it.
@MainActor
final class RemoteServerInTestTests: XCTestCase {
    func testAServerElsewherePlaysAScenarioForATest() async throws {
        let pair = try await Pair()
        try await useMockServer(pair.remote, "greeting", vars: ["language": "de"])
        try await Guest(url: pair.remote.url).hello(in: "de")
        try await pair.remote.waitFor(step: "greeting")
        try await Guest(url: pair.remote.url).goodbye()
        let journal = try await pair.remote.journal
        XCTAssertEqual(journal.map(\.request.method), [.get, .get])
        XCTAssertEqual(journal.map(\.request.path), ["/hello", "/goodbye"])
    }
}
