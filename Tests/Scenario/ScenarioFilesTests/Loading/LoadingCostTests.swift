import CPlatform
import ScenarioFiles
import Scenarios
import Testing

@Suite("The cost of loading", .timeLimit(.minutes(60)))
struct LoadingCostTests {
    /// The CPU time that this thread needs for loading, which does not depend on other work of the machine.
    private func cost(_ text: String, path: String) throws -> Duration {
        let bytes = Array(text.utf8)
        let begin = cplatform_thread_time()
        let loaded = Scenario.load(bytes: bytes, path: path)
        let end = cplatform_thread_time()
        #expect(try loaded.get().steps.count > 1)
        return .nanoseconds(end - begin)
    }

    @Test("is bounded where aliases repeat lists that repeat lists")
    func aliases() throws {
        let levels = (1...60).map { "  a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]" }.joined(
            separator: "\n")
        let text = "mockserver: 1\nx-bomb:\n  a0: &a0 [lol, lol, lol]\n\(levels)\nstubs: [{request: GET /a}]\n"
        let begin = cplatform_thread_time()
        let loaded = Scenario.load(bytes: Array(text.utf8), path: "s.yaml")
        #expect(Duration.nanoseconds(cplatform_thread_time() - begin) < .seconds(60))
        let error = #expect(throws: ScenarioError.self) { try loaded.get() }
        #expect(error?.description == "s.yaml:14:14: error: the file's aliases expand past 1 MiB; leave some out")
    }

    @Test("does not grow with the length of a line", arguments: ["s.json", "s.yaml"])
    func oneLine(path: String) throws {
        let isJSON = path == "s.json"
        func text(_ separator: String) -> String {
            let steps = (0..<2_000).map { number in
                isJSON
                    ? #"{"request": "GET /orders/\#(number)", "response": {"json": {"id": \#(number), "name": "é"}}}"#
                    : #"{request: GET /orders/\#(number), response: &r\#(number) {json: &j\#(number) {id: \#(number), name: é}}}"#
            }
            return "{" + (isJSON ? #""mockserver": 1, "steps": ["# : "mockserver: 1, steps: [")
                + steps.joined(separator: "," + separator) + "]}"
        }
        let many = try cost(text("\n "), path: path)
        // If each column were counted from the line's start, this would take some fifty times as long.
        #expect(try cost(text(" "), path: path) < many * 12)
    }
}
