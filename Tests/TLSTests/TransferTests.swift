import COpenSSL
import Testing

@testable import TLS

@Suite("Plaintext")
struct TransferTests {
    private func open(_ version: TLSVersion = .tls13, fault: InjectedTLSFault? = nil) throws -> Wire {
        var wire = try Wire(makeContext(), fault: fault, .init(newest: version.number))
        wire.run()
        _ = try wire.facts
        return wire
    }

    @Test(
        "a megabyte each way, whole and in pieces of any size", arguments: [TLSVersion.tls12, .tls13],
        [Int.max, 65_536, 1_021])
    func large(_ version: TLSVersion, pieceSize: Int) throws {
        var wire = try open(version)
        wire.pieceSize = pieceSize
        let body = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        wire.client.write(body)
        #expect(wire.session.write(body))
        wire.run()
        #expect(wire.received == body)
        #expect(wire.client.received == body)
    }

    @Test("what is taken is appended, once")
    func appended() throws {
        let wire = try open()
        wire.client.write([3, 4])
        wire.session.receive(wire.client.takeOutput())
        var taken: [UInt8] = [1, 2]
        wire.session.takePlaintext(into: &taken)
        wire.session.takePlaintext(into: &taken)
        #expect(taken == [1, 2, 3, 4])
        wire.session.write([])
        #expect(!wire.session.hasOutput)
        wire.session.write([9])
        #expect(wire.session.hasOutput)
        var output: [UInt8] = [0]
        wire.session.takeOutput(into: &output)
        #expect(output.starts(with: [0, 23, 3, 3]))
        #expect(!wire.session.hasOutput)
    }

    @Test("plaintext that comes with the end of the handshake is not lost")
    func earlyPlaintext() throws {
        let client = try Client(.init())
        let session = try TLSSession(makeContext())
        client.advance()
        session.receive(client.takeOutput())
        var flight: [UInt8] = []
        session.takeOutput(into: &flight)
        client.receive(flight)
        client.advance()
        #expect(client.isOpen)
        client.write([7, 8, 9])
        session.receive(client.takeOutput())
        var taken: [UInt8] = []
        session.takePlaintext(into: &taken)
        #expect(taken == [7, 8, 9])
    }

    @Test("nothing can be written before the handshake is done")
    func early() throws {
        let session = try TLSSession(makeContext())
        #expect(!session.write([1]))
        #expect(!session.hasOutput)
        session.closeNotify()
        #expect(session.state == .closed)
        #expect(!session.hasOutput)
        session.receive([22, 3, 1])
        #expect(session.state == .closed)
    }

    @Test(
        "the client's close_notify is no truncation, and it can still be answered",
        arguments: [TLSVersion.tls12, .tls13])
    func closeNotify(_ version: TLSVersion) throws {
        var wire = try open(version)
        wire.client.write([1])
        wire.client.closeNotify()
        wire.session.receive(wire.client.takeOutput())
        #expect(wire.session.inputEnd == .closeNotify)
        wire.session.receiveEnd()
        #expect(wire.session.inputEnd == .closeNotify)
        var taken: [UInt8] = []
        wire.session.takePlaintext(into: &taken)
        #expect(taken == [1])
        #expect(wire.session.write([2]))
        wire.session.closeNotify()
        wire.run()
        #expect(wire.client.received == [2])
        #expect(wire.client.sawCloseNotify)
    }

    @Test("an end without close_notify is a truncation")
    func truncation() throws {
        let wire = try open()
        wire.client.write([1, 2, 3])
        wire.session.receive(Array(wire.client.takeOutput().dropLast()))
        #expect(wire.session.inputEnd == nil)
        wire.session.receiveEnd()
        #expect(wire.session.inputEnd == .truncation)
        var taken: [UInt8] = []
        wire.session.takePlaintext(into: &taken)
        #expect(taken.isEmpty)
    }

    @Test("our close_notify comes behind what was written, and nothing after it")
    func ourEnd() throws {
        var wire = try open()
        wire.session.write([1])
        wire.session.closeNotify()
        wire.session.closeNotify()
        #expect(wire.session.state == .closed)
        #expect(!wire.session.write([2]))
        wire.run()
        #expect(wire.client.received == [1])
        #expect(wire.client.sawCloseNotify)
        wire.client.write([3])
        wire.client.closeNotify()
        wire.run()
        #expect(wire.received.isEmpty)
        #expect(wire.session.inputEnd == .closeNotify)
    }

    @Test("what the client breaks after our end is no failure")
    func brokenAfterOurEnd() throws {
        let wire = try open()
        wire.session.closeNotify()
        wire.session.receive([23, 3, 3, 0, 20] + [UInt8](repeating: 0, count: 20))
        #expect(wire.session.state == .closed)
        #expect(wire.session.inputEnd == .truncation)
    }

    @Test("a changed byte ends the connection by an alert")
    func tampered() throws {
        var wire = try open()
        wire.client.write([1, 2, 3])
        var bytes = wire.client.takeOutput()
        bytes[bytes.count - 1] ^= 1
        wire.session.receive(bytes)
        #expect(try wire.failure == .violation(reason: "decryption failed or bad record mac"))
        #expect(
            try wire.failure.description == "The client broke the TLS protocol: decryption failed or bad record mac.")
        #expect(wire.session.facts != nil)
        wire.run()
        #expect(wire.client.failure == "sslv3 alert bad record mac")
        #expect(!wire.session.write([1]))
    }
}
