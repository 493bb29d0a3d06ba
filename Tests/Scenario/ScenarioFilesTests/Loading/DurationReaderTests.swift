import Testing

@testable import ScenarioFiles
@testable import Scenarios

@Suite("A duration")
struct DurationReaderTests {
    @Test(
        "is a number and a unit",
        arguments: [
            ("200ms", Duration.milliseconds(200)), ("1s", .seconds(1)), ("1.5s", .milliseconds(1500)),
            ("2m", .seconds(120)),
            ("1h", .seconds(3600)), ("30d", .seconds(30 * 86_400)), ("0ms", .zero), ("0.25ms", .microseconds(250)),
            ("0.0000001m", .microseconds(6)), ("3653d", .seconds(3653 * 86_400)),
        ])
    func accepted(text: String, expected: Duration) throws {
        #expect(try DurationReader.read(text) == expected)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "200", "ms", "1.s", ".5s", "-1s", "1 s", "1S", "1sec", "1e3ms", "3654d", "9223372036854775807d", "+1s",
            "1,5s",
            "0",
        ])
    func refused(text: String) {
        #expect(throws: DurationError.self) { try DurationReader.read(text) }
    }
}
