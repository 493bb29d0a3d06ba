import HTTPMessage

/// A range that a `Range` field asks for (RFC 9110, section 14.1.2).
enum ByteRange: Hashable, Sendable {
    /// From the first number on, to the last one or to the end.
    case from(Int, to: Int?)
    /// The last bytes.
    case suffix(Int)

    /// The most ranges of one request: more cost the server much and a client nothing (RFC 9110, section 14.2).
    private static let limit = 256

    /// The ranges of a field's value; nil if the field is to be ignored, because its unit is unknown or it is malformed.
    static func parse(_ value: ArraySlice<UInt8>) -> [ByteRange]? {
        guard let sign = value.firstIndex(of: UInt8(ascii: "=")),
            value[..<sign].trimmingOptionalWhitespace.equalsIgnoringASCIICase("bytes")
        else { return nil }
        var ranges: [ByteRange] = []
        for element in value[(sign + 1)...].split(separator: UInt8(ascii: ",")) {
            let text = element.trimmingOptionalWhitespace
            if text.isEmpty { continue }
            guard let range = ByteRange(text) else { return nil }
            ranges.append(range)
        }
        return ranges.isEmpty || ranges.count > limit ? nil : ranges
    }

    private init?(_ text: ArraySlice<UInt8>) {
        guard let dash = text.firstIndex(of: UInt8(ascii: "-")) else { return nil }
        let (first, last) = (text[..<dash], text[(dash + 1)...])
        if first.isEmpty {
            guard let count = Self.number(last) else { return nil }
            self = .suffix(count)
            return
        }
        guard let start = Self.number(first) else { return nil }
        if last.isEmpty {
            self = .from(start, to: nil)
            return
        }
        guard let end = Self.number(last), end >= start else { return nil }
        self = .from(start, to: end)
    }

    /// A number of digits; one that is too large counts as the largest.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self)) ?? .max
    }

    /// The bytes of it in a body of `size` bytes; nil if there are none.
    func bytes(ofBody size: Int) -> Range<Int>? {
        switch self {
        case .from(let first, let last):
            guard first < size else { return nil }
            return first..<(min(last ?? .max, size - 1) + 1)
        case .suffix(let count):
            guard count > 0, size > 0 else { return nil }
            return size - min(count, size)..<size
        }
    }
}
