import Foundation
import MockServerKit
import Testing

/// Each cell of a guide's table of what clients read is a test here, over every protocol that the client has in the
/// clear.
@Suite("What clients read of a response", .timeLimit(.minutes(60))) struct ClientFeatureTests {
    /// A program that reads responses with a feature.
    struct Case: Sendable, CustomTestStringConvertible {
        let client: FeatureClient
        let version: String
        let command: String
        let feature: ClientFeature

        var testDescription: String { "\(feature.rawValue) by \(client.name) over \(version)" }
    }

    static let cases: [Case] = FeatureClient.all.flatMap { client in
        client.programs.flatMap { version, command in
            ClientFeature.allCases.map { feature in
                Case(
                    client: client, version: version, command: "\(command) \(feature.argument)", feature: feature)
            }
        }
    }

    @Test("a program prints what its cell of the table says", arguments: cases)
    func programs(_ tried: Case) async throws {
        let folder = try TemporaryFolder()
        let scenario = try folder.file("feature.yaml", tried.feature.scenario(over: tried.version))
        let outcome = try await Program(
            [
                Program.binary, "--scenario", scenario, "--", "sh", "-c",
                "cd Tests/EndToEnd/peers && exec \(tried.command)",
            ]
        ).outcome()
        #expect(outcome.status == 0)
        #expect(outcome.output == tried.client.cells[tried.feature]?.output)
        #expect(outcome.error.hasPrefix("passed: \(tried.feature.rawValue) ("), "\(outcome.error)")
        #expect(outcome.error.filter { $0 == "\n" }.count == 1, "\(outcome.error)")
    }

    #if canImport(FoundationNetworking)
    @Test(
        "URLSession gives what its cell of the table says",
        arguments: FeatureClient.urlSession.cells.filter { $1.output != nil }.keys)
    func urlSession(_ feature: ClientFeature) async throws {
        let server = try MockServer(Scenario(yaml: feature.scenario(over: "http/1.1")))
        let output = try await URLSessionFeatures(url: server.url.absoluteString).output(of: feature)
        #expect(output == FeatureClient.urlSession.cells[feature]?.output)
        let verdict = await server.verify(timeout: .seconds(600))
        #expect(verdict.passed, "\(verdict.text())")
        await server.stop()
    }

    @Test("trailers end a process that reads them by URLSession")
    func urlSessionTrailers() async throws {
        #expect(FeatureClient.urlSession.cells.filter { $1.output == nil }.map(\.key) == [.trailers])
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let server = try MockServer(Scenario(yaml: ClientFeature.trailers.scenario(over: "http/1.1")))
            _ = try await URLSessionFeatures(url: server.url.absoluteString).output(of: .trailers)
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("Fatal error: Transfer completed, but there's no response."), "\(said)")
    }
    #endif

    // MARK: - The table

    /// The cells of the guide's table, by row and column.
    private static func shown(in text: String) throws -> [String: [String: String]] {
        let section = try #require(text.components(separatedBy: "\n## What clients read\n").dropFirst().first)
        let lines = section.components(separatedBy: "\n#")[0].split(separator: "\n").filter { $0.hasPrefix("|") }
        let rows = lines.map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let names = try #require(rows.first).dropFirst()
        return try Dictionary(
            // Without the headings and the line below them.
            rows.dropFirst(2).map { row in
                try #require(row.count == names.count + 1, "\(row)")
                return (row[0], Dictionary(zip(names, row.dropFirst())) { "\($0), \($1)" })
            }
        ) { first, _ in first }
    }

    /// The cells that are tested.
    private static var tested: [String: [String: String]] {
        Dictionary(
            uniqueKeysWithValues: ClientFeature.allCases.map { feature in
                let cells = FeatureClient.all.compactMap { client in
                    client.cells[feature].map { (client.name, $0.text) }
                }
                return (feature.rawValue, Dictionary(uniqueKeysWithValues: cells))
            })
    }

    @Test("the guide's table has a cell for each test, and the other way round")
    func table() throws {
        #expect(try Self.shown(in: ReadmeTests.text) == Self.tested)
        for client in FeatureClient.all { #expect(Set(client.cells.keys) == Set(ClientFeature.allCases)) }
    }

    @Test(
        "a table with a row or a column of another name, a missing row or another cell is not what is tested",
        arguments: [
            (#"\n\| trailers .*"#, ""), (#"\| trailers \|"#, "| pushes |"),
            (#"\| httpx \|"#, "| requests |"), ("no: it drops them", "yes"),
        ])
    func rejected(pattern: String, replacement: String) throws {
        let text = ReadmeTests.text.replacingOccurrences(
            of: pattern, with: replacement, options: .regularExpression)
        #expect(text != ReadmeTests.text)
        #expect(try Self.shown(in: text) != Self.tested)
    }
}
