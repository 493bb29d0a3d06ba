import Foundation
import HTTPTypes
import MockServerStubs
import ScenarioBuilder
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension ScenarioBuilder.Rule {
    /// A word of a user's own.
    fileprivate func respondWithName() -> Self { respond(json: ["name": "Ada"]).times(2) }
}

@Suite("Stubs of a running server", .timeLimit(.minutes(60)))
struct StubChainTests {
    /// Bodies that closures saw.
    private actor Seen {
        var texts: [String] = []
        func add(_ text: String) { texts.append(text) }
    }

    struct Rejection: Error, CustomStringConvertible {
        let description: String
    }

    @discardableResult
    private func ask(
        _ server: MockServer, _ method: String, _ path: String, _ body: String? = nil, bearer: String? = nil
    ) async throws
        -> (status: Int, text: String)
    {
        var request = URLRequest(url: server.url.appendingPathComponent(path))
        request.httpMethod = method
        if let body { request.httpBody = Data(body.utf8) }
        if let bearer { request.setValue("Bearer \(bearer)", forHTTPHeaderField: "Authorization") }
        let (data, response) = try await URLSession.shared.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
    }

    @Test("are played in the order of the chain, and their closures see the requests")
    func chain() async throws {
        let server = try MockServer()
        server.stub(.get, "/me").respond(.unauthorized)
            .then(.post, "/auth/refresh").respond(json: ["result": ["accessToken": "at-2"]])
            .verify { request in
                if request.text != "rt-1" { throw Rejection(description: "the body is \(request.text)") }
            }
            .then(.get, "/me").respond(json: ["name": "Ada", "age": 36])
            .assert { $0.headers[.authorization] == "Bearer at-2" }
        #expect(try await ask(server, "GET", "me").status == 401)
        #expect(try await ask(server, "POST", "auth/refresh", "rt-1").text == #"{"result":{"accessToken":"at-2"}}"#)
        #expect(try await ask(server, "GET", "me", bearer: "at-2").text == #"{"name":"Ada","age":36}"#)
        let verdict = await server.verify(timeout: .seconds(600))
        #expect(verdict.passed, "\(verdict.text())")
        #expect(verdict.steps == 3)
        await server.stop()
    }

