import COpenSSL
import Testing

@testable import TLS

@Suite("Plaintext")
struct TransferTests {
    private func open(_ version: TLSVersion = .tls13, fault: InjectedTLSFault? = nil) throws -> TLSPair {
        var pair = try TLSPair(makeContext(), fault: fault, .init(newest: version.number))
        pair.run()
        _ = try pair.facts
        return pair
    }

    @Test(
        "a megabyte each way, whole and in pieces of any size", arguments: [TLSVersion.tls12, .tls13],
        [Int.max, 65_536, 1_021])
    func large(_ version: TLSVersion, pieceSize: Int) throws {
        var pair = try open(version)
        pair.pieceSize = pieceSize
        let body = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        pair.client.write(body)
        #expect(pair.session.write(body))
        pair.run()
        #expect(pair.received == body)
        #expect(pair.client.received == body)
    }

    @Test("what is taken is appended, once")
    func appended() throws {
        let pair = try open()
        pair.client.write([3, 4])
        pair.session.receive(pair.client.takeOutput())
        var taken: [UInt8] = [1, 2]
        pair.session.takePlaintext(into: &taken)
        pair.session.takePlaintext(into: &taken)
        #expect(taken == [1, 2, 3, 4])
        pair.session.write([])
        #expect(!pair.session.hasOutput)
        pair.session.write([9])
        #expect(pair.session.hasOutput)
        var output: [UInt8] = [0]
        pair.session.takeOutput(into: &output)
        #expect(output.starts(with: [0, 23, 3, 3]))
        #expect(!pair.session.hasOutput)
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
        var pair = try open(version)
        pair.client.write([1])
        pair.client.closeNotify()
        pair.session.receive(pair.client.takeOutput())
        #expect(pair.session.inputEnd == .closeNotify)
        pair.session.receiveEnd()
        #expect(pair.session.inputEnd == .closeNotify)
        var taken: [UInt8] = []
        pair.session.takePlaintext(into: &taken)
        #expect(taken == [1])
        #expect(pair.session.write([2]))
        pair.session.closeNotify()
        pair.run()
        #expect(pair.client.received == [2])
        #expect(pair.client.sawCloseNotify)
    }

    @Test("an end without close_notify is a truncation")
    func truncation() throws {
        let pair = try open()
        pair.client.write([1, 2, 3])
        pair.session.receive(Array(pair.client.takeOutput().dropLast()))
        #expect(pair.session.inputEnd == nil)
        pair.session.receiveEnd()
        #expect(pair.session.inputEnd == .truncation)
        var taken: [UInt8] = []
        pair.session.takePlaintext(into: &taken)
        #expect(taken.isEmpty)
    }

    @Test("our close_notify comes behind what was written, and nothing after it")
    func ourEnd() throws {
        var pair = try open()
        pair.session.write([1])
        pair.session.closeNotify()
        pair.session.closeNotify()
        #expect(pair.session.state == .closed)
        #expect(!pair.session.write([2]))
        pair.run()
        #expect(pair.client.received == [1])
        #expect(pair.client.sawCloseNotify)
        pair.client.write([3])
        pair.client.closeNotify()
        pair.run()
        #expect(pair.received.isEmpty)
        #expect(pair.session.inputEnd == .closeNotify)
    }

    @Test("what the client breaks after our end is no failure")
    func brokenAfterOurEnd() throws {
        let pair = try open()
        pair.session.closeNotify()
        pair.session.receive([23, 3, 3, 0, 20] + [UInt8](repeating: 0, count: 20))
        #expect(pair.session.state == .closed)
        #expect(pair.session.inputEnd == .truncation)
    }

    @Test("a changed byte ends the connection by an alert")
    func tampered() throws {
        var pair = try open()
        pair.client.write([1, 2, 3])
        var bytes = pair.client.takeOutput()
        bytes[bytes.count - 1] ^= 1
        pair.session.receive(bytes)
        #expect(try pair.failure == .violation(reason: "decryption failed or bad record mac"))
        #expect(
            try pair.failure.description == "The client broke the TLS protocol: decryption failed or bad record mac.")
        #expect(pair.session.facts != nil)
        pair.run()
        #expect(pair.client.failure == "sslv3 alert bad record mac")
        #expect(!pair.session.write([1]))
    }
}
