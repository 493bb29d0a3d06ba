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

    @Test("a different word finds none", arguments: ["", "x", "url", "timeout", "hdrs", "method", "zzzzzzzzzzzzzz"])
    func none(word: String) {
        #expect(nearest(to: word, among: Self.keys) == nil)
    }
}
