import HTTPMessage
import TextCoding

/// A way to compare a value's bytes with the expected ones.
enum TextComparison {
    case equals, equalsIgnoreCase, contains, startsWith, endsWith
    /// A media type, with its parameters if the expected one has any.
    case mediaType

    func matches(_ value: ArraySlice<UInt8>, _ wanted: some BidirectionalCollection<UInt8>) -> Bool {
        switch self {
        case .equals: value.count == wanted.count && value.elementsEqual(wanted)
        case .equalsIgnoreCase: Self.equalIgnoringCase(value, wanted)
        case .startsWith: value.starts(with: wanted)
        case .endsWith: value.reversed().starts(with: wanted.reversed())
        case .contains: Self.contains(value, Array(wanted))
        case .mediaType: MediaTypeValue(value).matches(MediaTypeValue(Array(wanted)[...]))
        }
    }

    /// Ignores the case of ASCII letters first, then of all letters if both are text.
    private static func equalIgnoringCase(
        _ value: ArraySlice<UInt8>, _ wanted: some BidirectionalCollection<UInt8>
    ) -> Bool {
        if value.equalsIgnoringASCIICase(wanted) { return true }
        guard !(value.allSatisfy { $0 < 0x80 } && wanted.allSatisfy { $0 < 0x80 }),
            let a = UTF8Text.decode(value), let b = UTF8Text.decode(wanted)
        else { return false }
        return a.lowercased().utf8.elementsEqual(b.lowercased().utf8)
    }

    private static func contains(_ value: ArraySlice<UInt8>, _ wanted: [UInt8]) -> Bool {
        firstIndex(of: wanted, in: value) != nil
    }

    /// The first index at which `wanted` occurs. Knuth, Morris and Pratt: both the body and the expected text may be long.
    static func firstIndex(of wanted: [UInt8], in value: ArraySlice<UInt8>) -> Int? {
        guard let first = wanted.first else { return value.startIndex }
        if wanted.count == 1 { return value.firstIndex(of: first) }
        guard wanted.count <= value.count else { return nil }
        var fallback = [0]
        fallback.reserveCapacity(wanted.count)
        var length = 0
        for byte in wanted.dropFirst() {
            while length > 0, wanted[length] != byte { length = fallback[length - 1] }
            if wanted[length] == byte { length += 1 }
            fallback.append(length)
        }
        length = 0
        for index in value.indices {
            while length > 0, wanted[length] != value[index] { length = fallback[length - 1] }
            if wanted[length] == value[index] { length += 1 }
            if length == wanted.count { return index + 1 - length }
        }
        return nil
    }
}

/// A parsed `Content-Type` (RFC 9110, section 8.3.1).
struct MediaTypeValue {
    private let type: ArraySlice<UInt8>
    private var parameters: [(name: ArraySlice<UInt8>, value: [UInt8])] = []

    init(_ bytes: ArraySlice<UInt8>) {
        let pieces = Self.pieces(bytes)
        type = pieces.first ?? []
        for piece in pieces.dropFirst() where !piece.isEmpty {
            let name = piece.prefix { $0 != UInt8(ascii: "=") }
            let value = piece[name.endIndex...].dropFirst()
            parameters.append((name.trimmingOptionalWhitespace, Self.unquoted(value.trimmingOptionalWhitespace)))
        }
    }

    var isMultipart: Bool { type.prefix(10).equalsIgnoringASCIICase("multipart/") }

    /// The value of a parameter, without quotes.
    func parameter(_ name: String) -> [UInt8]? {
        parameters.first { $0.name.equalsIgnoringASCIICase(name) }?.value
    }

    /// Whether the type is the expected one. If the expected one has parameters, they must be equal in any order.
    func matches(_ wanted: MediaTypeValue) -> Bool {
        guard type.equalsIgnoringASCIICase(wanted.type) else { return false }
        if wanted.parameters.isEmpty { return true }
        guard parameters.count == wanted.parameters.count else { return false }
        var left = parameters
        for parameter in wanted.parameters {
            guard let index = left.firstIndex(where: { Self.same($0, parameter) }) else { return false }
            left.remove(at: index)
        }
        return true
    }

    /// `charset` has case-insensitive values (RFC 9110, section 8.3.2); a `boundary` does not.
    private static func same(
        _ a: (name: ArraySlice<UInt8>, value: [UInt8]), _ b: (name: ArraySlice<UInt8>, value: [UInt8])
    ) -> Bool {
        guard a.name.equalsIgnoringASCIICase(b.name) else { return false }
        return a.name.equalsIgnoringASCIICase("charset") ? a.value.equalsIgnoringASCIICase(b.value) : a.value == b.value
    }

    /// The pieces between `;`, ignoring those in quoted strings.
    private static func pieces(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in bytes.indices {
            switch bytes[index] {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isQuoted: isEscaped = true
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ";") where !isQuoted:
                pieces.append(bytes[start..<index].trimmingOptionalWhitespace)
                start = index + 1
            default: break
            }
        }
        return pieces + [bytes[start...].trimmingOptionalWhitespace]
    }

    private static func unquoted(_ value: ArraySlice<UInt8>) -> [UInt8] {
        guard value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") else {
            return Array(value)
        }
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in value.dropFirst().dropLast() {
            if byte == UInt8(ascii: "\\"), !isEscaped {
                isEscaped = true
            } else {
                bytes.append(byte)
                isEscaped = false
            }
        }
        return bytes
    }
}
