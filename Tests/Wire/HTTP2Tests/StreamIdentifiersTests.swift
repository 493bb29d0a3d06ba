import Testing

@testable import HTTP2

@Suite("Which stream identifiers a client has used")
struct StreamIdentifiersTests {
    @Test("new streams may skip identifiers, and none may be taken from those")
    func skipped() {
        var identifiers = StreamIdentifiers()
        let uses = [
            (3, true), (1, false), (3, true), (11, true), (5, false), (9, false), (13, true), (11, true), (3, true),
        ]
        for (id, isAllowed) in uses {
            let result = identifiers.use(id)
            #expect(result == isAllowed, "stream \(id)")
        }
        #expect(identifiers.highest == 13)
    }

    @Test("what is remembered is bounded: the oldest ranges are forgotten first")
    func bounded() {
        var identifiers = StreamIdentifiers()
        for index in 0...StreamIdentifiers.mostRanges { _ = identifiers.use(4 * index + 3) }
        let last = 4 * StreamIdentifiers.mostRanges + 1
        let results = [1, 5, last].map { identifiers.use($0) }
        #expect(results == [true, false, false])
    }
}
