import ExactJSON
import Foundation
import Testing

@testable import MockServerKit

@Suite("Scenarios that an admin names", .timeLimit(.minutes(60)))
struct ScenarioCatalogTests {
    private static let scenario =
        "mockserver: 1\nname: named\nstubs: [{ request: GET /a, response: { file: body.txt } }]\n"

    /// A folder with a scenario, and beside it files that must not be reachable.
    private func withFolder(_ body: (String, AdminClient) throws -> Void) throws {
        let outer = FileManager.default.temporaryDirectory.appendingPathComponent("library-\(UUID())")
        let folder = outer.appendingPathComponent("scenarios")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("deep"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: outer) }
        try Self.scenario.write(to: folder.appendingPathComponent("named.yaml"), atomically: true, encoding: .utf8)
        try Self.scenario.write(to: outer.appendingPathComponent("secret.yaml"), atomically: true, encoding: .utf8)
        try "secret".write(to: outer.appendingPathComponent("secret.txt"), atomically: true, encoding: .utf8)
        try "body".write(to: folder.appendingPathComponent("body.txt"), atomically: true, encoding: .utf8)
        try Self.scenario.replacingOccurrences(of: "body.txt", with: "body.txt").write(
            to: folder.appendingPathComponent("deep/inner.yaml"), atomically: true, encoding: .utf8)
        try "inner".write(to: folder.appendingPathComponent("deep/body.txt"), atomically: true, encoding: .utf8)
        for (link, target) in [
            ("out.yaml", "../secret.yaml"), ("up", ".."),
            ("abs.yaml", outer.appendingPathComponent("secret.yaml").path),
            ("inside.yaml", "named.yaml"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.appendingPathComponent(link).path, withDestinationPath: target)
        }
        let client = try AdminClient("stubs: [{ request: GET /a, response: { text: first } }]") {
            $0.admin?.scenarioFolder = folder.path
        }
        defer { client.server.stopNow() }
        try body(outer.path, client)
    }

    @Test("are played, with the files beside them", arguments: ["named.yaml", "deep/inner.yaml", "inside.yaml"])
    func named(name: String) throws {
        try withFolder { _, client in
            let response = try client.ask("PUT", "/scenario?name=\(name)")
            #expect(response.status == 200, "\(response.json)")
            #expect(response.json["scenario"] == "named")
            #expect(try Tool("curl -sS $url/a", client.server).output == (name.contains("deep") ? "inner" : "body"))
        }
    }

    @Test(
        "never lead out of the folder",
        arguments: [
            "../secret.yaml", "deep/../../secret.yaml", "out.yaml", "abs.yaml", "up/secret.yaml", "%2E%2E/secret.yaml",
            "/etc/passwd", "deep", "missing.yaml", "named.yaml%00", ".",
        ])
    func outside(name: String) throws {
        try withFolder { _, client in
            let response = try client.ask("PUT", "/scenario?name=\(name)")
            #expect(response.status == 404, "\(response.json)")
            #expect(try Tool("curl -sS $url/a", client.server).output == "first")
        }
    }

    @Test("that are sent take files from the folder and from nowhere else")
    func sent() throws {
        try withFolder { _, client in
            for (file, status) in [
                ("body.txt", 200), ("../secret.txt", 422), ("up/secret.txt", 422), ("/etc/passwd", 422),
            ] {
                let body = Self.scenario.replacingOccurrences(of: "body.txt", with: file)
                for name in ["sent.yaml", "deep/sent.yaml", "../sent.yaml"] {
                    let response = try client.ask("PUT", "/scenario?name=\(name)", "--data-binary '\(body)'")
                    #expect(response.status == status, "\(response.json)")
                }
            }
        }
    }

    @Test("that are longer than one may be are refused by their length, and the server goes on")
    func tooLong() throws {
        try withFolder { _, client in
            let tool = try Tool(
                """
                head -c 104857600 /dev/zero | curl -sS --max-time 3600 -o /dev/null -w '%{http_code}' -X PUT -H Expect: \
                    -H 'Content-Type: application/yaml' -T - '\(try #require(client.server.adminURL))/scenario' 2>/dev/null
                """, client.server)
            #expect(tool.output == "413", "\(tool)")
            #expect(try client.get("/health").status == 200)
        }
    }
}
