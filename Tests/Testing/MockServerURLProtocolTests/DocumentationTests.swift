import Foundation
import MockServerURLProtocol
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The examples of the public documentation, so that they are compiled.
private struct DocumentationExamples {
    /// What a reader has in place of this.
    private struct Client {
        let session: URLSession
        let baseURL: URL
    }

    let scenario: Scenario
    let delegate: any URLSessionDelegate

    private func server() async throws {
        let server = try InProcessMockServer(Scenario(contentsOf: "Scenarios/token-refresh.yaml"))
        let client = Client(session: server.session, baseURL: server.url)
        // let the client under test send its requests, then:
        let verdict = await server.verify()
        print(verdict.text())
        _ = client
    }

    private func configuration() async throws {
        let configuration = try URLSessionConfiguration.mockServer(scenario)
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        // let the client under test send its requests, then:
        let verdict = await configuration.mockServer?.verify()
        await configuration.mockServer?.stop()
        _ = (session, verdict)
    }
}

@Suite struct DocumentationTests {
    @Test("each example in the documentation is compiled")
    func examples() throws {
        let compiled = try DocumentedExamples.compiled(URL(fileURLWithPath: #filePath))
        let sources = ShippedScenario.package.appendingPathComponent("Sources/Testing/MockServerURLProtocol")
        let examples = try DocumentedExamples.all(in: sources)
        for example in examples {
            #expect(compiled.contains(example.code), "\(example.file): an example that is not compiled")
        }
        #expect(examples.count == 4)
    }
}
