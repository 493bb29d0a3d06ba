import Testing

@testable import ScenarioBuilder

@Suite("The source of a scenario in an attribute") struct AttributeSourceTests {
    /// The positions of the parts above the `^` in a text, in which the line of that mark is left out.
    private func parts(_ text: String) -> [String]? {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let mark = lines.firstIndex(where: { $0.contains("^") }), let column = lines[mark].firstIndex(of: "^")
        else { return nil }
        let site = CallSite(
            file: "a.swift", line: mark, column: lines[mark].distance(from: lines[mark].startIndex, to: column) + 1)
        lines.remove(at: mark)
        let source = AttributeSource(above: site, in: Array(lines.joined(separator: "\n").utf8))
        return source?.parts.map { "\($0.name) \($0.site.line):\($0.site.column)" }
    }

    @Test("is found above the declaration")
    func found() {
        #expect(
            parts(
                """
                @Test(.mockServer(Scenario("s") {
                    Step(.get, "/a").respond(.ok)
                    Stub("/b")
                })) @MainActor
                private func test() async {
                ^
                """) == ["Scenario 1:27", "Step 2:9", "Stub 3:9"])
        #expect(
            parts("@Suite(.mockServer(Scenario(\"s\") { Step(\"/a\") })) struct A {\n^\n") == [
                "Scenario 1:28", "Step 1:40",
            ])
        #expect(
            parts("@Testing.Test(.a(Scenario(\"s\") { Parallel { Step(\"/a\") } }))\nfunc a() {}\n^")
                == ["Scenario 1:26", "Parallel 1:43", "Step 1:49"])
    }

    @Test("is not found where there is none")
    func missing() {
        #expect(parts("@Test func a() {}\n@Test(.b)\nfunc b() {}\n^") == [])
        #expect(parts("@Test(.a(Step(\"/a\"))) func a() {}\nfunc b() {}\n^") == nil)
        #expect(parts("func a() {}\n^") == nil)
        #expect(parts("@Other(.a(Step(\"/a\")))\nfunc a() {}\n^") == nil)
        #expect(parts("@Test(.a(Step(\"/a\"))\nfunc a() {}\n^") == nil)
        #expect(parts("func a() {}\n         ^") == nil)
    }

    @Test("has no parts in comments and literals")
    func skipped() {
        #expect(
            parts(
                ##"""
                @Test(/* Step("/a") /* Step( */ */ .a(Scenario("Step( \(b("Step(")) \" Step(") { // Step(
                    Step(#"/a" Step( \(b)"#, """
                        Step( " Step(
                        """)
                })) func a() {}
                    ^
                """##) == ["Scenario 1:47", "Step 2:9"])
    }

    @Test("has as many parts as the document, or one for all, or it is not clear which is which")
    func count() throws {
        let text = "@Test(.a(Scenario(\"s\") { Step(\"/a\"); Step(\"/b\"); Stub(\"/c\") })) func a() {}"
        let column = try #require(text.firstRange(of: "func")).lowerBound
        let site = CallSite(
            file: "a.swift", line: 1, column: text.distance(from: text.startIndex, to: column) + 1)
        let source = try #require(AttributeSource(above: site, in: Array(text.utf8)))
        #expect(source.parts(named: ["Step"], count: 2).map(\.site.column) == [30, 42])
        #expect(source.parts(named: ["Step"], count: 3).isEmpty)
        #expect(source.parts(named: ["Stub"], count: 3).map(\.site.column) == [54, 54, 54])
        #expect(source.parts(named: ["Expect"], count: 1).isEmpty)
    }
}
