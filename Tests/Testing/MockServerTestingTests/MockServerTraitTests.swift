import Locking
import MockServerTesting
import Testing

/// What a test notices that has a server by a trait.
@Suite("the trait", .mockServer("greeting")) struct MockServerTraitTests {
    private static let ports = Locked<Set<Int>>([])
    private static let started = Locked<[String: Int]>([:])

    /// A scenario, which is made when a server starts.
    private static func counted(_ name: String) throws -> Scenario {
        started.withLock { $0[name, default: 0] += 1 }
        return try Scenario(yaml: "mockserver: 1\nname: \(name)\nstubs: [{ request: GET /hello }]")
    }

    @Test("of a suite gives each of its tests a server") func suite() async throws {
        #expect(try MockServer.current.scenario.name == "A greeting and a farewell")
        try await Guest(of: .current).visit()
        #expect(try MockServer.current.journal.count == 2)
    }

    @Test("gives each case of a parameterised test a server of its own", arguments: 1...20)
    func cases(number: Int) async throws {
        let port = try #require(try MockServer.current.endpoint.port)
        #expect(Self.ports.withLock { $0.insert(port).inserted })
        try await Guest(of: .current).visit()
        #expect(try MockServer.current.journal.count == 2)
    }

    @Test("of a test replaces that of its suite", .mockServer(try MockServerTraitTests.counted("own")))
    func own() throws {
        #expect(try MockServer.current.scenario.name == "own")
    }

    @Test("gives the scenario's variables other values", .mockServer(try wanting("de"), vars: ["language": "en"]))
    func variables() async throws {
        try await Guest(of: .current).hello()
    }

    private static func wanting(_ language: String) throws -> Scenario {
        try Scenario(
            yaml: """
                mockserver: 1
                vars: { language: \(language) }
                steps: [{ request: GET /hello, assert: { headers: { Accept-Language: "{{language}}" } } }]
                """)
    }

    /// A trait that two places share.
    private static let shared = MockServerTrait.mockServer(try counted("shared"))

    @Test("is not the only one of its test, and so an issue: one of two servers would never be asked")
    func several() async throws {
        let issues = await RecordedIssue.all {
            let traits = [MockServerTrait.mockServer("greeting"), .mockServer("greeting")]
            let test = try #require(Test.current).having(traits)
            for trait in traits {
                try await trait.provideScope(for: test, testCase: nil) { Issue.record("the test runs") }
            }
        }
        #expect(issues.map(\.text) == ["\(HarnessMisuse.severalTraits)"])
        try await Guest(of: .current).visit()
    }

    @Test("is current for closures that judge at the test's end", .mockServer(judged))
    func judging() async throws {
        try await Guest(of: .current).hello()
    }

    /// Fails if its closure has no server.
    private static var judged: Scenario {
        Scenario("judged") {
            Step(.get, "/hello").verify { _ in _ = try MockServer.current }
        }
    }

    @Suite("of an outer suite", .mockServer(try MockServerTraitTests.counted("outer"))) struct Outer {
        @Suite("and of an inner one", .mockServer(try MockServerTraitTests.counted("inner")), .serialized)
        struct Inner {
            @Test("starts nothing: only the inner one does") func inner() throws {
                #expect(try MockServer.current.scenario.name == "inner")
                #expect(started.withLock { $0["outer"] } == nil)
            }

            @Test(
                "starts nothing in a test with its own either",
                .mockServer(try MockServerTraitTests.counted("innermost")),
                arguments: 1...3)
            func innermost(number: Int) throws {
                #expect(try MockServer.current.scenario.name == "innermost")
                #expect(started.withLock { $0["innermost"] } == number)
                #expect(started.withLock { $0["outer"] } == nil)
            }
        }
    }

    @Suite("that a suite and its test share", shared) struct Shared {
        @Test("starts one server", shared) func once() throws {
            #expect(try MockServer.current.scenario.name == "shared")
            #expect(started.withLock { $0["shared"] } == 1)
        }
    }

    @Test("and withMockServer inside: that one's server is the current one, for as long as it runs")
    func nested() async throws {
        let outer = try MockServer.current
        try await withMockServer(Self.counted("nested")) { server in
            let current = try MockServer.current
            #expect(current === server)
            #expect(server !== outer)
        }
        #expect(try MockServer.current === outer)
        try await Guest(of: outer).visit()
    }
}

/// The failures of a test with a trait, seen from outside the test.
@Suite("a trait records") struct MockServerTraitFailureTests {
    private func issues(_ trait: MockServerTrait, _ body: @escaping @Sendable () async throws -> Void) async throws
        -> [RecordedIssue]
    {
        let test = try #require(Test.current)
        let testCase = Test.Case.current
        return await RecordedIssue.all {
            try await trait.provideScope(for: test, testCase: testCase, performing: body)
        }
    }

    @Test("the failures of a scenario without a file at the trait") func byValue() async throws {
        let line = #line + 1
        let trait = MockServerTrait.mockServer(try Scenario(yaml: "mockserver: 1\nsteps: [{ request: GET /health }]"))
        let issues = try await issues(trait) {}
        #expect(issues.map(\.line) == [line])
        #expect(issues.map(\.path) == [#filePath])
        #expect(issues[0].text.hasPrefix("step 1: 0 requests, expected exactly 1\nscenario.yaml:2:11\n"))
    }

    @Test("why a server can't start, and does not run the test") func noStart() async throws {
        let ran = Locked(false)
        let missing = try await issues(.mockServer("no-such")) { ran.withLock { $0 = true } }
        #expect(missing.count == 1)
        #expect(missing[0].text.hasPrefix("no scenario \"no-such\"; looked for\n"))
        let wrong = try await issues(.mockServer("greeting", vars: ["word": "x"])) { ran.withLock { $0 = true } }
        #expect(wrong.count == 1)
        #expect(wrong.map(\.line) == [1])
        #expect(wrong[0].path?.hasSuffix("/Tests/Testing/MockServerTestingTests/Scenarios/greeting.yaml") == true)
        #expect(wrong[0].text.hasPrefix("vars has no \"word\", for which a value is given from outside; add it to"))
        #expect(wrong[0].text.hasSuffix("/Scenarios/greeting.yaml:1:1"))
        #expect(!ran.withLock { $0 })
    }
}

extension Test {
    /// The test with these traits only.
    fileprivate func having(_ traits: [any TestTrait & SuiteTrait]) -> Test {
        var test = self
        test.traits = traits
        return test
    }
}
