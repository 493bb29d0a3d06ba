import HTTPMessage
import Testing

@Suite struct HTTP2SettingTests {
    @Test("each setting takes its values and no others", arguments: HTTP2Setting.Name.allCases)
    func ranges(name: HTTP2Setting.Name) throws {
        for value in [name.values.lowerBound, name.values.upperBound] {
            let setting = try #require(HTTP2Setting(name, value))
            #expect(Int(setting.value) == value)
        }
        #expect(HTTP2Setting(name, name.values.lowerBound - 1) == nil)
        #expect(HTTP2Setting(name, name.values.upperBound + 1) == nil)
        #expect(HTTP2Setting.Name(text: name.text) == name)
    }

    @Test("a setting has the RFC's name in lower case, and no other")
    func names() {
        #expect(HTTP2Setting.Name(text: "max_concurrent_streams") == .maxConcurrentStreams)
        #expect(HTTP2Setting.Name(text: "MAX_CONCURRENT_STREAMS") == nil)
    }

    @Test("a value out of range becomes the nearest one in it")
    func clamps() {
        #expect(HTTP2Setting(.initialWindowSize, clamping: -1).value == 0)
        #expect(HTTP2Setting(.initialWindowSize, clamping: .max).value == 0x7FFF_FFFF)
    }
}
