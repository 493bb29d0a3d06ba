import ContentCompression
import SeededRandom
import Testing

@Suite("Compression and decompression")
struct DecompressorTests {
    private let hello = Array("hello".utf8)

    private func error(
        _ bytes: some Collection<UInt8>, _ format: CompressionFormat = .gzip, limit: Int = 1 << 20
    ) -> String? {
        do throws(DecompressionError) {
            _ = try Decompressor.decompress(bytes, as: format, limit: limit)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(
        "bytes of other programs are decompressed",
        arguments: [
            (GzipVectors.hello, CompressionFormat.gzip), (GzipVectors.helloWithFields, .gzip),
            (GzipVectors.zlib, .deflate),
        ])
    func others(bytes: [UInt8], format: CompressionFormat) throws {
        #expect(try Decompressor.decompress(bytes, as: format, limit: 5) == hello)
    }

    @Test("several gzip members are one text, and a zlib stream behind another is not")
    func members() throws {
        let twice = GzipVectors.hello + GzipVectors.helloWithFields
        #expect(try Decompressor.decompress(twice, as: .gzip, limit: 10) == hello + hello)
        #expect(error(twice, limit: 9) == "it expands to more than 9 bytes")
        #expect(
            error(GzipVectors.zlib + GzipVectors.zlib, .deflate)
                == "the deflate data ends at offset 13, but 13 more bytes follow")
    }

    @Test(
        "what is compressed comes back, and is compressed alike each time", arguments: CompressionFormat.allCases,
        [0, 1, 5, 1000, 70_000, 3_000_000])
    func roundTrip(format: CompressionFormat, count: Int) throws {
        var random = SplitMix(seed: UInt64(count))
        // A part repeats, another is random.
        let bytes = (0..<count).map { $0 % 3 == 0 ? UInt8.random(in: 0...255, using: &random) : UInt8($0 & 0xF) }
        let compressed = Compressor.compress(bytes, as: format)
        #expect(compressed == Compressor.compress(AnyCollection(bytes), as: format))
        #expect(try Decompressor.decompress(compressed, as: format, limit: count) == bytes)
        if count > 0 {
            #expect(error(compressed, format, limit: count - 1) == "it expands to more than \(count - 1) bytes")
        }
    }

    @Test("the header of gzip holds neither time nor name nor system")
    func header() {
        #expect(Compressor.compress(hello, as: .gzip).prefix(10) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
    }

    @Test(
        "each cut of a valid text ends early",
        arguments: [
            (GzipVectors.helloWithFields, CompressionFormat.gzip), (GzipVectors.zlib, .deflate),
        ])
    func cuts(bytes: [UInt8], format: CompressionFormat) {
        for count in 0..<bytes.count {
            let size = "\(count) \(count == 1 ? "byte" : "bytes")"
            #expect(error(bytes.prefix(count), format) == "the \(format) data ends early, after \(size)")
        }
    }

    @Test("bytes behind the end are counted")
    func trailing() {
        #expect(error(GzipVectors.hello + [0]) == "the gzip data ends at offset 25, but 1 more byte follows")
        #expect(error(GzipVectors.hello + [0x1F]) == "the gzip data ends early, after 26 bytes")
        #expect(
            error(GzipVectors.zlib + [1, 2], .deflate) == "the deflate data ends at offset 13, but 2 more bytes follow")
    }

    @Test("another format is named by its first bytes")
    func formats() {
        #expect(error(GzipVectors.zlib) == "it does not begin like gzip")
        for other in [GzipVectors.hello, GzipVectors.raw, hello] {
            #expect(
                error(other, .deflate) == "it does not begin like deflate, which is the zlib format (RFC 9110, 8.4.1.2)"
            )
        }
    }

    @Test(
        "a changed byte is found by the format or by its checksum",
        arguments: [
            (10, UInt8(0xFF), "the gzip data breaks at offset 11: invalid block type"),
            (17, 0, "the gzip data breaks at offset 21: incorrect data check"),
            (21, 6, "the gzip data breaks at offset 25: incorrect length check"),
            (2, 7, "the gzip data breaks at offset 4: unknown compression method"),
            (3, 0xE0, "the gzip data breaks at offset 4: unknown header flags set"),
        ])
    func corrupt(index: Int, byte: UInt8, text: String) {
        var bytes = GzipVectors.hello
        bytes[index] = byte
        #expect(error(bytes) == text)
    }

    @Test("a zlib stream with a preset dictionary is refused")
    func dictionary() {
        #expect(
            error([0x78, 0xBB, 0, 0, 0, 1] + GzipVectors.raw, .deflate)
                == "the deflate data breaks at offset 6: it needs a preset dictionary")
    }

    @Test("a bomb is given up at the limit", arguments: CompressionFormat.allCases)
    func bomb(format: CompressionFormat) {
        let bomb = Compressor.compress([UInt8](repeating: 0, count: 20 << 20), as: format)
        #expect(bomb.count < 25_000)
        #expect(error(bomb, format, limit: 100_000) == "it expands to more than 100000 bytes")
        #expect(error(bomb, format, limit: 20 << 20) == nil)
        #expect(error(bomb, format, limit: 0) == "it expands to more than 0 bytes")
    }

    @Test("random changes never give other text than the whole one")
    func fuzz() throws {
        var random = SplitMix(seed: 7)
        let text = Array("The quick brown fox jumps over the lazy dog. ".utf8) + (0..<200).map { UInt8($0) }
        for format in CompressionFormat.allCases {
            let compressed = Compressor.compress(text, as: format)
            for _ in 0..<2000 {
                var bytes = compressed
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                // Changes of the header's time, name or system leave the text as it is.
                if let result = try? Decompressor.decompress(bytes, as: format, limit: 4096) {
                    #expect(result == text)
                }
            }
        }
    }
}
