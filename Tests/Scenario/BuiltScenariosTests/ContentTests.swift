import HTTPTypes
import Locking
import MockServerKit
import ScenarioBuilder
import Testing

@testable import BuiltScenarios
@testable import ScenarioFiles
@testable import Scenarios

@Suite("The parts of a scenario that is written in Swift")
struct ContentTests {
    private static let hasProfile = true
    private static let pages = ["/a", "/b"]

    @Test("may stand in conditions, loops and lists")
    func control() throws {
        let shared: [any ScenarioContent] = [Stub(.get, "/health"), Unmatched(Response(.notFound))]
        let document = ScenarioDocument("s") {
            for page in Self.pages { Step(.get, page) }
            if Self.hasProfile { Step(.get, "/profile") }
            if !Self.hasProfile { Step(.get, "/never") }
            if Self.pages.isEmpty { Step(.get, "/none") } else { Step(.get, "/some") }
            shared
        }
        try expect(
            document,
            """
            steps: [{request: GET /a}, {request: GET /b}, {request: GET /profile}, {request: GET /some}]
            stubs: [{request: GET /health}]
            unmatched: 404
            """)
    }

    @Test("say what the page tells in words")
    func words() throws {
        try expect(
            ScenarioDocument("s", redact: []) {
                Defaults(response: Response().header("Server", "mine"))
                Step(.get, "/search?q=swift").times(.between(1...3)).interval(
                    .gte(.milliseconds(1_500)).lte(.seconds(3)))
                Step("/any", id: "any").after().respond(Response(statusTemplate: "{{request.query.status}}"))
                Step(.get, "/held").times(3).hold(.untilArrivals(3).released(inOrder: [3, 1, 2]).timeout(.seconds(60)))
                Step(.get, "/two").respond(
                    Response().removingHeader("Server").delay(headers: .seconds(1), body: .fixed(.microseconds(1_500))))
                Unmatched(allow: true)
            },
            """
            redact: none
            defaults: {response: {headers: {Server: mine}}}
            steps:
              - {request: GET /search?q=swift, times: {at_least: 1, at_most: 3}, interval: {gte: 1.5s, lte: 3s}}
              - {id: any, request: /any, after: [], response: "{{request.query.status}}"}
              - {request: GET /held, times: 3, hold: {until: {arrivals: 3}, release: [3, 1, 2], timeout: 1m}}
              - {request: GET /two, response: {headers: {Server: null}, delay: {headers: 1s, body: 1.5ms}}}
            unmatched: {allow: true}
            """)
    }

    @Test("have errors of values that the format can't write, each at its line")
    func errors() {
        let scenario = Scenario("s") {
            Stub(.get, "/a").respond(Response().delay(.fixed(.seconds(-1))))
            Stub(.get, "/b").times(0)
            Stub(.get, "/c").respond(Response().throttle(bytesPerSecond: -1))
        }
        let path = "Tests/Scenario/BuiltScenariosTests/ContentTests.swift"
        let lines = scenario.loadError.map { "\($0)" }?.split(separator: "\n") ?? []
        #expect(lines.count == 3)
        for (line, text) in zip(63...65, lines) { #expect(text.hasPrefix("\(path):\(line):"), "\(text)") }
    }

    @Test("have the error of a count that the responses can't serve, at its line")
    func counts() {
        let site = CallSite(file: "a.swift", line: 7, column: 9)
        let scenario = Scenario("s", filePath: "a.swift", line: 1, column: 1) {
            Step(.get, "/a").respond(Response(.serviceUnavailable)).respond(Response())
                .times(.atMost(5), filePath: "a.swift", line: UInt(site.line), column: UInt(site.column))
            Stub(.get, "/b").respond(Response(.serviceUnavailable)).respond(Response())
                .times(3, filePath: "a.swift", line: UInt(site.line), column: UInt(site.column))
        }
        let lines = scenario.loadError.map { "\($0)" }?.split(separator: "\n") ?? []
        #expect(lines.count == 2)
        for (line, count) in zip(lines, [5, 3]) {
            #expect(line.hasPrefix("a.swift:7:9: error: \(count) requests are allowed, but responses has only 2"))
        }
    }

    @Test("have an error of each duration that is too long, and none of the longest")
    func durations() {
        let longest = Duration.seconds(3_653 * 86_400)
        let tooLong = [
            longest + Duration(secondsComponent: 0, attosecondsComponent: 1),
            Duration(
                secondsComponent: 9_223_372_036_854_775, attosecondsComponent: 900_000_000_000_000_000),
            .seconds(Int64.max) * 9, .seconds(Int64.min) * 9, .nanoseconds(-1),
        ]
        for duration in tooLong {
            let site = CallSite(file: "a.swift", line: 7, column: 9)
            let scenario = Scenario("s", filePath: "a.swift", line: 1, column: 1) {
                Stub(.get, "/a").respond(
                    Response(filePath: "a.swift", line: UInt(site.line), column: UInt(site.column))
                        .delay(.fixed(duration)))
            }
            #expect(
                scenario.loadError.map { "\($0)" }
                    == "a.swift:7:9: error: a duration is from 0 to ten years, not \(duration)")
        }
        for duration in [longest, .nanoseconds(1)] {
            let document = ScenarioDocument("s", linger: duration) {
                Stub(.get, "/a").respond(Response().delay(.fixed(duration)).dribble(chunk: 1, every: duration))
            }
            #expect(Scenario.load(document).diagnostics.filter { $0.severity == .error }.map(\.description) == [])
        }
    }

