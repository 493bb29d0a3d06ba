import HTTPMessage
import TextCoding

/// The secrets in a value of `Authorization` (RFC 9110, section 11.4), and in what clients write by mistake.
enum Credentials {
    /// Authentication schemes whose credentials are secret.
    static let schemes = ["basic", "bearer", "digest", "dpop", "negotiate", "token"]
    /// Names of parameters that are no secrets, and whose values may stand in all other output.
    private static let openParameters: Set<String> = [
        "algorithm", "charset", "created", "domain", "expires", "headers", "nc", "oauth_signature_method",
        "oauth_version",
        "qop", "realm", "scope", "signedheaders", "stale", "uri", "userhash", "username", "version",
    ]
    /// The most schemes before credentials: some clients put one before a value that has one.
    private static let mostSchemes = 3

    /// What stands behind the scheme, as it is and without quotes, the values of parameters, and the password of `Basic`.
    static func secrets(in value: ArraySlice<UInt8>) -> [[UInt8]] {
        var secrets: [[UInt8]] = []
        var rest = value.trimmingOptionalWhitespace
        for index in 0..<mostSchemes {
            let scheme = rest.prefix(while: isTokenByte)
            let separator = rest[scheme.endIndex...].prefix { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ":") }
            let isKnown = schemes.contains { scheme.equalsIgnoringASCIICase($0) }
            let isScheme = isKnown || index == 0 && separator.contains { $0 != UInt8(ascii: ":") }
            guard !scheme.isEmpty, !separator.isEmpty, isScheme else { break }
            rest = rest[separator.endIndex...]
            secrets.append(Array(rest))
            if scheme.equalsIgnoringASCIICase("basic"), let password = password(in: unquoted(rest)) {
                secrets.append(password)
            }
        }
        if rest.first == UInt8(ascii: "\"") { secrets.append(unquoted(rest)) }
        let pieces = pieces(of: rest)
        secrets += pieces.compactMap(parameter)
        // Several values of one line.
        for (index, piece) in pieces.enumerated() where pieces.count > 1 {
            if index == 0 {
                secrets.append(Array(piece))
            } else if schemes.contains(where: { piece.prefix(while: isTokenByte).equalsIgnoringASCIICase($0) }) {
                secrets += self.secrets(in: piece)
            }
        }
        return secrets
    }

    /// The password in the base64 text of `user:password`, in either alphabet and padded or not.
    private static func password(in text: [UInt8]) -> [UInt8]? {
        let digits = text.prefix { $0 != UInt8(ascii: "=") }.map { digit -> UInt8 in
            switch digit {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: digit
            }
        }
        guard let pair = Base64.decode(digits, .url), let colon = pair.firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        return Array(pair[(colon + 1)...])
    }

    /// The parts between commas and semicolons outside of quotes.
    private static func pieces(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = text
        while !rest.isEmpty {
            var (isQuoted, isEscaped) = (false, false)
            let piece = rest.prefix { byte in
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\"") {
                    isQuoted.toggle()
                } else if isQuoted, byte == UInt8(ascii: "\\") {
                    isEscaped = true
                }
                return isQuoted || byte != UInt8(ascii: ",") && byte != UInt8(ascii: ";")
            }
            rest = rest[piece.endIndex...].dropFirst()
            pieces.append(piece.trimmingOptionalWhitespace)
        }
        return pieces
    }

    /// The value of `name=value` or `name="value"`; nil if it is not secret, and for other text.
    private static func parameter(_ piece: ArraySlice<UInt8>) -> [UInt8]? {
        let name = piece.prefix { $0 != UInt8(ascii: "=") }
        let value = piece[name.endIndex...].dropFirst().trimmingOptionalWhitespace
        let bareName = name.trimmingOptionalWhitespace
        guard !bareName.isEmpty, bareName.allSatisfy(isTokenByte), !value.isEmpty,
            !openParameters.contains(String(decoding: bareName, as: UTF8.self).lowercased())
        else { return nil }
        return unquoted(value)
    }

    /// The content of a quoted string (RFC 9110, section 5.6.4), which may be cut; other text as it is.
    private static func unquoted(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.first == UInt8(ascii: "\"") else { return Array(text) }
        var content: [UInt8] = []
        var isEscaped = false
        for byte in text.dropFirst() {
            if !isEscaped, byte == UInt8(ascii: "\"") { break }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            if !isEscaped { content.append(byte) }
        }
        return content
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._".utf8.contains(byte)
        }
    }
}
