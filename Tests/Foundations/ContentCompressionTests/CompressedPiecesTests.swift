import ContentCompression
import SeededRandom
import Testing

@Suite("A stream that is compressed piece by piece") struct CompressedPiecesTests {
    @Test("is whole at its end, and every piece can be decoded when it is there", arguments: CompressionFormat.allCases)
    func pieces(format: CompressionFormat) throws {
        var generator = SplitMix(seed: 5)
        let noise = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let pieces: [[UInt8]] = [Array("one".utf8), [], noise, Array(repeating: 7, count: 100_000), Array("end".utf8)]
        let compressed = Compressor.compress(pieces: pieces, as: format)
        #expect(compressed.count == pieces.count)
        let whole = try Decompressor.decompress(compressed.flatMap { $0 }, as: format, limit: 1 << 20)
        #expect(whole == pieces.flatMap { $0 })
        // A flush ends with an empty stored block (RFC 1951, section 3.2.4).
        #expect(compressed[0].suffix(4) == [0, 0, 0xFF, 0xFF])
        #expect(compressed[2].suffix(4) == [0, 0, 0xFF, 0xFF])
    }
}
