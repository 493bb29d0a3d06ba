import HTTPMessage
import Playback
import Testing

@testable import ScenarioFiles
@testable import Scenarios

/// A closed set of words of the format: those of the code and where the schema has them.
struct WordsVector: Sendable, CustomTestStringConvertible {
    /// The section of the page.
    let title: String
    let words: [String]
    /// Where the schema lists them, or has them as keys; nil if a schema can't say it.
    let path: String?
    var testDescription: String { title }

    init(_ title: String, _ words: [String], _ path: String?) {
        self.title = title
        self.words = words
        self.path = path
    }

    init<Word: RawRepresentable & CaseIterable>(_ title: String, _: Word.Type, _ path: String?)
    where Word.RawValue == String {
        self.init(title, Word.allCases.map(\.rawValue), path)
    }

    private static let request = "$defs/requestMatcher/anyOf/1/properties"
    private static let response = "$defs/responseKeys/properties"
    private static let rules = "$defs/stepKeys/properties"

    static let all = [
        WordsVector("Operators", ValueReader.operators, "$defs/operators/properties"),
        WordsVector("Operators", ValueReader.operators, "$defs/valueOperators/properties"),
        WordsVector(
            "Operators in JSON", JSONValueReader.operators.map { "$" + $0 }, "$defs/jsonMatcher/anyOf/2/properties"),
        WordsVector("Length", LoadingContext.lengthOperators, "$defs/comparisons/properties"),
        WordsVector("Interval", Comparison.self, nil),
        WordsVector("Settings", HTTP2Setting.Name.allCases.map(\.text), nil),
        WordsVector("Order", Scenario.Order.self, "properties/order/enum"),
        WordsVector("Clock", ClockKind.self, "properties/clock/enum"),
        WordsVector("On assert failure", AssertFailureAction.self, "$defs/onAssertFailure/enum"),
        WordsVector("Head", HeadHandling.self, "$defs/head/const"),
        WordsVector("Then of responses", AfterLastResponse.self, rules + "/then/enum"),
        WordsVector("Then of events", AfterLastEvent.self, response + "/then/enum"),
        WordsVector("Client", ClientAssertion.Behavior.self, rules + "/client/enum"),
        WordsVector("Release", TimingReader.releases, "$defs/hold/properties/release/anyOf/0/enum"),
        WordsVector("Protocol", ApplicationProtocol.self, request + "/protocol/enum"),
        WordsVector("Framing", BodyFraming.self, response + "/framing/enum"),
        WordsVector("Encoding", BodyEncoding.self, response + "/encoding/enum"),
        WordsVector("Ranges", DeliveryReader.Ranges.self, response + "/ranges/enum"),
        WordsVector("Connection of a response", ConnectionOption.self, response + "/connection/enum"),
        WordsVector("Fault kinds", Fault.Kind.self, "$defs/faultKind/enum"),
        WordsVector("Fault phases", Fault.Phase.self, "$defs/fault/anyOf/1/properties/at/enum"),
        WordsVector(
            "Stream reset phases", StreamReset.Phase.self,
            response + "/h2/properties/rst_stream/anyOf/1/properties/at/enum"),
        WordsVector(
            "GOAWAY phases", Goaway.Phase.self, response + "/h2/properties/goaway/anyOf/1/properties/at/enum"),
        WordsVector("Error codes of HTTP/2", HTTP2ErrorCode.names, "$defs/h2Code/anyOf/0/enum"),
        WordsVector("Parts of a request", ExpressionParser.requestParts, nil),
        WordsVector("Forms of now", Operand.NowFormat.self, nil),
        WordsVector("Filters", ExpressionParser.filterNames, nil),
        WordsVector("Failure kinds", FailureKind.self, nil),
    ]
}
