import Testing

@testable import APIClient

struct MediaTypeTests {
    @Test(
        "the media type has no parameters and no upper case",
        arguments: [
            ("application/json", "application/json"), ("Text/HTML;charset=utf-8", "text/html"),
            ("text/html ; charset=utf-8", "text/html"), ("", ""),
        ])
    func mediaType(_ value: String, _ expected: String) {
        #expect(HTTPHeaders(dictionaryLiteral: ("content-type", value)).mediaType == expected)
    }

    @Test("without a content type there is none")
    func missing() {
        #expect(HTTPHeaders([("Accept", "a/b")]).mediaType == nil)
    }
}
