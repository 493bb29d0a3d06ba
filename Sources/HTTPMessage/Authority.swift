/// The grammar of `host [":" port]` (RFC 3986, section 3.2), as `Host`, `:authority`, an absolute target and
/// CONNECT have it.
public enum Authority {
    /// Whether `text` is a host that is not empty (RFC 9110, section 4.2.1) and a port from 0 to 65535.
    ///
    /// The port may be missing or empty unless it is needed.
    public static func isValid(_ text: ArraySlice<UInt8>, needsPort: Bool = false) -> Bool {
        let host: ArraySlice<UInt8>
        if text.first == 0x5B {
            guard let bracket = text.firstIndex(of: 0x5D) else { return false }
            guard isAddress(text[(text.startIndex + 1)..<bracket]) else { return false }
            host = text[...bracket]
        } else {
            host = text[..<(text.firstIndex(of: 0x3A) ?? text.endIndex)]
            guard isName(host) else { return false }
        }
        guard host.endIndex < text.endIndex else { return !needsPort }
        guard text[host.endIndex] == 0x3A else { return false }
        return isPort(text[(host.endIndex + 1)...], mayBeEmpty: !needsPort)
    }

    private static func isPort(_ text: ArraySlice<UInt8>, mayBeEmpty: Bool) -> Bool {
        guard !text.isEmpty else { return mayBeEmpty }
        var number = 0
        for byte in text {
            guard byte >= 0x30, byte <= 0x39 else { return false }
            number = number * 10 + Int(byte - 0x30)
            guard number <= 65535 else { return false }
        }
        return true
    }

    /// What may stand between brackets, loosely: only the bytes are checked, as nothing is connected to.
    private static func isAddress(_ text: ArraySlice<UInt8>) -> Bool {
        text.count >= 2 && text.contains(0x3A)
            && text.allSatisfy { isHexadecimal($0) || $0 == 0x3A || $0 == UInt8(ascii: ".") }
    }

    /// A registered name or an IPv4 address: letters, digits, `-._~!$&'()*+,;=` and percent-encoded bytes.
    private static func isName(_ text: ArraySlice<UInt8>) -> Bool {
        guard !text.isEmpty else { return false }
        var index = text.startIndex
        while index < text.endIndex {
            switch text[index] {
            case 0x25:
                guard index + 2 < text.endIndex, isHexadecimal(text[index + 1]), isHexadecimal(text[index + 2]) else {
                    return false
                }
                index += 3
            case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
                index += 1
            case UInt8(ascii: "#"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "|"):
                return false
            case let byte:
                // The four above apart, a token byte is an unreserved one or a sub-delimiter.
                guard byte.isTokenByte else { return false }
                index += 1
            }
        }
        return true
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        let lower = byte.asciiLowercased
        return byte >= 0x30 && byte <= 0x39 || lower >= 0x61 && lower <= 0x66
    }
}
