import ExactJSON
import Foundation
import ScenarioFiles
import Testing

@testable import MockServerKit

/// Stubs that are added to a session while it plays.
@Suite("Added stubs", .timeLimit(.minutes(60)))
struct SessionStubsTests {
    private typealias Host = SessionTests.Host

    /// Adds stubs to a session, and returns the first one's description.
    private func add(_ stubs: String, to id: String, _ host: Host) throws -> JSON {
        let response = try host.ask("POST", "/sessions/\(id)/stubs", stubs)
        #expect(response.status == 201, "\(response.json.text())")
        guard case .array(let added)? = response.json["stubs"], let first = added.first else {
            throw CancellationError()
        }
        return first
    }

    private func list(_ id: String, _ host: Host) throws -> [JSON] {
        guard case .array(let stubs)? = try host.client.get("/sessions/\(id)/stubs").json["stubs"] else {
            throw CancellationError()
        }
        return stubs
    }

    private func kinds(_ id: String, _ host: Host) throws -> [String] {
        guard case .array(let failures)? = try host.client.get("/sessions/\(id)/verdict").json["failures"] else {
            return []
        }
        return failures.compactMap { if case .string(let kind)? = $0["kind"] { kind } else { nil } }
    }

    @Test("take requests until they are removed")
    func cycle() throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin("mockserver: 1\nstubs: []")
        let other = try host.begin("mockserver: 1\nstubs: []")
        #expect(try list(id, host).isEmpty)
        let stub = try add("{ id: profile, request: GET /me, response: { text: Ada } }", to: id, host)
        #expect(stub == ["stub": 1, "id": "profile", "request": "GET /me", "requests": 0])
        #expect(try host.get("/s/\(id)/me").text == "Ada")
        #expect(try host.get("/s/\(other)/me").status == 501)
        #expect(try list(id, host) == [["stub": 1, "id": "profile", "request": "GET /me", "requests": 1]])
        let second = try add(#"{"id": "other", "request": "GET /x", "response": 204}"#, to: id, host)
        #expect(second["stub"] == 2)
        let removed = try host.client.ask("DELETE", "/sessions/\(id)/stubs/1")
        #expect(removed.status == 200)
        #expect(removed.json == ["stub": 1, "id": "profile", "request": "GET /me", "requests": 1])
        #expect(try kinds(id, host) == [])
        #expect(try host.get("/s/\(id)/me").status == 501)
        #expect(try host.get("/s/\(id)/x").status == 204)
        #expect(try host.client.ask("DELETE", "/sessions/\(id)/stubs/1").status == 404)
        #expect(try host.client.ask("DELETE", "/sessions/\(id)/stubs/x").status == 404)
        // Its id is free again.
        #expect(try add("{ id: profile, request: GET /me, response: { text: Eve } }", to: id, host)["stub"] == 3)
        #expect(try host.get("/s/\(id)/me").text == "Eve")
        #expect(try kinds(id, host) == ["unmatched"])
    }

