import Testing

@testable import TextCoding

@Suite struct ExcerptTests {
    @Test(
        "a cut text ends with an ellipsis, and with an @ if it has the beginning of user information",
        arguments: [
            ("0123456789", "`0123456789`"), ("0123456789a", "`0123456789…`"), ("\u{7}a", #"`\x07a`"#),
            ("http://ada:pass@h", "`http://ada…@…`"), ("ada:password@h/", "`ada:passwo…@…`"),
            ("http://host/path/@", "`http://hos…`"), ("http://host a@b", "`http://hos…`"),
            ("GET /a?b=c d@e", "`GET /a?b=c…`"),
            ("?u=http%3A%2F%2Fa%40h", "`?u=http%3A…@…`"), ("?u=http%253A%252F%252Fa%2540h", "`?u=http%25…@…`"),
        ])
    func texts(_ text: String, _ expected: String) {
        #expect(excerpt(Array(text.utf8)[...], limit: 10) == expected)
    }
}
