import APIClient
import Testing

@Suite("A method") struct HTTPMethodSafetyTests {
    @Test("is safe if it asks for no change")
    func safe() {
        #expect(HTTPMethod.allCases.filter(\.isSafe) == [.get, .head])
    }
}
