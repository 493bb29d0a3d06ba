import Bytes
import HTTPMessage

/// A table of numbers whose keys are the bytes of paths, or of parts of paths, from a scenario.
struct PathTable: Sendable {
    private struct Entry: Sendable {
        let key: [UInt8]
        let number: Int
    }

    private var table = OpenAddressingTable<Entry>()

    /// The number of `key`; nil if there is none.
    func value(of key: ArraySlice<UInt8>) -> Int? {
        key.withUnsafeBufferPointer { bytes in
            table.first(hash: Self.hash(UnsafeRawBufferPointer(bytes))) { bytes.equals($0.key) }?.number
        }
    }

    /// Adds a number for a key that has none.
    mutating func add(_ number: Int, for key: [UInt8]) {
        table.insert(Entry(key: key, number: number), hash: key.withUnsafeBytes(Self.hash))
    }

    /// Multiplies and folds, eight bytes at a time.
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
        var hash = UInt64(truncatingIfNeeded: bytes.count)
        func mix(_ word: UInt64) {
            hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
        }
        var index = 0
        while index + 8 <= bytes.count {
            mix(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        // The last bytes, twice if there are fewer than eight and more than three.
        if index + 4 <= bytes.count {
            let start = bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)
            let end = bytes.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self)
            mix(UInt64(start) << 32 | UInt64(end))
        } else if index < bytes.count {
            let middle = bytes[(index + bytes.count) / 2]
            mix(UInt64(bytes[index]) << 16 | UInt64(middle) << 8 | UInt64(bytes[bytes.count - 1]))
        }
        return Int(truncatingIfNeeded: hash)
    }
}
