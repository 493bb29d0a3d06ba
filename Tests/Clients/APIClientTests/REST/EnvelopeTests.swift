import APIClient
import Foundation
import Testing

@Suite("A body that may be in an envelope") struct EnvelopeTests {
    private struct Item: Decodable, Sendable, Equatable {
        let id: Int
        var made: Date?
    }

    private func read<Output: Decodable>(_ expected: Expected<Output>, _ body: String) throws -> Output {
        try expected.output(of: RESTResponse(status: 200, body: Data(body.utf8)))
    }

    @Test(
        "is read with it and without it",
        arguments: [
            (#"{"result": {"id": 1, "made": "1970-01-01T00:01:00Z"}, "other": 0}"#, 60),
            (#"{"id": 1, "made": "1970-01-01T00:01:00Z"}"#, 60), (#"{"result": {"id": 1}}"#, nil), (#"{"id": 1}"#, nil),
        ] as [(String, TimeInterval?)])
    func read(_ body: String, _ made: TimeInterval?) throws {
        let item = Item(id: 1, made: made.map(Date.init(timeIntervalSince1970:)))
        #expect(try read(.result(orWhole: Item.self), body) == item)
    }

    @Test("may be a list, a value or null")
    func otherValues() throws {
        #expect(try read(.result(orWhole: [Int].self), "[1]") == [1])
        #expect(try read(.result(orWhole: [Int].self), #"{"result": [1]}"#) == [1])
        #expect(try read(.result(orWhole: Int.self), "7") == 7)
        #expect(try read(.result(orWhole: Int?.self), "null") == nil)
        #expect(try read(.result(orWhole: Int?.self), #"{"result": null}"#) == nil)
    }

    @Test("has dates as its decoder reads them")
    func decoder() throws {
        let seconds: @Sendable () -> JSONDecoder = {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .secondsSince1970
            return decoder
        }
        let date = Date(timeIntervalSince1970: 60)
        #expect(try read(.result(orWhole: [Date].self, decoder: seconds), "[60]") == [date])
        #expect(try read(.result(orWhole: [Date].self, decoder: seconds), #"{"result": [60]}"#) == [date])
    }

    @Test(
        "that can't be read says where",
        arguments: [
            (#"{"result": {"name": "lamp"}, "id": 1}"#, "$.result.id is missing"),
            (#"{"result": null, "id": 1}"#, "$.result is null"), (#"{"name": "lamp"}"#, "$.id is missing"),
            ("[]", "$ is not of type"), ("<html>", "$ is malformed"), ("", "$ is malformed"),
        ])
    func invalid(_ body: String, _ reason: String) {
        let error = #expect(throws: RESTError.self) { try read(.result(orWhole: Item.self), body) }
        #expect(error.map { "\($0)".hasPrefix("Invalid data: \(reason)") } == true, "\(String(describing: error))")
    }

    @Test("is refused without it by the strict form")
    func strict() {
        #expect(throws: RESTError.self) { try read(.result(of: Item.self), #"{"id": 1}"#) }
    }
}
