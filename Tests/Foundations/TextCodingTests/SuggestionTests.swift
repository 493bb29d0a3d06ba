import Testing
import TextCoding

@Suite("The word that was probably meant") struct SuggestionTests {
    static let keys = [
        "request", "response", "responses", "status", "headers", "id", "h2", "on_assert_failure", "json", "when",
    ]

    @Test(
        "a slip finds the word that was meant",
        arguments: [
            ("respons", "response"), ("stauts", "status"), ("header", "headers"), ("Request", "request"),
            ("requets", "request"), ("ids", "id"),
            ("on-assert-failure", "on_assert_failure"), ("jsn", "json"), ("wehn", "when"), ("reponses", "responses"),
        ])
    func found(word: String, meant: String) {
        #expect(nearest(to: word, among: Self.keys) == meant)
    }

    @Test("the work that is left bounds all comparisons together")
    func bounded() {
        var work = SuggestionWork(limit: 10_000)
        let names = (0..<1_000).map { "name\($0)" }
        #expect(nearest(to: "nmae7", among: names, within: &work) != nil)
        #expect(work.left <= 0 && work.left > -100)
        var wasAsked = false
        func known() -> [String] {
            wasAsked = true
            return names
        }
        #expect(nearest(to: "nmae7", among: known(), within: &work) == nil)
        #expect(!wasAsked)
    }

    @Test("a word of many letters is not compared")
    func long() {
        let long = String(repeating: "a", count: 100_000)
        var work = SuggestionWork()
        #expect(nearest(to: long + "b", among: [long], within: &work) == nil)
        #expect(nearest(to: "aab", among: [long], within: &work) == nil)
        #expect(SuggestionWork().left - work.left < 10)
    }

    @Test("a different word finds none", arguments: ["", "x", "url", "timeout", "hdrs", "method", "zzzzzzzzzzzzzz"])
    func none(word: String) {
        #expect(nearest(to: word, among: Self.keys) == nil)
    }
}
