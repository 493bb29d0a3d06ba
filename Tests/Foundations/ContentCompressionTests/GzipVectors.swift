/// Bytes that Python's `zlib` and `gzip` wrote.
enum GzipVectors {
    /// `hello` as gzip with a header of ten bytes.
    static let hello: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + raw + trailer
    /// The same with every optional part of a header: FTEXT, FHCRC, FEXTRA, FNAME and FCOMMENT (RFC 1952, section 2.3).
    static let helloWithFields: [UInt8] =
        [0x1F, 0x8B, 8, 0x1F, 0, 0, 0, 0, 0, 3, 4, 0, 0x41, 0x42, 0, 0, 0x61, 0, 0x62, 0, 0x4A, 0xFE] + raw + trailer
    /// `hello` in the zlib format.
    static let zlib: [UInt8] = [0x78, 0x9C] + raw + [0x06, 0x2C, 0x02, 0x15]
    /// The deflate data of all three.
    static let raw: [UInt8] = [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
    /// CRC-32 and size of `hello`.
    private static let trailer: [UInt8] = [0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0]
}
