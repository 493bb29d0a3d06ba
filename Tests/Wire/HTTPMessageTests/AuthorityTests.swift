import HTTPMessage
import Testing

@Test("a registered name is made of unreserved bytes, sub-delimiters and percent-encoded bytes")
func registeredName() {
    let allowed = Set(
        "-._~!$&'()*+,;=0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    for byte in UInt8.min...UInt8.max where byte != UInt8(ascii: ":") {
        #expect(Authority.isValid([UInt8(ascii: "h"), byte][...]) == allowed.contains(byte), "byte \(byte)")
    }
}

@Test(
    "an authority is a host that is not empty and a port up to 65535",
    arguments: [
        ("h", true, false), ("h:", true, false), ("h:0", true, true), ("h:65535", true, true),
        ("h:65536", false, false),
        ("h:1x", false, false), ("h:1:2", false, false), ("", false, false), (":1", false, false),
        ("%41:1", true, true), ("%4", false, false), ("%4g", false, false), ("%4:1", false, false),
        ("[::1]", true, false), ("[::1]:1", true, true), ("[::1]1", false, false), ("[::1", false, false),
        ("[1]", false, false), ("[]", false, false), ("[::g]", false, false), ("::1", false, false),
    ])
func authority(text: String, isValid: Bool, hasPort: Bool) {
    let bytes = Array(text.utf8)[...]
    #expect(Authority.isValid(bytes) == isValid)
    #expect(Authority.isValid(bytes, needsPort: true) == hasPort)
}

@Test(
    "the host of an authority is in lower case, without user information, port and brackets",
    arguments: [
        ("Example.TEST", "example.test"), ("h:80", "h"), ("h:", "h"), ("[::1]:80", "::1"), ("[::1]", "::1"),
        ("::1", "::1"), ("a:b@H:80", "h"), ("", ""),
    ])
func hostOfAuthority(text: String, host: String) {
    #expect(String(decoding: Authority.host(of: text.utf8), as: UTF8.self) == host)
}
