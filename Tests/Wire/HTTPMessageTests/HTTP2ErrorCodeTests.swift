import HTTPMessage
import Testing

@Suite struct HTTP2ErrorCodeTests {
    @Test("each registered code has its name", arguments: HTTP2ErrorCode.names.enumerated().map { $0 })
    func codes(number: Int, name: String) throws {
        let code = try #require(HTTP2ErrorCode(name: name))
        #expect(code.rawValue == UInt32(number))
        #expect(code.description == name)
    }

    @Test("a code that is not registered has a number for a name")
    func unknownCode() {
        #expect(HTTP2ErrorCode(rawValue: 14).description == "0xe")
        #expect(HTTP2ErrorCode(name: "cancel") == nil)
        #expect(HTTP2ErrorCode(name: "NO_SUCH") == nil)
    }
}
