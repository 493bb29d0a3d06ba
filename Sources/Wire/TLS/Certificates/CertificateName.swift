import COpenSSL

/// A name in a server's certificate: a host name or an IP address (RFC 5280 §4.2.1.6).
enum CertificateName: Hashable, Sendable {
    /// In lower case, without a trailing dot.
    case host(String)
    /// 4 or 16 bytes, and their text.
    case address([UInt8], text: String)

    /// Parses `text`; nil if it is neither a host name nor an address.
    ///
    /// A host name is labels of letters, digits, `-` and `_` (which container networks use), each of 1 to 63 bytes, 253
    /// in total. So a peer's SNI can't put a wildcard or another field into a certificate.
    init?(_ text: String) {
        if let bytes = Self.addressBytes(text) {
            self = .address(bytes, text: text)
            return
        }
        let name = text.utf8.last == UInt8(ascii: ".") ? text.dropLast() : text[...]
        guard (1...253).contains(name.utf8.count), name.utf8.allSatisfy(Self.isAllowed) else { return nil }
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.allSatisfy({ (1...63).contains($0.count) }) else { return nil }
        self = .host(name.lowercased())
    }

    /// The name as people write it.
    var text: String {
        switch self {
        case .host(let name): name
        case .address(_, let text): text
        }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default:
            false
        }
    }

    private static func addressBytes(_ text: String) -> [UInt8]? {
        // Longer texts are not addresses, and OpenSSL's parser requires a text without NUL.
        guard text.utf8.count <= 64, !text.utf8.contains(0), let octets = a2i_IPADDRESS(text) else {
            OpenSSL.forgetErrors()
            return nil
        }
        defer { ASN1_OCTET_STRING_free(octets) }
        guard let start = ASN1_STRING_get0_data(octets) else { return nil }
        return Array(UnsafeBufferPointer(start: start, count: Int(max(0, ASN1_STRING_length(octets)))))
    }

    static func == (left: CertificateName, right: CertificateName) -> Bool {
        switch (left, right) {
        case (.host(let left), .host(let right)): left == right
        case (.address(let left, _), .address(let right, _)): left == right
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .host(let name): hasher.combine(name)
        case .address(let bytes, _): hasher.combine(bytes)
        }
    }
}
