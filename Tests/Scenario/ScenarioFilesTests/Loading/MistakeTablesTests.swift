import Testing

/// The tables of mistakes, which each test the whole text of what is said.
@Suite("The tables of mistakes")
struct MistakeTablesTests {
    private static let vectors = [
        ForeignTemplatesTests.places, ForeignTemplatesTests.expressions, ShapeAdviceTests.cases, SlipsTests.cases,
        TrapDiagnosticsTests.cases, LiteralPathTests.cases, AdviceDiagnosticsTests.cases, NewcomerMistakesTests.cases,
    ].flatMap { $0 }

    /// The text of a diagnostic without its position.
    private static func message(_ line: Substring) -> String {
        guard let start = line.firstRange(of: ": error: ") ?? line.firstRange(of: ": warning: ") else {
            return String(line)
        }
        return String(line[start.upperBound...])
    }

    @Test("hold at least 150 texts that differ")
    func count() {
        let texts =
            TemplateMistakesTests.rows.map { $0.2 } + ForeignTemplatesTests.rows.map { $0.2 }
            + ForeignWordsTests.rows.map { Self.message($0.expected[...]) }
            + Self.vectors.flatMap { $0.expected.split(separator: "\n").map(Self.message) }
        #expect(Set(texts).count >= 150, "\(Set(texts).count)")
    }
}