    @Test("know the scenario's variables, defaults and base path, and come after its own stubs")
    func context() throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin(
            """
            mockserver: 1
            base_path: /api
            vars: { name: Ada }
            defaults: { response: { headers: { X-Default: yes } } }
            steps: [{ id: login, request: POST /login, capture: { user: { query: user } } }]
            stubs: [{ request: GET /first, response: { text: "first {{user | default('nobody')}}" } }]
            unmatched: { status: 404, text: nothing, allow: true }
            """)
        #expect(try host.get("/s/\(id)/nothing").text == "nothing")
        _ = try add(
            """
            - { request: GET /first, response: { text: second } }
            - { request: "GET /{page}", set: { seen: "{{request.path.page}}" }, response: { text: "{{user}} {{name}}" } }
            - { request: "GET /x/seen", response: { text: "{{seen}}" } }
            """, to: id, host)
        #expect(try host.get("/s/\(id)/api/first").text == "first nobody")
        let poster = try RawClient(host.server)
        #expect(try poster.ask(post("/s/\(id)/api/login?user=eve", "")).status == 200)
        poster.close()
        let (status, body, response) = try host.get("/s/\(id)/api/page")
        #expect(status == 200 && body == "eve Ada")
        #expect(response["X-Default"] == "yes")
        #expect(try host.get("/s/\(id)/api/x/seen").text == "page")
        #expect(try host.get("/s/\(id)/nothing").text == "nothing")
        #expect(try kinds(id, host) == [])
    }

    @Test("with errors are refused with their positions, and change nothing")
    func errors() throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin()
        for (stubs, message) in [
            ("{ request: GET /x, response: { text: '{{unknown}}' } }", "unknown"),
            ("{ request: GET /x, respons: 200 }", "response"),
            ("[]", "there is no stub in this list"),
            ("[1]", "a stub is a map"),
            (
                "{ request: GET /x, times: 5, responses: [503, 200] }",
                "5 requests are allowed, but responses has only 2"
            ),
            ("{ request: [", "stubs-1.yaml"),
            (#"{"request": "GET /x",}"#, "stubs-1.json"),
            ("[{ id: first, request: GET /x }]", "taken already"),
            ("{ request: GET /x, after: first }", "a stub waits for nothing"),
            ("{ request: GET /x, response: { file: ../secret } }", "../secret"),
        ] {
            let response = try host.ask("POST", "/sessions/\(id)/stubs", stubs)
            #expect(response.status == 422, "\(stubs)")
            let text = response.json.text()
            #expect(text.contains(message) && text.contains("\"path\":\"stubs-1."), "\(text)")
            #expect(response.json["error"] == "The stub has errors, so no stub was added.", "\(text)")
        }
        #expect(try host.ask("POST", "/sessions/\(id)/stubs", "").status == 400)
        #expect(try list(id, host).isEmpty)
        #expect(try host.get("/s/\(id)/x").status == 501)
    }

    @Test("fail like those of the file, at their own lines")
    func failures() throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin("mockserver: 1\nlinger: 0ms\nstubs: []")
        _ = try add(
            """
            - id: checked
              request: GET /checked
              assert: { headers: { Accept: text/plain } }
            - { id: once, request: GET /once, times: 1 }
            - { id: forbidden, request: GET /forbidden, never: true }
            """, to: id, host)
        #expect(try host.get("/s/\(id)/checked").status == 200)
        #expect(try host.get("/s/\(id)/once").status == 200)
        #expect(try host.get("/s/\(id)/once").status == 501)
        #expect(try host.get("/s/\(id)/forbidden").status == 501)
        let verdict = try host.client.get("/sessions/\(id)/verdict").json
        #expect(try kinds(id, host) == ["assertion", "exhausted", "never"])
        #expect(verdict.text().contains("stubs-1.yaml"), "\(verdict.text())")
        let ended = try host.client.ask("DELETE", "/sessions/\(id)").json
        #expect(ended["passed"] == .bool(false))
        #expect(host.server.report().sessions.contains { !$0.passed })
    }

    @Test("stay after a reset, and go with the scenario")
    func runs() throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin("mockserver: 1\nstubs: []")
        _ = try add("{ request: GET /x, times: 1 }", to: id, host)
        #expect(try host.get("/s/\(id)/x").status == 200)
        #expect(try host.client.ask("POST", "/sessions/\(id)/reset").status == 200)
        #expect(try list(id, host).first?["requests"] == 0)
        #expect(try host.get("/s/\(id)/x").status == 200)
        #expect(try add("{ request: GET /y }", to: id, host)["stub"] == 2)
        #expect(try host.get("/s/\(id)/y").status == 200)
        #expect(try host.ask("PUT", "/sessions/\(id)/scenario", SessionTests.scenario).status == 200)
        #expect(try list(id, host).isEmpty)
        #expect(try host.get("/s/\(id)/y").status == 501)
    }

    @Test("may look at what the scenario's own rules do not")
    func needs() throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin("mockserver: 1\nstubs: []")
        _ = try add(
            """
            - { id: json, request: { method: POST, path: /j, json: { a: { $matches: "x+" } } }, response: 201 }
            - { id: early, request: POST /early, early: true, response: 401 }
            - { id: form, request: { method: POST, path: /f, form: { q: "1" } }, response: 202 }
            """, to: id, host)
        let client = try RawClient(host.server)
        defer { client.close() }
        #expect(try client.ask(post("/s/\(id)/j", #"{"a": "xx"}"#)).status == 201)
        let form = post("/s/\(id)/f", "q=1", "Content-Type: application/x-www-form-urlencoded")
        #expect(try client.ask(form).status == 202)
        // The response comes although the body does not.
        try client.send("POST /s/\(id)/early HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n")
        #expect(try client.response().status == 401)
    }

    @Test("may wait for steps that have had their requests, and are watched from then on")
    func timing() throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin()
        #expect(try host.get("/s/\(id)/a").status == 200)
        _ = try add(
            """
            - { id: after, request: GET /after, hold: { until: { step: first }, timeout: 1h } }
            - { id: taken, request: GET /taken, hold: { until: { step: first, taken: true }, timeout: 1h } }
            - { id: same, request: { path: /same, connection: { same_as: first } } }
            - { id: pair, request: GET /pair, hold: { until: { arrivals: 2 }, timeout: 1h } }
            """, to: id, host)
        #expect(try host.get("/s/\(id)/after").status == 200)
        #expect(try host.get("/s/\(id)/taken").status == 200)
        #expect(try host.get("/s/\(id)/same").status == 501)
        let clients = try [RawClient(host.server), RawClient(host.server)]
        for client in clients { try client.send("GET /s/\(id)/pair HTTP/1.1\r\nHost: h\r\n\r\n") }
        for client in clients {
            #expect(try client.response().status == 200)
            client.close()
        }
        #expect(try kinds(id, host) == ["unmatched", "unmet"])
    }

    @Test("may be added while requests come, from many clients at once")
    func race() async throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin("mockserver: 1\nstubs: [{ request: GET /own }]")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let stub = "{ request: GET /n/\(number), response: { text: '\(number) {{request.query.q}}' } }"
                    let response = try await host.askBeside("POST", "/sessions/\(id)/stubs", stub)
                    #expect(response.status == 201, "\(response.json.text())")
                }
            }
            group.addTask {
                for _ in 0..<200 {
                    let status = try host.get("/s/\(id)/own").status
                    #expect(status == 200)
                }
            }
            try await group.waitForAll()
        }
        for number in 0..<8 { #expect(try host.get("/s/\(id)/n/\(number)?q=1").text == "\(number) 1") }
        let stubs = try list(id, host)
        #expect(stubs.compactMap { $0["stub"] } == (2...9).map { .number(JSONNumber($0)) })
        #expect(stubs.allSatisfy { $0["requests"] == 1 })
    }

    @Test("are refused once a file of the scenario has changed")
    func changedFile() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let body = folder.appendingPathComponent("body.txt")
        try Data("one".utf8).write(to: body)
        let catalog = ScenarioCatalog(folder: folder.path, options: LoadOptions())
        let text = Array("mockserver: 1\nstubs: [{ request: GET /a, response: { file: body.txt } }]".utf8)
        let loaded = try catalog.scenario(text, named: "a.yaml")
        let stub = AddedStubs(path: "stub.yaml", bytes: Array("{ request: GET /b }".utf8))
        let scenario = try catalog.scenario(loaded.source, adding: [stub]).scenario
        #expect(scenario.stubs.map(\.id) == ["stub 1", "stub 2"])
        #expect(loaded.compiled.adding(stubsOf: scenario) != nil)
        try Data("three".utf8).write(to: body)
        #expect(throws: ScenarioCatalog.LookupError.self) { try catalog.scenario(loaded.source, adding: [stub]) }
    }

    @Test("have names of their own, and the number in them is that of the stub")
    func names() throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin("mockserver: 1\nstubs: [{ request: GET /own }]")
        let first = try add("{ request: GET /b }", to: id, host)
        #expect(first == ["stub": 2, "id": "stub 2", "request": "GET /b", "requests": 0])
        let covered = try host.ask("POST", "/sessions/\(id)/stubs?name=a/x.yaml", "{ request: GET /b, response: 404 }")
        #expect(covered.status == 201)
        #expect(covered.json["diagnostics"]?.text().contains("no request can reach") == true)
        for number in 2...3 {
            let stub = "{ request: GET /c\(number), assert: { headers: { A: b } } }"
            #expect(try host.ask("POST", "/sessions/\(id)/stubs?name=a/x.yaml", stub).status == 201)
            _ = try host.get("/s/\(id)/c\(number)")
        }
        let wrong = try host.ask("POST", "/sessions/\(id)/stubs?name=scenario.yaml", "{ request: 1 }")
        let text = wrong.json.text()
        #expect(wrong.status == 422 && text.contains("scenario-2.yaml") && !text.contains("no request can reach"))
        let verdict = try host.client.get("/sessions/\(id)/verdict").json.text()
        #expect(verdict.contains("a/x-2.yaml:1:") && verdict.contains("a/x-3.yaml:1:"), "\(verdict)")
        // What is removed is not the nearest of anything.
        #expect(try host.client.ask("DELETE", "/sessions/\(id)/stubs/2").status == 200)
        #expect(try host.client.ask("DELETE", "/sessions/\(id)/stubs/3").status == 200)
        #expect(try !host.get("/s/\(id)/b").text.contains("stub 2"))
    }

    @Test("wait for a step whose first response was written, however many requests it has had since")
    func later() throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin(
            """
            mockserver: 1
            steps:
              - { id: login, request: POST /login, times: { at_least: 1 }, responses: [200, { delay: 3600s }], then: repeat_last }
            """)
        let clients = try (0..<5).map { _ in try RawClient(host.server) }
        defer { for client in clients { client.close() } }
        #expect(try clients[0].ask(post("/s/\(id)/login", "")).status == 200)
        for client in clients.dropFirst() { try client.send(post("/s/\(id)/login", "")) }
        _ = try host.client.get("/sessions/\(id)/requests?step=login&wait=5&timeout=60s")
        _ = try add("{ request: GET /me, hold: { until: { step: login }, timeout: 3600s } }", to: id, host)
        #expect(try host.get("/s/\(id)/me").status == 200)
    }

    @Test("are not added to a run that another one has replaced")
    func replaced() throws {
        let host = try Host()
        defer { host.stop() }
        let table = try #require(host.server.sessions)
        let catalog = ScenarioCatalog(folder: FileManager.default.temporaryDirectory.path, options: LoadOptions())
        let loaded = try catalog.scenario(Array("mockserver: 1\nstubs: []".utf8), named: "a.yaml")
        let session = try table.begin(loaded.compiled, source: loaded.source)
        let (run, former, arrangement) = session.currentRun.arranged
        let document = AddedStubs(path: "stub.yaml", bytes: Array("{ request: GET /b }".utf8))
        let scenario = try catalog.scenario(loaded.source, adding: [document]).scenario
        let new = try #require(former.adding(stubsOf: scenario))
        _ = session.currentRun.play(compiled: nil)
        #expect(try !session.currentRun.replaceStubs(by: new, #require(arrangement), from: former, in: run))
        #expect(session.currentRun.arranged.scenario === former)
    }

    @Test("are limited in number and size")
    func limits() throws {
        let catalog = ScenarioCatalog(folder: FileManager.default.temporaryDirectory.path, options: LoadOptions())
        let loaded = try catalog.scenario(Array("mockserver: 1\nstubs: []".utf8), named: "a.yaml")
        var arrangement = StubArrangement(loaded.source)
        let large = AddedStubs(path: "a", bytes: Array(repeating: 0x20, count: StubArrangement.limit.bytes + 1))
        #expect(arrangement.adding(large) == nil)
        let stub = AddedStubs(path: "a", bytes: [0x20])
        for _ in 0..<StubArrangement.limit.documents {
            _ = try #require(arrangement.adding(stub))
            _ = arrangement.add(stub, loaded.compiled.scenario, from: 0)
        }
        #expect(arrangement.adding(stub) == nil)
    }
}
