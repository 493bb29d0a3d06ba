import APIClient
import Testing

@testable import SampleApp

@MainActor @Suite("The sample app's window", .timeLimit(.minutes(60))) struct ProfileModelTests {  // not in the guide
    @Test func theLabelShowsTheNameAfterATap() async {
        let model = ProfileModel { Profile(id: "user-1", name: "Ada Lovelace", email: "ada@example.com") }
        #expect(model.text == "No profile yet")
        await model.tap()
        #expect(model.text == "Ada Lovelace")
    }

    @Test func theLabelShowsWhyThereIsNoName() async {
        let model = ProfileModel { throw IdentityError.unauthorized }
        await model.tap()
        #expect(model.text == "You must sign in again.")
    }

    @Test("a tap while it loads does nothing, and one afterwards loads again")  // not in the guide
    func secondTap() async {
        let (calls, called) = AsyncStream<CheckedContinuation<Profile, any Error>>.makeStream()
        let model = ProfileModel { try await withCheckedThrowingContinuation { called.yield($0) } }
        var answers = calls.makeAsyncIterator()
        for name in ["Ada", "Grace"] {
            let load = Task { await model.tap() }
            let answer = await answers.next()
            #expect(model.text == "Loading…")
            await model.tap()
            #expect(model.text == "Loading…")
            answer?.resume(returning: Profile(id: "1", name: name, email: ""))
            await load.value
            #expect(model.text == name)
        }
    }
}  // not in the guide
