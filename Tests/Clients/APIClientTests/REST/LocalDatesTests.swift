import APIClient
import Foundation
import Testing

@Suite("Dates without an offset") struct LocalDatesTests {
    private func dates(_ text: String, in zone: String = "Europe/Berlin") throws -> [Date] {
        let decoder = JSONDecoder.iso8601(assuming: try #require(TimeZone(identifier: zone)))
        return try decoder.decode([Date].self, from: Data("[\"\(text)\"]".utf8))
    }

    @Test(
        "are times in the assumed zone, and those with an offset are not",
        arguments: [
            ("2024-02-29T12:30:45", "Europe/Berlin", 1_709_206_245), ("2024-02-29T12:30:45", "GMT", 1_709_209_845),
            ("2024-02-29T12:30:45.25", "Europe/Berlin", 1_709_206_245.25),
            ("2024-07-29T12:30:45", "Europe/Berlin", 1_722_249_045),
            ("2024-02-29T12:30:45Z", "Europe/Berlin", 1_709_209_845),
            ("2024-02-29T14:30:45+02:00", "Europe/Berlin", 1_709_209_845),
            ("2024-02-29T14:30:45.5+02:00", "Europe/Berlin", 1_709_209_845.5),
        ])
    func read(_ text: String, _ zone: String, _ seconds: TimeInterval) throws {
        #expect(try dates(text, in: zone) == [Date(timeIntervalSince1970: seconds)])
    }

    @Test("that come twice are the first")
    func repeated() throws {
        // Clocks are set back from 3:00 to 2:00, which is 1:00 GMT.
        #expect(try dates("2024-10-27T02:30:00") == dates("2024-10-27T00:30:00Z"))
    }

    @Test(
        "are nothing else",
        arguments: [
            "2024-02-29", "2024-02-29T12:30", "2024-02-29T12:30:45.", "2024-02-29T12:30:45 o'clock", "1709209845", "",
            "2024-02-30T12:30:45", "2024-02-29T25:00:00", "2024-02-29T12:60:00", "2024-02-30T12:30:45Z",
            "2024-02-29T12:30:45Z and more",
        ])
    func refused(_ text: String) {
        #expect(throws: DecodingError.self) { try dates(text) }
    }
}
