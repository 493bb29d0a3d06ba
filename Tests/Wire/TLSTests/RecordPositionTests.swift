import COpenSSL
import Testing

@testable import TLS

@Suite("The position in the client's records")
struct RecordPositionTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]
        let isAmid: Bool

        init(_ name: String, _ bytes: [UInt8], _ isAmid: Bool) {
            testDescription = name
            self.bytes = bytes
            self.isAmid = isAmid
        }
    }

    private static let whole: [UInt8] = [23, 3, 3, 1, 2] + [UInt8](repeating: 22, count: 258)
    private static let alert: [UInt8] = [21, 3, 3, 0, 2, 1, 0]

    static let rows = [
        Row("nothing", [], false), Row("the type", [23], true), Row("half of the length", [23, 3, 3, 1], true),
        Row("a header", [23, 3, 3, 0, 1], true), Row("a record", whole, false),
        Row("an empty record", [23, 3, 3, 0, 0], false), Row("all but the last byte", whole.dropLast(), true),
        Row("two records", whole + whole, false), Row("the beginning of the second", whole + [23], true),
        Row("an alert's beginning", whole + alert.dropLast(), false),
        Row("a record behind an alert", alert + [23, 3], true),
    ]

    @Test("is within application data or not, however the bytes are split", arguments: rows)
    func position(row: Row) {
        for size in [1, 2, 7, 1_000] {
            var position = RecordPosition()
            var rest = row.bytes[...]
            while !rest.isEmpty {
                rest.prefix(size).withUnsafeBytes { position.move(over: $0) }
                rest = rest.dropFirst(size)
            }
            #expect(position.isAmidApplicationData == row.isAmid)
        }
    }

    @Test(
        "is told by a session, whose last handshake record the first others may follow", arguments: TLSVersion.allCases)
    func session(_ version: TLSVersion) throws {
        let client = try Client(.init(newest: version.number))
        let session = try TLSSession(makeContext())
        client.advance()
        while !client.isOpen {
            session.receive(client.takeOutput())
            #expect(!session.isAmidRecord)
            var flight: [UInt8] = []
            session.takeOutput(into: &flight)
            client.receive(flight)
            client.advance()
        }
        let last = client.takeOutput()
        client.write([1, 2, 3])
        let record = client.takeOutput()
        session.receive(last + record.prefix(3))
        #expect(session.facts != nil)
        #expect(session.isAmidRecord)
        session.receive(Array(record.dropFirst(3).dropLast()))
        #expect(session.isAmidRecord)
        session.receive([record[record.count - 1]])
        #expect(!session.isAmidRecord)
        client.closeNotify()
        let alert = client.takeOutput()
        session.receive([alert[0]])
        // TLS 1.3 hides what is not application data.
        #expect(session.isAmidRecord == (version == .tls13))
        session.receive(alert.dropFirst() + [23])
        #expect(session.inputEnd == .closeNotify)
        #expect(!session.isAmidRecord)
    }
}
