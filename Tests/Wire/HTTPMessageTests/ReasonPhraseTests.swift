import HTTPMessage
import Testing

@Test("registered statuses have their phrases, others have an empty one")
func reasonPhrases() {
    #expect(ReasonPhrase.registered(for: 200) == "OK")
    #expect(ReasonPhrase.registered(for: 413) == "Content Too Large")
    #expect(ReasonPhrase.registered(for: 599) == "")
}
