import HTTPWire
import HTTPWireVectors
import SeededRandom
import Testing

/// Bytes with a meaning for a parser of HTTP.
private let telling = Array("\r\n\0 \t:;,=\"\\/?#*[]0159aFgxX%.-_@\u{7F}".utf8) + [0x80, 0xFF]

/// Changes up to three bytes, or repeats up to 20 of them.
private func mutate(_ bytes: inout [UInt8], using generator: inout SplitMix) {
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
}

@Test("mutated vectors trap nowhere, and no cut of them changes what comes out", arguments: [1, 2, 3, 4])
func mutatedVectors(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    let vectors = RequestVector.all.filter { $0.bytes.count < 300 }
    for _ in 0..<150 {
        guard var bytes = vectors.randomElement(using: &generator)?.bytes else { continue }
        if Bool.random(using: &generator), let other = vectors.randomElement(using: &generator) {
            bytes += other.bytes
        }
        mutate(&bytes, using: &generator)
        let limits = HTTP1Limits(
            requestLine: 64, fieldBytes: Int.random(in: 1...160, using: &generator), fieldCount: 4, body: 24)
        let whole = outcome(of: [bytes[...]], limits: limits)
        let middle = Int.random(in: 0...bytes.count, using: &generator)
        #expect(
            outcome(of: [bytes[..<middle], bytes[middle...]], limits: limits) == whole, "\(bytes) cut at \(middle)")
        #expect(outcome(of: bytes.indices.map { bytes[$0...$0] }, limits: limits) == whole, "\(bytes)")
    }
}

@Test("mutated responses trap nowhere, and no cut of them changes what comes out", arguments: [1, 2, 3, 4])
func mutatedResponses(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    let vectors = ResponseVector.all.filter { $0.bytes.count < 300 }
    for _ in 0..<150 {
        guard let vector = vectors.randomElement(using: &generator) else { continue }
        var bytes = vector.bytes
        if Bool.random(using: &generator), let other = vectors.randomElement(using: &generator) {
            bytes += other.bytes
        }
        mutate(&bytes, using: &generator)
        let limits = HTTP1ResponseLimits(
            statusLine: Int.random(in: 1...64, using: &generator),
            fieldBytes: Int.random(in: 1...160, using: &generator),
            fieldCount: 4, informationalResponses: 2)
        let whole = responseOutcome(of: [bytes[...]], to: vector.method, limits: limits)
        let middle = Int.random(in: 0...bytes.count, using: &generator)
        #expect(
            responseOutcome(of: [bytes[..<middle], bytes[middle...]], to: vector.method, limits: limits) == whole,
            "\(bytes) cut at \(middle)")
        #expect(
            responseOutcome(of: bytes.indices.map { bytes[$0...$0] }, to: vector.method, limits: limits) == whole,
            "\(bytes)")
    }
}
