import APIClient
import Testing

@Suite("A method") struct HTTPMethodIdempotenceTests {
    @Test("is idempotent if several such requests have the effect of one")
    func idempotent() {
        #expect(HTTPMethod.allCases.filter(\.isIdempotent) == [.get, .head, .put, .delete])
    }
}
