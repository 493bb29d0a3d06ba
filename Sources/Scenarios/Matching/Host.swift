import HTTPMessage

/// The name of a host in an authority.
enum Host {
    /// `authority` in lower case without its port and, of an IPv6 address, without brackets.
    static func bare(_ authority: some Collection<UInt8>) -> [UInt8] {
        var name = Array(authority)[...]
        if let at = name.lastIndex(of: UInt8(ascii: "@")) { name = name[(at + 1)...] }
        if name.first == UInt8(ascii: "["), let end = name.firstIndex(of: UInt8(ascii: "]")) {
            name = name[(name.startIndex + 1)..<end]
        } else if let colon = name.firstIndex(of: UInt8(ascii: ":")), name.lastIndex(of: UInt8(ascii: ":")) == colon {
            name = name[..<colon]
        }
        return name.map(\.asciiLowercased)
    }
}
