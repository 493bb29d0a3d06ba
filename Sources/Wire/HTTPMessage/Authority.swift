import Bytes

/// The grammar of `host [":" port]` (RFC 3986, section 3.2) in `Host`, `:authority`, an absolute target and CONNECT.
package enum Authority {
    /// Whether `text` is a non-empty host (RFC 9110, section 4.2.1) and a port from 0 to 65535.
    ///
    /// The port may be missing or empty unless `needsPort`.
    package static func isValid(_ text: ArraySlice<UInt8>, needsPort: Bool = false) -> Bool {
        text.withUnsafeBufferPointer { isValid($0, needsPort: needsPort) }
    }

    /// Whether `text` is a non-empty host (RFC 9110, section 4.2.1) and a port from 0 to 65535.
    ///
    /// The port may be missing or empty unless `needsPort`.
    package static func isValid(_ text: UnsafeBufferPointer<UInt8>, needsPort: Bool = false) -> Bool {
        var end = 0
        if text.first == 0x5B {
            guard let bracket = text.firstIndex(of: 0x5D), isAddress(text.bytes(in: 1..<bracket)) else { return false }
            end = bracket + 1
        } else {
            guard let host = endOfName(in: text) else { return false }
            end = host
        }
        guard end < text.count else { return !needsPort }
        guard text[end] == .colon else { return false }
        return isPort(text.bytes(in: end + 1..<text.count), mayBeEmpty: !needsPort)
    }

    /// The host of `authority` in lower case: without user information, port and the brackets of an IPv6 address.
    package static func host(of authority: some Collection<UInt8>) -> [UInt8] {
        var name = Array(authority)[...]
        if let at = name.lastIndex(of: UInt8(ascii: "@")) { name = name[(at + 1)...] }
        if name.first == UInt8(ascii: "["), let end = name.firstIndex(of: UInt8(ascii: "]")) {
            name = name[(name.startIndex + 1)..<end]
        } else if let colon = name.firstIndex(of: .colon), name.lastIndex(of: .colon) == colon {
            name = name[..<colon]
        }
        return name.map(\.asciiLowercased)
    }

    private static func isPort(_ text: UnsafeBufferPointer<UInt8>, mayBeEmpty: Bool) -> Bool {
        guard !text.isEmpty else { return mayBeEmpty }
        var number = 0
        for byte in text {
            guard byte >= 0x30, byte <= 0x39 else { return false }
            number = number * 10 + Int(byte - 0x30)
            guard number <= 65535 else { return false }
        }
        return true
    }

    /// Whether `text` may be an address in brackets. Checks only the bytes, because no connection is made to it.
    private static func isAddress(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.count >= 2 && text.contains(.colon)
            && text.allSatisfy { $0.isHexadecimalDigit || $0 == .colon || $0 == UInt8(ascii: ".") }
    }

    /// The end of the registered name or IPv4 address at the start of `text`: a colon or the end of the text. nil if
    /// it is empty or if other bytes than letters, digits, `-._~!$&'()*+,;=` and percent-encoded bytes come first.
    private static func endOfName(in text: UnsafeBufferPointer<UInt8>) -> Int? {
        var index = 0
        while index < text.count {
            if isNameByte(text[index]) {
                index += 1
            } else if text[index] == .percent {
                guard text.hasHexadecimalPair(behind: index) else { return nil }
                index += 3
            } else if text[index] == .colon {
                break
            } else {
                return nil
            }
        }
        return index == 0 ? nil : index
    }

    /// Whether `byte` is unreserved or a sub-delimiter.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        // One bit for each of the 128 ASCII codes: letters, digits and -._~!$&'()*+,;=.
        let low: UInt64 = 0x2BFF_7FD2_0000_0000
        let high: UInt64 = 0x47FF_FFFE_87FF_FFFE
        return byte < 64 ? (low >> UInt64(byte)) & 1 == 1 : byte < 128 && (high >> UInt64(byte - 64)) & 1 == 1
    }
}
