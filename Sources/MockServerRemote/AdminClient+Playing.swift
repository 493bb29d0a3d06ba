import Foundation
import ScenarioBuilder

extension AdminClient {
    /// Begins a run of the scenario, and returns the verdict of the run that it ends, which counts for the test that
    /// uses the server.
    func play(_ scenario: RemoteScenario) async throws -> RemoteMockServer.Verdict {
        let ended = try await begin(scenario)
        await ServerUses.shared.add(ended, of: ServerID(adminURL))
        return ended
    }

    private func begin(_ scenario: RemoteScenario) async throws -> RemoteMockServer.Verdict {
        switch scenario.source {
        case .current:
            let ended: Ended = try await send("POST", "/reset")
            return await documents.shown(ended.ended)
        case .named(let name):
            return try await put(nil, shownAs: name, scenario.vars)
        case .file(let name, let testFile):
            let lookup = ScenarioLookup(from: testFile)
            let path = try Self.path(of: name, lookup)
            return try await put(Self.contents(of: path), shownAs: lookup.shownPath(of: path), scenario.vars)
        case .contents(let url):
            return try await put(Self.contents(of: url.path), shownAs: url.path, scenario.vars)
        case .text(let text, let name):
            return try await put(Data(text.utf8), shownAs: name, scenario.vars)
        case .document(let document):
            let sent = try SentDocument(document)
            await documents.add(sent)
            return try await put(Data(sent.text.utf8), shownAs: sent.name, scenario.vars)
        }
    }

    /// Sends a scenario; all ways to play one, but for the server's current one, end here.
    ///
    /// - Parameters:
    ///   - text: the scenario in YAML or JSON; nil for a file of the server.
    ///   - name: how failures name it, or the server's file.
    private func put(
        _ text: Data?, shownAs name: String?, _ vars: [String: String]
    ) async throws -> RemoteMockServer.Verdict {
        var query: [(String, String)] = []
        if let name { query.append(("name", name)) }
        if !vars.isEmpty {
            query.append(("vars", String(decoding: try JSONEncoder().encode(vars), as: UTF8.self)))
        }
        // An empty body would name a file of the server.
        if let text, text.isEmpty {
            throw RemoteMockServerError.unreadableScenario("\(name ?? "the scenario") is empty")
        }
        let ended: Ended = try await send("PUT", "/scenario", query, body: text)
        return await documents.shown(ended.ended)
    }

    private static func path(of name: String, _ lookup: ScenarioLookup) throws(RemoteMockServerError) -> String {
        do {
            return try lookup.path(of: name)
        } catch {
            throw .unreadableScenario(error.text(place: " on this machine"))
        }
    }

    private static func contents(of path: String) throws -> Data {
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw RemoteMockServerError.unreadableScenario("\(path) can't be read: \(error.localizedDescription)")
        }
    }
}
