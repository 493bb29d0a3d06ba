import HTTPMessage
import Scenarios
import Testing

@testable import ScenarioFiles

@Suite("A word that a key does not take")
struct ClosedWordTests {
    @Test("each word says what it is for, and each foreign one leads to a word of its key")
    func words() {
        func check<Word: ClosedWord>(_: Word.Type) {
            #expect(Word.allCases.allSatisfy { !$0.purpose.isEmpty } || Word.allCases.count == 1, "\(Word.self)")
            for word in Word.meant.keys {
                #expect(word == word.lowercased() && Word(rawValue: word) == nil, "\(word)")
            }
            let listed = Word.advice(on: "zzzzzzzz")
            #expect(Word.allCases.allSatisfy { listed.contains($0.rawValue) }, "\(listed)")
        }
        check(AssertFailureAction.self)
        check(ClockKind.self)
        check(Scenario.Order.self)
        check(AfterLastResponse.self)
        check(AfterLastEvent.self)
        check(BodyFraming.self)
        check(BodyEncoding.self)
        check(DeliveryReader.Ranges.self)
        check(HeadHandling.self)
        check(StreamReset.Phase.self)
        check(Goaway.Phase.self)
        check(Fault.Phase.self)
        check(ApplicationProtocol.self)
        check(ConnectionOption.self)
        check(ClientAssertion.Behavior.self)
    }

    @Test("the message ends with the word that was meant, or with all of them")
    func advice() {
        #expect(ClockKind.advice(on: "fast") == ": write instant to skip all delays")
        #expect(ClockKind.advice(on: "virtuel") == "; did you mean \"virtual\"?")
        #expect(
            ClockKind.advice(on: "quartz")
                == ": write real for delays that take their time, instant to skip all delays, or virtual for a time that "
                + "only a test moves")
        #expect(HeadHandling.advice(on: "get") == ": write from_get")
        #expect(BodyEncoding.advice(on: "none") == ": leave it out for a body as it is")
        #expect(
            ConnectionOption.advice(on: "reset")
                == ": write fault: reset in its place, or close to close it after the response")
    }
}
