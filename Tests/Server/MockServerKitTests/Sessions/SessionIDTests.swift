import Testing

@testable import MockServerKit

@Suite("A session's id")
struct SessionIDTests {
    @Test("is 26 letters of base32 that are read back, each time others")
    func text() throws {
        var seen: Set<SessionID> = []
        for _ in 1...100 {
            let id = SessionID()
            #expect(id.description.count == 26)
            #expect(id.description.allSatisfy { "abcdefghijklmnopqrstuvwxyz234567".contains($0) })
            #expect(SessionID(id.description) == id)
            #expect(seen.insert(id).inserted)
        }
    }

    @Test(
        "is not any other text",
        arguments: [
            "", "abc", "aaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaaa1",
            "Aaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaaa/", "aaaaaaaaaaaaaaaaaaaaaaaaé",
        ])
    func others(text: String) { #expect(SessionID(text) == nil) }
}
