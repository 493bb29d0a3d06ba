/// The id of a session: 26 letters of base32 (RFC 4648, section 6) in lower case, 130 random bits. Nobody can guess it.
struct SessionID: Hashable, Sendable, CustomStringConvertible {
    static let length = 26
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    /// The first and the next 12 letters, five bits each.
    private let first: UInt64
    private let second: UInt64
    /// The last two.
    private let last: UInt16

    /// A new id, from the system's cryptographic random numbers.
    init() {
        var random = SystemRandomNumberGenerator()
        first = random.next() >> 4
        second = random.next() >> 4
        last = UInt16(truncatingIfNeeded: random.next() & 0x3FF)
    }

    /// The id in these bytes; nil if they are not one.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, ignoringCase: Bool = false) {
        guard bytes.count == Self.length else { return nil }
        var groups: (UInt64, UInt64, UInt64) = (0, 0, 0)
        for (index, byte) in bytes.enumerated() {
            let value: UInt8
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a")
            case UInt8(ascii: "2")...UInt8(ascii: "7"): value = byte - UInt8(ascii: "2") + 26
            case UInt8(ascii: "A")...UInt8(ascii: "Z") where ignoringCase: value = byte - UInt8(ascii: "A")
            default: return nil
            }
            switch index {
            case 0..<12: groups.0 = groups.0 << 5 | UInt64(value)
            case 12..<24: groups.1 = groups.1 << 5 | UInt64(value)
            default: groups.2 = groups.2 << 5 | UInt64(value)
            }
        }
        (first, second, last) = (groups.0, groups.1, UInt16(groups.2))
    }

    /// The id in a text; nil if it is not one.
    init?(_ text: String) {
        var text = text
        guard let id = text.withUTF8({ Self($0) }) else { return nil }
        self = id
    }

    var description: String {
        var letters: [UInt8] = []
        for (group, count) in [(first, 12), (second, 12), (UInt64(last), 2)] {
            for index in 0..<count {
                letters.append(Self.alphabet[Int(group >> UInt64(5 * (count - 1 - index)) & 31)])
            }
        }
        return String(decoding: letters, as: UTF8.self)
    }
}
