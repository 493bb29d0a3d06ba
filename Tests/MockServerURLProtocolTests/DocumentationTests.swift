import Foundation
import MockServerURLProtocol
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
        let compiled = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
            .components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let sources = ShippedScenario.package.appendingPathComponent("Sources/MockServerURLProtocol")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where ["swift", "md"].contains(file.pathExtension) {
            let text = try String(contentsOf: file, encoding: .utf8).replacing("///", with: "")
            for block in text.components(separatedBy: "```swift").dropFirst() {
                let lines = block.components(separatedBy: "```")[0].components(separatedBy: "\n")
                    .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
                #expect(compiled.contains(lines), "\(file.lastPathComponent): an example that is not compiled")
                count += 1
            }
        }
        #expect(count == 3)
    }
}
