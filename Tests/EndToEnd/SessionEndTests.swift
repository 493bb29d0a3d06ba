import Foundation
import Testing

@Suite("the end of a session", .timeLimit(.minutes(60))) struct SessionEndTests {
    @Test("is told by a server that is asked for its end when no session is open any more")
    func told() async throws {
        let outcome = try await Program(["Tests/EndToEnd/sessions/ending", Program.binary, "20"]).outcome()
        #expect(outcome.status == 0, "\(outcome.error)")
    }
}