    @Test("have the words that a test gives to all rules")
    func ownWord() async throws {
        let server = try MockServer()
        server.stub(.get, "/me").respondWithName().then(.get, "/end")
        for path in ["me", "me"] { #expect(try await ask(server, "GET", path).text == #"{"name":"Ada"}"#) }
        #expect(try await ask(server, "GET", "end").status == 200)
        #expect(await server.verify(timeout: .seconds(600)).passed)
        await server.stop()
    }

    @Test("whose closures reject a request fail at the closure's line")
    func rejected() async throws {
        let server = try MockServer(stubsFor: "login")
        let line = #line
        server.stub(.post, "/login")
            .verify { _ in throw Rejection(description: "no user") }
            .assert { $0.text == "x" }
        try await ask(server, "POST", "login", "y")
        let failures = await server.verify(timeout: .seconds(600)).failures
        #expect(failures.map(\.kind) == [.assertion, .assertion])
        #expect(
            failures.map(\.title) == ["step 1: POST /login: no user", "step 1: POST /login: the assertion is false"])
        #expect(failures.map(\.position.line) == [line + 2, line + 3])
        #expect(
            failures.map(\.position.path)
                == Array(repeating: "Tests/Server/MockServerStubsTests/StubChainTests.swift", count: 2))
        #expect(server.verdict.failures.count == 2)
        await server.stop()
    }

    @Test("give closures the JSON of a request; the journal may have only its beginning")
    func json() async throws {
        var options = MockServer.Options()
        options.journalLimit = 256
        let server = try MockServer(options: options)
        let body = String(repeating: "x", count: 1_000)
        server.stub(.post, "/a")
            .assert { try $0.json() == ["a": body] }
            .verify { _ = try $0.json([Int].self) }
        try await ask(server, "POST", "a", "{\"a\":\"\(body)\"}")
        let failures = await server.verify(timeout: .seconds(600)).failures
        #expect(failures.count == 1)
        #expect(failures.first?.title.hasPrefix("step 1: POST /a: ") == true)
        let kept = try #require(server.journal.first?.request)
        #expect(throws: RecordedRequest.IncompleteBody.self) { try kept.json([String: String].self) }
        #expect(throws: RecordedRequest.IncompleteBody.self) { try kept.text() }
        await server.stop()
    }

    @Test("give closures the text of a request, by the charset that it states")
    func text() async throws {
        let server = try MockServer()
        server.stub(.post, "/a")
            .assert { try $0.text() == "{}" }
            .verify { _ = try $0.text(as: "text/plain; charset=koi8-r") }
        try await ask(server, "POST", "a", "{}")
        let failures = await server.verify(timeout: .seconds(600)).failures
        #expect(
            failures.map(\.title) == ["step 1: POST /a: \(BodyTextError.unknownCharset("koi8-r"))"])
        await server.stop()
    }

    @Test("may be made by closures")
    func made() async throws {
        let server = try MockServer()
        let line = #line
        server.stub(.post, "/echo").respond { request in Response(.created).header("X-A", "b").text(request.text) }
            .then(.get, "/never").respond { _ in throw Rejection(description: "not today") }
        let made = try await ask(server, "POST", "echo", "{{no}}")
        #expect(made.status == 201 && made.text == "{{no}}")
        #expect(server.journal.first?.status == 201)
        let failed = try await ask(server, "GET", "never")
        #expect(failed.status == 500)
        let verdict = await server.verify(timeout: .seconds(600))
        #expect(verdict.failures.map(\.title) == ["step 2: the response can't be made: not today"])
        #expect(verdict.failures.first?.position.line == line + 2)
        await server.stop()
    }

    @Test("in several chains are open side by side; later ones begin when those are over")
    func stages() async throws {
        let server = try MockServer()
        server.stub(.get, "/a").respond(text: "a")
        server.stub(.get, "/b").respond(text: "b")
        #expect(try await ask(server, "GET", "b").text == "b")
        #expect(try await ask(server, "GET", "a").text == "a")
        server.stub(.get, "/a").respond(text: "again")
        #expect(try await ask(server, "GET", "a").text == "again")
        let verdict = await server.verify(timeout: .seconds(600))
        #expect(verdict.passed, "\(verdict.text())")
        await server.stop()
    }

    @Test("begin as soon as the client has read its response") func atOnce() async throws {
        for _ in 0..<100 {
            let server = try MockServer()
            for path in ["a", "b"] {
                server.stub(.get, "/\(path)")
                try await ask(server, "GET", path)
            }
            let verdict = await server.finish()
            #expect(verdict.passed, "\(verdict.text())")
        }
    }

    @Test("of a run that is over are judged all the same")
    func earlierStage() async throws {
        let server = try MockServer()
        server.stub(.get, "/a").verify { _ in throw Rejection(description: "no") }
        try await ask(server, "GET", "a")
        server.stub(.get, "/b")
        try await ask(server, "GET", "b")
        #expect(await server.verify(timeout: .seconds(600)).failures.map(\.title) == ["step 1: GET /a: no"])
        await server.stop()
    }

    @Test("written by several threads at once are all played", arguments: 1...20)
    func together(round: Int) async throws {
        let server = try MockServer()
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            server.stub(.get, "/a\(number)").respond(.noContent)
                .then(.get, "/b\(number)").respond(.noContent)
        }
        #expect(server.verdict.steps == 16)
        #expect(server.scenario.steps.count == 16)
        let chain = server.stub(.get, "/c")
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            chain.then(.get, "/d\(number)").respond(text: "d\(number)")
        }
        #expect(server.verdict.steps == 25)
        await server.stop()
    }

    @Test("may be changed as long as no request has come, wherever the chain is kept")
    func kept() async throws {
        let server = try MockServer()
        let first = server.stub(.get, "/a")
        let second = server.stub(.get, "/b")
        first.respond(text: "a")
        #expect(server.scenario.steps.count == 2)
        second.respond(text: "b").then(.get, "/c").respond(text: "c")
        #expect(try await ask(server, "GET", "b").text == "b")
        #expect(try await ask(server, "GET", "c").text == "c")
        #expect(try await ask(server, "GET", "a").text == "a")
        let verdict = await server.verify(timeout: .seconds(600))
        #expect(verdict.passed, "\(verdict.text())")
        #expect(verdict.steps == 3)
        await server.stop()
    }

    @Test("of which none comes fail the run, also once the server has stopped")
    func unasked() async throws {
        let server = try MockServer()
        server.stub(.get, "/a").respond(text: "a")
        await server.stop()
        #expect(server.verdict.failures.map(\.title) == ["step 1: 0 requests, expected exactly 1"])
    }

    @Test("that come too late, or have errors, or are for a server with a scenario fail the run")
    func misuse() async throws {
        let late = try MockServer()
        let line = #line
        let chain = late.stub(.get, "/a").then(.get, "/b")
        try await ask(late, "GET", "a")
        late.stub(.get, "/c")
        chain.respond(.notFound)
        let failures = late.verdict.failures
        let tooLate = failures.filter { $0.title.hasPrefix("the stub came too late") }
        #expect(tooLate.map(\.position.line) == [line + 3, line + 1])
        #expect(failures.count == 3)
        await late.stop()

        let wrong = try MockServer()
        let errors = #line
        wrong.stub(.get, "/a", .header("A", .matches("("))).respond(text: "{{nope}}")
        wrong.stub(.get, "b")
        #expect(try await ask(wrong, "GET", "a").status == 501)
        let texts = wrong.verdict.failures.map { "\($0.position.line - errors) \($0.title)" }
        #expect(texts.count == 3)
        #expect(texts[0].hasPrefix("1 ") && texts[0].contains("missing closing parenthesis"), "\(texts[0])")
        #expect(texts[1].hasPrefix("1 nothing defines \"nope\""), "\(texts[1])")
        #expect(texts[2].hasPrefix("2 a path begins with /"), "\(texts[2])")
        await wrong.stop()

        let scripted = try MockServer(Scenario("scripted") { Stub(.get, "/a") })
        scripted.stub(.get, "/b")
        #expect(scripted.verdict.failures.first?.title.hasPrefix("stubs can be added only") == true)
        await scripted.stop()
    }
}