    @Test("each have their own closures, in parallel blocks, among stubs and beside included stubs")
    func closures() async throws {
        let seen = Locked<[String]>([])
        @Sendable func see(_ name: String) { seen.withLock { $0.append(name) } }
        let options = LoadOptions(folder: try FilesFolder.path.get())
        let scenario = Scenario("s", linger: .zero, include: ["common.yaml"], options: options) {
            Stub(.get, "/stub").verify { _ in see("stub") }
            Parallel(
                Step(.get, "/p1").verify { _ in see("p1") },
                InOrder(Step(.get, "/p2"), Step(.get, "/p3").verify { _ in see("p3") }))
            Step(.get, "/last").verify { _ in see("last") }
        }
        let server = try MockServer(scenario)
        for path in ["/p2", "/common", "/p3", "/stub", "/p1", "/last"] {
            #expect(try await Curl.get(server, path).status == 200)
        }
        let verdict = await server.verify(timeout: .seconds(600))
        await server.stop()
        #expect(verdict.passed, "\(verdict.text())")
        #expect(seen.withLock { $0 } == ["p3", "stub", "p1", "last"])
    }

    private func expect(
        _ document: ScenarioDocument, _ lines: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let read = Document.read(path: "s.yaml", bytes: Array(("mockserver: 1\nname: s\n" + lines).utf8))
        var reader = DocumentReader()
        let built = CanonicalNode(reader.node(document.root))
        #expect(built == CanonicalNode(try #require(read.root)), sourceLocation: sourceLocation)
        for loaded in [Scenario.load(document), Scenario.load(read, options: LoadOptions())] {
            let errors = loaded.diagnostics.filter { $0.severity == .error }
            #expect(errors.map(\.description) == [], sourceLocation: sourceLocation)
        }
    }

    private struct Foreign: ScenarioContent {}

    @Test("are only those of this package; another type is an error of the scenario")
    func foreign() throws {
        let scenario = Scenario("s") {
            Step(.get, "/a")
            Foreign()
        }
        let line = #line - 4
        let error = try #require(scenario.loadError)
        #expect(
            "\(error)".contains(
                "ContentTests.swift:\(line):32: error: Foreign is no part of a scenario: write a function with "
                    + "@ScenarioContentBuilder instead"), "\(error)")
    }

    @Test("have the words that a test gives to all rules")
    func ownWord() throws {
        try expect(
            ScenarioDocument("s") {
                Step(.get, "/a").respondWithName()
                Stub(.get, "/b").respondWithName()
            },
            """
            steps: [{request: GET /a, response: {json: {name: Ada}}}]
            stubs: [{request: GET /b, response: {json: {name: Ada}}}]
            """)
    }
}

extension ScenarioBuilder.Rule {
    /// A word of a user's own.
    fileprivate func respondWithName() -> Self { respond(json: ["name": "Ada"]) }
}
