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
