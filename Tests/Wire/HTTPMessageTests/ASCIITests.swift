import HTTPMessage
import Testing

@Test("a token is made of the 77 bytes that RFC 9110 names")
func tokenBytes() {
    let allowed = Set(
        "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    for byte in UInt8.min...UInt8.max {
        #expect(byte.isTokenByte == allowed.contains(byte), "byte \(byte)")
    }
    #expect("PROP-FIND".utf8.isToken)
    #expect(!"".utf8.isToken)
    #expect(!"a b".utf8.isToken)
}

@Test("bytes are equal if each of them is, however many there are", arguments: 0...25)
func equalBytes(count: Int) {
    let bytes = (0..<count).map { UInt8($0) }
    bytes.withUnsafeBufferPointer { buffer in
        #expect(buffer.equals(bytes))
        #expect(!buffer.equals(bytes + [0]))
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 0x80
            #expect(!buffer.equals(other), "byte \(index)")
        }
    }
}
