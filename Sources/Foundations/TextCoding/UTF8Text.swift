/// Functions on UTF-8 that Swift's own decoding lacks: it does not tell whether it repaired something, and where.
package enum UTF8Text {
    /// The bytes as text; nil if they are not UTF-8.
    package static func decode(_ bytes: some Collection<UInt8>) -> String? {
        firstInvalid(in: bytes) == nil ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// The offset of the first byte that is not valid UTF-8 (RFC 3629, section 4); nil if all are valid.
    package static func firstInvalid(in bytes: some Collection<UInt8>) -> Int? {
        let found = bytes.withContiguousStorageIfAvailable { firstInvalid($0) }
        return found ?? Array(bytes).withUnsafeBufferPointer { firstInvalid($0) }
    }

    /// The number of Unicode scalars in valid UTF-8.
    package static func scalarCount(_ bytes: some Collection<UInt8>) -> Int {
        bytes.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }

    /// Whether all bytes are ASCII.
    package static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var bits: UInt64 = 0
        var offset = 0
        while offset + 8 <= raw.count {
            bits |= raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        while offset < raw.count {
            bits |= UInt64(raw[offset])
            offset += 1
        }
        return bits & 0x8080_8080_8080_8080 == 0
    }

    private static func firstInvalid(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var offset = 0
        while offset < bytes.count {
            if bytes[offset] < 0x80 {
                offset += 1
                continue
            }
            let length = sequenceLength(bytes, at: offset)
            if length == 0 { return offset }
            offset += length
        }
        return nil
    }

    /// The number of bytes that a scalar's first byte announces; 1 for a byte that no scalar begins with.
    package static func length(announcedBy first: UInt8) -> Int {
        first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    }

    /// The number of bytes of the scalar outside ASCII at `offset`; 0 if they are ill-formed (RFC 3629, section 4).
    package static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
        func isTail(_ distance: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
            offset + distance < bytes.count && range.contains(bytes[offset + distance])
        }
        switch bytes[offset] {
        case 0xC2...0xDF: return isTail(1) ? 2 : 0
        case 0xE0: return isTail(1, 0xA0...0xBF) && isTail(2) ? 3 : 0
        case 0xED: return isTail(1, 0x80...0x9F) && isTail(2) ? 3 : 0
        case 0xE1...0xEF: return isTail(1) && isTail(2) ? 3 : 0
        case 0xF0: return isTail(1, 0x90...0xBF) && isTail(2) && isTail(3) ? 4 : 0
        case 0xF1...0xF3: return isTail(1) && isTail(2) && isTail(3) ? 4 : 0
        case 0xF4: return isTail(1, 0x80...0x8F) && isTail(2) && isTail(3) ? 4 : 0
        default: return 0
        }
    }
}
