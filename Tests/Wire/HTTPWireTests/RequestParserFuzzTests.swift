import HTTPWire
import HTTPWireVectors
import SeededRandom
import Testing

/// Bytes with a meaning for a parser of HTTP.
private let telling = Array("\r\n\0 \t:;,=\"\\/?#*[]0159aFgxX%.-_@\u{7F}".utf8) + [0x80, 0xFF]

@Test("mutated vectors trap nowhere, and no cut of them changes what comes out", arguments: [1, 2, 3, 4])
func mutatedVectors(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    let vectors = RequestVector.all.filter { $0.bytes.count < 300 }
    for _ in 0..<150 {
        guard var bytes = vectors.randomElement(using: &generator)?.bytes else { continue }
        if Bool.random(using: &generator), let other = vectors.randomElement(using: &generator) {
            bytes += other.bytes
        }
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
            let offset = Int.random(in: bytes.indices, using: &generator)
            let byte = telling.randomElement(using: &generator) ?? 0
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[offset] = byte
            case 1: bytes.insert(byte, at: offset)
            case 2: bytes.remove(at: offset)
            default:
                let end = min(bytes.count, offset + Int.random(in: 1...20, using: &generator))
                bytes.insert(contentsOf: bytes[offset..<end], at: offset)
            }
        }
        let limits = HTTP1Limits(
            requestLine: 64, fieldBytes: Int.random(in: 1...160, using: &generator), fieldCount: 4, body: 24)
        let whole = outcome(of: [bytes[...]], limits: limits)
        let middle = Int.random(in: 0...bytes.count, using: &generator)
        #expect(
            outcome(of: [bytes[..<middle], bytes[middle...]], limits: limits) == whole, "\(bytes) cut at \(middle)")
        #expect(outcome(of: bytes.indices.map { bytes[$0...$0] }, limits: limits) == whole, "\(bytes)")
    }
}
