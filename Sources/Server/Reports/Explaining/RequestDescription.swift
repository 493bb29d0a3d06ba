package import HTTPMessage
import Playback
import TextCoding

/// A request that someone states, in place of one that came: as options, or in an HTTP archive.
package struct RequestDescription: Sendable {
    /// Why a request can't be stated so, as a sentence.
    package struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    package private(set) var method: String
    /// The request target: a path with its query, `*`, or the authority of CONNECT.
    package private(set) var target: String
    /// The host and the port that are asked for.
    package private(set) var authority: String
    package var version = HTTPVersion.http11
    /// The fields as stated, in order.
    package private(set) var fields: [(name: String, value: String)] = []
    package var body: [UInt8] = []
    /// The size of a recorded body that is not known to its end.
    var cutBodySize: Int?
    /// The beginning of the paths of its session, which the scenario does not see; empty without a session.
    var pathPrefix = ""

    /// A request without fields and body.
    ///
    /// - Parameters:
    ///   - target: a path, an absolute URL, `*` for OPTIONS, or the host and port of CONNECT.
    ///   - authority: the host, unless the target names one.
    package init(method: String, target: String, authority: String = "localhost") throws(Invalid) {
        guard !method.isEmpty, Array(method.utf8).isToken else {
            throw Invalid("\"\(Printable.text(method))\" is not a method; write GET, POST or another one")
        }
        self.method = method
        self.authority = authority
        self.target = target
        if method == "CONNECT" {
            guard Authority.isValid(Array(target.utf8)[...], needsPort: true) else {
                throw Invalid("CONNECT has a host and a port: CONNECT example.com:443")
            }
            self.authority = target
            return
        }
        for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
            // Clients send the path alone to the server itself (RFC 9112, section 3.2.1).
            let rest = target.dropFirst(scheme.count)
            let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            guard Authority.isValid(Array(host.utf8)[...]) else {
                let name = Printable.text(Self.shown(String(host)))
                throw Invalid("\"\(name)\" is not a host with an optional port")
            }
            self.authority = String(host)
            let path = rest.dropFirst(host.count).prefix { $0 != "#" }
            self.target = path.hasPrefix("/") ? String(path) : "/" + path
        }
        guard self.target.hasPrefix("/") || self.target == "*" && method == "OPTIONS" else {
            let text = Printable.text(Self.shown(target))
            throw Invalid("\"\(text)\" is not a path; a path begins with /: /\(text)")
        }
        if self.target.contains("#") { throw Invalid("a fragment (#) is never sent; leave it out") }
        if self.target.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) {
            throw Invalid("a path has no space; write %20")
        }
        // As clients do.
        self.target = self.target.utf8.reduce(into: "") { target, byte in
            target += byte < 0x80 ? String(UnicodeScalar(byte)) : Percent.encode(CollectionOfOne(byte))
        }
    }

    /// A target as an error shows it: without user information, query and fragment, which may be secret.
    package static func shown(_ target: String) -> String {
        let path = target.prefix { $0 != "?" && $0 != "#" }
        let rest = path.endIndex < target.endIndex ? "…" : ""
        let start = path.firstRange(of: "://")?.upperBound ?? path.startIndex
        guard let end = path[start...].prefix(while: { $0 != "/" }).lastIndex(of: "@") else { return path + rest }
        return path[..<start] + "…" + path[end...] + rest
    }

    /// A request that was recorded, whatever is in its target.
    init(recorded method: String, target: String, authority: String) throws(Invalid) {
        guard !method.isEmpty, Array(method.utf8).isToken else {
            throw Invalid("\"\(Printable.text(method))\" is not a method")
        }
        (self.method, self.target, self.authority) = (method, target, authority)
    }

    /// Adds a header field.
    package mutating func add(_ name: String, _ value: String) throws(Invalid) {
        guard !name.isEmpty, Array(name.utf8).isToken else {
            // It may have the value of a header whose colon is missing.
            throw Invalid("what is before the first colon is not the name of a header; write Name: value")
        }
        guard !value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
            throw Invalid("the value of \(name) has a control character, which no header has")
        }
        add(recorded: name, value)
    }

    /// Adds a header field that was recorded, whatever is in it.
    package mutating func add(recorded name: String, _ value: String) {
        if name.lowercased() == "host" { authority = value }
        fields.append((name, value))
    }

    /// Takes the header fields with this name in lower case away.
    mutating func remove(named name: String) { fields.removeAll { $0.name.lowercased() == name } }

    /// The request as it would come, with the fields that clients add by themselves: `Host` and `Content-Length`.
    package func request(on connection: ConnectionInfo) -> Request {
        func has(_ name: String) -> Bool { fields.contains { $0.name.lowercased() == name } }
        var all = Fields()
        if version != .h2, !has("host") { all.append("Host", authority) }
        for field in fields where !(version == .h2 && field.name.lowercased() == "host") {
            all.append(version == .h2 ? field.name.lowercased() : field.name, field.value)
        }
        if !body.isEmpty, !has("content-length"), !has("transfer-encoding") {
            all.append(version == .h2 ? "content-length" : "Content-Length", String(cutBodySize ?? body.count))
        }
        let bytes = Array(target.utf8)
        let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
        // An absolute target has an authority of its own, which counts instead of Host (RFC 9112, section 3.2.2).
        let url = AbsoluteURL(target)
        let authority = url?.authority ?? authority
        let path = bytes[(url?.authorityEnd ?? 0)..<(mark ?? bytes.count)]
        var head = RequestHead(
            method: Array(method.utf8)[...], target: bytes[...], authority: Array(authority.utf8)[...],
            path: method == "CONNECT" ? [] : path.isEmpty ? [UInt8(ascii: "/")] : path,
            query: mark.map { bytes[($0 + 1)...] }, version: version, fields: all)
        let prefix = pathPrefix.utf8
        if !prefix.isEmpty, path.starts(with: prefix),
            path.dropFirst(prefix.count).first ?? UInt8(ascii: "/") == UInt8(ascii: "/")
        {
            // The path is the one in the target, as in a request that came, so that texts show it without the prefix.
            var layout = head.layout
            let start = layout.target.lowerBound
            layout.path = start + path.startIndex..<start + path.endIndex
            layout.query = mark.map { start + $0 + 1..<layout.target.upperBound }
            head = RequestHead(version: version, fields: head.fields, layout: layout, rawCount: 0)
            head.dropFromPath(prefix.count)
        }
        return Request(head: head, body: body, connection: connection)
    }
}

extension [UInt8] {
    fileprivate var isToken: Bool { self[...].isToken }
}
