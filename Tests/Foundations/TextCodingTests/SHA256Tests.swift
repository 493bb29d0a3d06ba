import Testing
import TextCoding

@Suite("SHA-256")
struct SHA256Tests {
    @Test(
        "the vectors of FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
        ])
    func vectors(message: String, digest: String) {
        #expect(Hex.encode(SHA256.hash(Array(message.utf8))) == digest)
    }

    @Test("it does not matter how a message is cut into pieces")
    func pieces() {
        let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for size in [1, 3, 55, 56, 63, 64, 65, 128, 299] {
            var hash = SHA256()
            for start in stride(from: 0, to: message.count, by: size) {
                hash.update(message[start..<min(start + size, message.count)])
            }
            #expect(hash.finalized() == SHA256.hash(message))
        }
        // Lengths around which the padding needs another block.
        #expect(
            Hex.encode(SHA256.hash(Array(repeating: 0x61, count: 55)))
                == "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318")
        #expect(
            Hex.encode(SHA256.hash(Array(repeating: 0x61, count: 56)))
                == "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a")
        #expect(
            Hex.encode(SHA256.hash(Array(repeating: 0x61, count: 64)))
                == "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb")
    }

    @Test(
        "the vectors of RFC 4231",
        arguments: [
            (
                Array(repeating: 0x0b, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                Array(repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ] as [([UInt8], String, String)])
    func authentication(key: [UInt8], message: String, digest: String) {
        #expect(Hex.encode(SHA256.authenticate(Array(message.utf8), key: key)) == digest)
    }
}
