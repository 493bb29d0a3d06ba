import Testing

@testable import MockServerCLI

@Suite struct ByteSizeTests {
    @Test(
        "a size is a number of bytes, or has a unit",
        arguments: [
            ("0", 0, "0B"), ("512", 512, "512B"), ("512B", 512, "512B"), ("64KiB", 65_536, "64KiB"),
            ("16MiB", 16_777_216, "16MiB"), ("2048KiB", 2_097_152, "2MiB"), ("1GiB", 1_073_741_824, "1GiB"),
        ])
    func accepted(text: String, bytes: Int, shown: String) throws {
        let size = try ByteSize(text)
        #expect(size.bytes == bytes)
        #expect(size.description == shown)
    }

    @Test(
        "what is no size is refused",
        arguments: [
            "", "KiB", "-1", "+1", "1.5MiB", "1 MiB", "1mib", "1MB", "0x10", "٣", "99999999999999999999",
            "9223372036854775807GiB",
        ])
    func refused(text: String) {
        #expect(throws: (any Error).self) { try ByteSize(text) }
    }
}
