import HTTPMessage
import Scenarios

/// An origin as browsers send it (Fetch standard, section "`Origin` header"; RFC 6454, section 6.2).
struct WebOrigin {
    /// Scheme, host, and port unless that is the scheme's default, in lower case.
    let serialized: String

    private static let defaultPorts = ["http": 80, "https": 443]

    /// The origin of a URL; nil if the text is not the beginning of one.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let end = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[end...].starts(with: "://".utf8),
            let scheme = Self.scheme(bytes[..<end])
        else { return nil }
        var authority = bytes[(end + 3)...].prefix { !"/?#".utf8.contains($0) }
        if let user = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(user + 1)...] }
        guard Authority.isValid(authority), authority.allSatisfy(Self.isHostByte) else { return nil }
        let isAddress = authority.first == UInt8(ascii: "[")
        let hostEnd =
            isAddress
            ? authority.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } : authority.firstIndex(of: UInt8(ascii: ":"))
        let host = authority[..<(hostEnd ?? authority.endIndex)]
        let port = Int(String(decoding: authority[host.endIndex...].dropFirst(), as: UTF8.self))
        let shownPort = port.flatMap { $0 == Self.defaultPorts[scheme] ? nil : ":\($0)" } ?? ""
        serialized = "\(scheme)://\(String(decoding: host, as: UTF8.self).lowercased())\(shownPort)"
    }

    /// The scheme in lower case (RFC 3986, section 3.1).
    private static func scheme(_ bytes: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        guard let first = text.unicodeScalars.first, first.isASCIILetter,
            text.unicodeScalars.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "+-.".unicodeScalars.contains($0) })
        else { return nil }
        return text
    }

    /// Whether a host or a port can have this byte.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        let scalar = Unicode.Scalar(byte)
        return scalar.isASCIILetter || scalar.isASCIIDigit || "-._:[]".utf8.contains(byte)
    }
}
