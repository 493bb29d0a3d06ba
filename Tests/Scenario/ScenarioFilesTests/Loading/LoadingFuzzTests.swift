import ScenarioFiles
import Scenarios
import SeededRandom
import Testing

@Suite("Files that were damaged")
struct LoadingFuzzTests {
    private static let scraps = [
        "{{", "}}", "{", "}", "'", "\"", "\\", "\n", "  ", ":", "- ", "[", "]", "%", "%2", "é", "\u{301}", "|", "$",
        "..", "&a ",
        "*a", "null", "0", "-1", "99999999999999999999", "request", "\u{0}", "\r", "?", "#", "\\{{", ".", "(", ")", "/",
    ]

    @Test("never stop the loader, and say why where they give no scenario", arguments: 0..<8 as Range<UInt64>)
    func damaged(seed: UInt64) throws {
        let folder = try BodyFolder()
        var random = SplitMix(seed: seed)
        let vectors = [
            DocumentDiagnosticsTests.cases, RequestDiagnosticsTests.cases, TemplateDiagnosticsTests.cases,
            MatcherDiagnosticsTests.cases, ResponseDiagnosticsTests.cases, StepDiagnosticsTests.cases,
            TwinDiagnosticsTests.cases,
        ].flatMap(\.self)
        for _ in 0..<150 {
            var text = Array((vectors.randomElement(using: &random)?.text ?? "").utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let offset = Int.random(in: 0...text.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    text.insert(contentsOf: Array((Self.scraps.randomElement(using: &random) ?? "").utf8), at: offset)
                case 1: text.removeSubrange(offset..<min(text.count, offset + Int.random(in: 1...5, using: &random)))
                default: if offset < text.count { text[offset] = UInt8.random(in: 0...255, using: &random) }
                }
            }
            let loaded = Scenario.load(bytes: text, path: "s.yaml", options: LoadOptions(folder: folder.path))
            #expect((loaded.scenario == nil) == !loaded.errors.isEmpty)
        }
    }
}
