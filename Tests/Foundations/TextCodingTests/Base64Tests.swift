import Testing
import TextCoding

@Suite("Base64 and hexadecimal")
struct Base64Tests {
    @Test(
        "the vectors of RFC 4648, section 10, both ways",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func standard(plain: String, encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
        let unpadded = encoded.filter { $0 != "=" }
        #expect(Base64.encode(Array(plain.utf8), .url) == unpadded)
        #expect(Base64.decode(unpadded, .url) == Array(plain.utf8))
        #expect(Base64.decode(encoded, .url) == Array(plain.utf8))
    }

    @Test("the two alphabets differ in two characters")
    func alphabets() {
        let bytes: [UInt8] = [0xFB, 0xEF, 0xFF]
        #expect(Base64.encode(bytes) == "++//")
        #expect(Base64.encode(bytes, .url) == "--__")
        #expect(Base64.decode("++//", .url) == nil)
        #expect(Base64.decode("--__") == nil)
    }

    @Test("all bytes survive")
    func allBytes() {
        let bytes = (0...255).map { UInt8($0) }
        for drop in 0..<4 {
            #expect(Base64.decode(Base64.encode(bytes.dropFirst(drop))) == Array(bytes.dropFirst(drop)))
            #expect(Base64.decode(Base64.encode(bytes.dropFirst(drop), .url), .url) == Array(bytes.dropFirst(drop)))
        }
        #expect(Hex.decode(Hex.encode(bytes)) == bytes)
    }

    @Test(
        "what is not strictly base64 is refused",
        arguments: [
            "Z", "Zg", "Zg=", "Zg===", "Zm8", "Zm8==", "Zm9v=", "=", "====", "Zg==Zg==", "Z=g=", "Zh==", "Zm9=",
            "Zm 8=", "Zm8=\n", "Zm9é",
        ])
    func refused(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test("white space is let through only when asked for")
    func space() {
        #expect(Base64.decode("Zm9v\n  YmFy\r\n", ignoresSpace: true) == Array("foobar".utf8))
        #expect(Base64.decode("Zm9v\nYmFy") == nil)
    }

    @Test("in the url alphabet padding is right or absent", arguments: ["Zg=", "Zm8==", "Z", "Zh"])
    func urlRefused(_ text: String) {
        #expect(Base64.decode(text, .url) == nil)
    }

    @Test("hexadecimal is read in either case and written in lower")
    func hex() {
        #expect(Hex.encode([0x00, 0xAB, 0xFF]) == "00abff")
        #expect(Hex.decode("00aBFf") == [0x00, 0xAB, 0xFF])
        #expect(Hex.decode("") == [])
    }

    @Test("what is no hexadecimal is refused", arguments: ["0", "abc", "0g", " 00", "0x00", "é"])
    func hexRefused(_ text: String) {
        #expect(Hex.decode(text) == nil)
    }
}
