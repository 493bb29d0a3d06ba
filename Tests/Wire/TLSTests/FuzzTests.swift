import SeededRandom
import Testing

@testable import TLS

@Suite("Bytes at random")
struct FuzzTests {
    @Test("a client's hello with bytes changed, dropped, doubled or cut never opens and never traps", arguments: 0..<8)
    func hellos(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let context = try makeContext()
        let options = Client.Options(
            serverName: "fuzz.example.test", protocols: ["h2", "http/1.1"],
            newest: seed.isMultiple(of: 2) ? TLSVersion.tls12.number : TLSVersion.tls13.number)
        let client = try Client(options)
        client.advance()
        let hello = client.takeOutput()
        var failures = 0
        for _ in 0..<60 {
            var bytes = hello
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let offset = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[offset] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 2 where bytes.count > 1: bytes.remove(at: offset)
                case 3: bytes.insert(contentsOf: bytes[offset...].prefix(40), at: offset)
                default: bytes = bytes.prefix(offset) + [UInt8.random(in: 0...255, using: &random)]
                }
            }
            let session = try TLSSession(context)
            session.receive(bytes, pieceSize: Int.random(in: 1...bytes.count, using: &random))
            var output: [UInt8] = []
            session.takeOutput(into: &output)
            session.receive(hello)
            session.takeOutput(into: &output)
            #expect(session.facts == nil)
            if case .failed(let failure) = session.state {
                failures += 1
                #expect(failure.description.hasSuffix("."))
            } else {
                #expect(session.state == .handshaking)
            }
            session.receiveEnd()
            guard case .failed = session.state else {
                Issue.record("\(session.state)")
                return
            }
        }
        #expect(failures > 10)
    }

    @Test("records at random behind a whole handshake end it by an alert", arguments: 0..<4)
    func records(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let context = try makeContext()
        for _ in 0..<10 {
            var pair = try TLSPair(
                context, .init(newest: seed.isMultiple(of: 2) ? TLSVersion.tls12.number : TLSVersion.tls13.number))
            pair.run()
            _ = try pair.facts
            var bytes: [UInt8] = [UInt8.random(in: 20...23, using: &random), 3, 3, 0, 40]
            bytes += (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
            pair.session.receive(bytes, pieceSize: Int.random(in: 1...45, using: &random))
            _ = try pair.failure
            #expect(pair.session.hasOutput)
        }
    }
}
