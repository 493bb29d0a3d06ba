import HTTPMessage
import RequestFixtures
import ScenarioFiles
import Scenarios
import SeededRandom
import Testing

@Suite("A stub that takes all of another's requests")
struct ReachabilityTests {
    private static let methods = ["", "GET ", "PUT "]
    private static let pieces = ["", "a", "b", "x.y", "{NAME}", "x{NAME}", "{NAME}.y", "x{NAME}y", "{NAME}.{OTHER}"]

    private static func request(_ generator: inout SplitMix) -> String {
        let segments = (0..<Int.random(in: 1...2, using: &generator)).map { index in
            pieces[Int.random(in: 0..<pieces.count, using: &generator)]
                .replacing("NAME", with: "p\(index)").replacing("OTHER", with: "q\(index)")
        }
        let rest = Int.random(in: 0..<4, using: &generator) == 0 ? "/{+rest}" : ""
        return methods[Int.random(in: 0..<3, using: &generator)] + "/" + segments.joined(separator: "/") + rest
    }

    /// All paths of up to three of these segments; any difference between two templates shows in one of them.
    private static let views: [RequestView] = {
        var paths = [""]
        var all: [String] = []
        for _ in 0..<3 {
            paths = paths.flatMap { path in
                ["", "a", "b", "q", "x.y", "xq", "q.y", "xqy", "p.q"].map { path + "/" + $0 }
            }
            all += paths
        }
        return all.flatMap { path in
            ["GET", "PUT", "HEAD"].map { RequestView(Request("\($0) \(path)"), needs: []) }
        }
    }()

    private static func matches(_ stub: Rule, _ view: RequestView) -> Bool {
        if case .matched = stub.request.match(view, in: .empty) { true } else { false }
    }

    @Test("is looked for as far as a bounded number of comparisons goes")
    func bound() throws {
        let steps = String(repeating: "- {request: GET /a}\n", count: 1_000)
        let stubs = String(repeating: "- {request: GET /a, times: 1}\n", count: 1_000)
        let yaml = "mockserver: 1\nsteps:\n- {request: GET /b}\n\(steps)stubs:\n\(stubs)"
        let warnings = Scenario.load(bytes: Array(yaml.utf8), path: "s.yaml").diagnostics
        #expect(warnings.count == 1_000)
        let text = try #require(warnings.first?.message)
        #expect(
            text.hasPrefix("stub 1 takes requests of step 2 and of at least ")
                && text.contains(" more that come before those steps are open"), "\(text)")
    }

    @Test("is found wherever there is one, and nowhere else", arguments: 0..<10)
    func bruteForce(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        for _ in 0..<10 {
            let (first, second) = (Self.request(&generator), Self.request(&generator))
            let yaml = "mockserver: 1\nstubs:\n- request: '\(first)'\n- request: '\(second)'\n"
            let loaded = Scenario.load(bytes: Array(yaml.utf8), path: "s.yaml")
            let stubs = try loaded.get().stubs
            let isHidden = Self.views.allSatisfy { view in
                !Self.matches(stubs[1], view) || Self.matches(stubs[0], view)
            }
            #expect(
                loaded.diagnostics.map(\.description)
                    == (isHidden
                        ? [
                            "s.yaml:4:3: warning: no request can reach stub 2: stub 1 before it takes them all; move stub 2 above it, or leave it out [shadowed-stub]"
                        ] : []),
                "\(yaml)")
        }
    }
}
