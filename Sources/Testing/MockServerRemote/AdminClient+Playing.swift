import Foundation
import ScenarioBuilder

extension AdminClient {
    /// A scenario as the admin API takes it.
    private struct Upload {
        /// In YAML or JSON; nil for a file of the server.
        let text: Data?
        let query: [(String, String)]

        /// - Parameter name: how failures name it, or the server's file.
        init(_ text: Data?, shownAs name: String?, _ vars: [String: String]) throws {
            // An empty body would name a file of the server.
            if let text, text.isEmpty {
                throw RemoteMockServerError.unreadableScenario("\(name ?? "the scenario") is empty")
            }
            var query: [(String, String)] = []
            if let name { query.append(("name", name)) }
            if !vars.isEmpty {
                query.append(("vars", String(decoding: try JSONEncoder().encode(vars), as: UTF8.self)))
            }
            self.text = text
            self.query = query
        }
    }

    /// Begins a run of the scenario, and returns the verdict of the run that it ends, which counts for the test that
    /// uses the server.
    func play(_ scenario: RemoteScenario) async throws -> RemoteMockServer.Verdict {
        // A test that uses the server shows the failures of the run that ends.
        let shown = await ServerUses.shared.isUsed(id) ? [Self.shown] : []
        let ended: Ended =
            if let upload = try await upload(of: scenario) {
                try await send("PUT", "/scenario", upload.query + shown, body: upload.text)
            } else {
                try await send("POST", "/reset", shown)
            }
        let verdict = await documents.shown(ended.ended)
        await ServerUses.shared.add(verdict, of: id)
        return verdict
    }

    /// Begins a session that plays the scenario.
    func beginSession(
        _ scenario: RemoteScenario, seed: UInt64?
    ) async throws -> (client: AdminClient, begun: BegunSession) {
        var client = self
        client.session = nil
        client.documents = SentDocuments()
        guard let upload = try await client.upload(of: scenario) else {
            throw RemoteMockServerError.unreadableScenario(
                "a session plays a scenario of its own: give one, such as .file(\"token-refresh\"); .current is the one "
                    + "of the server's own run")
        }
        let query = upload.query + (seed.map { [("seed", String($0))] } ?? [])
        let begun: BegunSession
        do {
            begun = try await client.send("POST", "/sessions", query, body: upload.text)
        } catch RemoteMockServerError.refused(status: 404, let text) {
            throw try await client.hasSessions
                ? RemoteMockServerError.refused(status: 404, text) : .noSessions(adminURL)
        }
        client.session = begun.session
        return (client, begun)
    }

    /// Ends the session that it asks about.
    ///
    /// - Parameters:
    ///   - time: how long to wait at most for the run to settle; nil to wait for unsent responses alone.
    ///   - isShown: whether a test shows the failures.
    func endSession(settling time: Duration?, isShown: Bool = false) async throws -> RemoteMockServer.Verdict {
        let query = (time.map { [("settle", $0.inMilliseconds)] } ?? []) + (isShown ? [Self.shown] : [])
        return await documents.shown(try await send("DELETE", "", query, waiting: time ?? .zero))
    }

    /// Whether the server can have sessions; the file of a scenario may be what is missing.
    private var hasSessions: Bool {
        get async throws {
            do {
                let _: Anything = try await get("/sessions")
                return true
            } catch RemoteMockServerError.refused(status: 404, _) {
                return false
            }
        }
    }

    /// What to send; nil for the scenario that the server plays.
    private func upload(of scenario: RemoteScenario) async throws -> Upload? {
        switch scenario.source {
        case .current: return nil
        case .named(let name): return try Upload(nil, shownAs: name, scenario.vars)
        case .file(let name, let testFile):
            let lookup = ScenarioLookup(from: testFile)
            let path = try Self.path(of: name, lookup)
            return try Upload(Self.contents(of: path), shownAs: lookup.shownPath(of: path), scenario.vars)
        case .contents(let url):
            return try Upload(Self.contents(of: url.path), shownAs: url.path, scenario.vars)
        case .text(let text, let name):
            return try Upload(Data(text.utf8), shownAs: name, scenario.vars)
        case .document(let document):
            let sent = try SentDocument(document)
            await documents.add(sent)
            return try Upload(Data(sent.text.utf8), shownAs: sent.name, scenario.vars)
        }
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
