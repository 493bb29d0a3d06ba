import Testing
import TextCoding

@Suite("Percent-encoding and forms")
struct PercentTests {
    @Test(
        "a segment is decoded once",
        arguments: [
            ("", ""), ("abc", "abc"), ("a%20b", "a b"), ("a%2Fb", "a/b"), ("%c3%A9", "é"), ("%2520", "%20"),
            ("a+b", "a+b"),
            ("é", "é"),
        ])
    func decode(encoded: String, plain: String) {
        let decoded = Percent.decode(encoded)
        #expect(decoded.text == plain)
        #expect(decoded.isWellFormed)
    }

    @Test(
        "a percent sign without two digits stays as it stands and is told",
        arguments: ["%", "a%", "a%2", "%zz", "%2g", "%%20%", "100%25%"])
    func malformed(_ text: String) {
        let decoded = Percent.decode(text)
        #expect(!decoded.isWellFormed)
        #expect(decoded.text == nil)
        #expect(decoded.bytes.contains(UInt8(ascii: "%")))
    }

    @Test("bytes that are no UTF-8 are bytes, but no text")
    func noText() {
        let decoded = Percent.decode("%ff")
        #expect(decoded.bytes == [0xFF])
        #expect(decoded.isWellFormed)
        #expect(decoded.text == nil)
    }

    @Test("plus is a space only where it is asked for")
    func plus() {
        #expect(Percent.decode("a+b%2B", plusIsSpace: true).text == "a b+")
    }

    @Test("all but the unreserved characters is encoded")
    func encode() {
        let unreserved = "ABCXYZabcxyz0189-._~"
        #expect(Percent.encode(unreserved) == unreserved)
        #expect(Percent.encode("a b/é+%") == "a%20b%2F%C3%A9%2B%25")
        let all = (0...255).map { UInt8($0) }
        #expect(Percent.decode(Percent.encode(all)).bytes == all)
    }

    @Test(
        "pairs keep order and repeats",
        arguments: [
            ("", []), ("a", ["a="]), ("a=", ["a="]), ("a=1", ["a=1"]), ("a=1&a=2&b", ["a=1", "a=2", "b="]),
            ("=x", ["=x"]), ("a=b=c", ["a=b=c"]), ("&&a=1&", ["a=1"]), ("a+b=c+d%26", ["a b=c d&"]),
            ("%61=%3D", ["a=="]),
        ] as [(String, [String])])
    func pairs(text: String, expected: [String]) {
        let pairs = Form.pairs(text)
        #expect(pairs.map { String(decoding: $0.name + [0x3D] + $0.value, as: UTF8.self) } == expected)
        #expect(!pairs.contains { !$0.isWellFormed })
    }

    @Test("a malformed pair is told, the others are not")
    func malformedPair() {
        #expect(Form.pairs("a=%&b=1&%2=1").map(\.isWellFormed) == [false, true, false])
    }

    @Test("the first byte that is not UTF-8 is found")
    func utf8() {
        #expect(UTF8Text.firstInvalid(in: Array("aé😀".utf8)) == nil)
        #expect(UTF8Text.firstInvalid(in: [0x61, 0xC3, 0x61]) == 1)
        #expect(UTF8Text.firstInvalid(in: [0xED, 0xA0, 0x80]) == 0)
        #expect(UTF8Text.firstInvalid(in: [0x61, 0xF0, 0x9F, 0x98]) == 1)
        #expect(UTF8Text.firstInvalid(in: [0xC0, 0x80]) == 0)
        for count in 0...20 {
            var bytes = [UInt8](repeating: 0x7F, count: count)
            #expect(bytes.withUnsafeBufferPointer { UTF8Text.isASCII($0) })
            for index in bytes.indices {
                bytes[index] = 0x80
                #expect(!bytes.withUnsafeBufferPointer { UTF8Text.isASCII($0) })
                bytes[index] = 0x7F
            }
        }
        #expect(UTF8Text.decode([0xFF]) == nil)
        #expect(UTF8Text.scalarCount("aé😀e\u{301}".utf8) == 5)
    }
}
