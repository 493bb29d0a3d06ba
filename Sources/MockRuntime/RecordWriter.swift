/// Writes the parts of a record one after the other. Their total size must equal the given memory.
struct RecordWriter {
    private let room: UnsafeMutableRawBufferPointer
    private var index = 0

    init(_ room: UnsafeMutableRawBufferPointer) { self.room = room }

    mutating func put(int32 number: Int) {
        room.storeBytes(of: Int32(truncatingIfNeeded: number), toByteOffset: index, as: Int32.self)
        index += 4
    }

    mutating func put(int64 number: Int64) {
        room.storeBytes(of: number, toByteOffset: index, as: Int64.self)
        index += 8
    }

    /// Writes the number of bytes, and the bytes.
    mutating func put(_ bytes: [UInt8]) {
        put(int32: bytes.count)
        bytes.withUnsafeBytes { put(raw: $0) }
    }

    /// The size in bytes.
    static func size(_ text: String?) -> Int { 4 + (text?.utf8.count ?? 0) }

    /// Writes the number of UTF-8 bytes, and the bytes; -1 for nil.
    mutating func put(_ text: String?) {
        guard var text else { return put(int32: -1) }
        text.withUTF8 {
            put(int32: $0.count)
            put(raw: UnsafeRawBufferPointer($0))
        }
    }

    private mutating func put(raw bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: room[index..<index + bytes.count]).copyMemory(from: bytes)
        index += bytes.count
    }
}

/// Reads what a `RecordWriter` wrote, in the same order.
struct RecordReader {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func int32() -> Int {
        defer { index += 4 }
        return Int(bytes.loadUnaligned(fromByteOffset: index, as: Int32.self))
    }

    mutating func int64() -> Int64 {
        defer { index += 8 }
        return bytes.loadUnaligned(fromByteOffset: index, as: Int64.self)
    }

    mutating func array() -> [UInt8] {
        Array(raw(int32()))
    }

    mutating func string() -> String? {
        let count = int32()
        return count < 0 ? nil : String(decoding: raw(count), as: UTF8.self)
    }

    private mutating func raw(_ count: Int) -> UnsafeRawBufferPointer {
        defer { index += count }
        return UnsafeRawBufferPointer(rebasing: bytes[index..<index + count])
    }
}
