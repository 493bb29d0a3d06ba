import APIClient
import Foundation
import Testing

@Suite("Dates in ISO 8601") struct ISO8601Tests {
    @Test(
        "are read with an offset and with fractions of a second",
        arguments: [
            ("2024-02-29T12:30:45Z", 1_709_209_845), ("2024-02-29T14:30:45+02:00", 1_709_209_845),
            ("2024-02-29T12:30:45.25Z", 1_709_209_845.25), ("2024-02-29T14:30:45.5+02:00", 1_709_209_845.5),
            ("2024-02-29T23:59:59-00:30", 1_709_252_999), ("1969-12-31T23:59:59Z", -1),
            ("2024-02-29T12:30:45.250000000Z", 1_709_209_845.25),
        ])
    func read(_ text: String, _ seconds: TimeInterval) throws {
        let dates = try JSONDecoder.iso8601.decode([Date].self, from: Data("[\"\(text)\"]".utf8))
        #expect(dates == [Date(timeIntervalSince1970: seconds)])
    }

    @Test(
        "are nothing else",
        arguments: [
            "2024-02-29", "2024-02-29T12:30:45", "1709209845", "", "2024-02-30T12:30:45Z", "2023-02-29T12:30:45Z",
            "2024-02-29T25:00:00Z", "2024-02-29T24:00:00Z", "2024-02-29T12:60:00Z", "2024-02-29T12:30:61Z",
            "2024-02-29T12:30:45Z.", "2024-02-29T12:30:45Z and more", "2024-02-29T12:30:45+02:00 or so",
            "2024-02-29T12:30:45.5Z5", "2024-02-29T12:30:45+25:00", "2024-02-29T12:30:45+02:60",
            "2024-02-29T12:30:45+02:00:30", "2024-02-29T12:30:45UTC+3", "2024-2-29T12:30:45Z", "12024-02-29T12:30:45Z",
        ])
    func refused(_ text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder.iso8601.decode([Date].self, from: Data("[\"\(text)\"]".utf8))
        }
    }

    @Test("are those of the client, unless another decoder is given")
    func decoders() throws {
        let seconds: @Sendable () -> JSONDecoder = {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .secondsSince1970
            return decoder
        }
        let date = Date(timeIntervalSince1970: 60)
        func read(_ expected: Expected<[Date]>, _ body: String) throws -> [Date] {
            try expected.output(of: RESTResponse(status: 200, body: Data(body.utf8)))
        }
        #expect(try read(.json(), #"["1970-01-01T00:01:00Z"]"#) == [date])
        #expect(try read(.json(decoder: seconds), "[60]") == [date])
        #expect(try read(.result(), #"{"result": ["1970-01-01T00:01:00Z"]}"#) == [date])
        #expect(try read(.result(decoder: seconds), #"{"result": [60]}"#) == [date])
    }
}
