import HTTPMessage

/// What a request names by its path, its header and its host: the session that it belongs to.
enum SessionRoute {
    /// None.
    case none
    case session(SessionID)
    /// Several, which differ.
    case conflict([SessionID])
    /// A header `Mockserver-Session` that can't be a session's id.
    case invalid(String)

    static let header = "Mockserver-Session"
    /// What a path of a session begins with, before its id.
    private static let prefix = Array("/s/".utf8)
    /// The length of a path's beginning that names a session.
    static let prefixLength = prefix.count + SessionID.length

    /// The path's beginning that names a session.
    static func prefix(of id: SessionID) -> String { "/s/\(id)" }

    /// A text about a request with the session's part of its path taken off.
    static func removing(_ id: SessionID, from text: String) -> String {
        let prefix = prefix(of: id)
        guard text.contains(prefix) else { return text }
        return text.replacing("\(prefix)/", with: "/").replacing(prefix, with: "/")
    }

    /// - Parameter hosts: the names whose subdomains are sessions, in lower case, each with a leading dot.
    init(_ head: borrowing RequestHead, hosts: [[UInt8]]) {
        let inPath = Self.inPath(head.path)
        let inHost = Self.inHost(head.authority, hosts)
        let first = inPath ?? inHost
        let values = head.fields.values(named: Self.header)
        // Nearly every request names its session once, or none.
        if values.isEmpty, inHost == nil || inHost == first {
            self = first.map(Self.session) ?? .none
            return
        }
        self.init([inPath, inHost], values)
    }

    /// Of what has come of a head, which may state several hosts.
    ///
    /// - Parameter hosts: the names whose subdomains are sessions, in lower case, each with a leading dot.
    init(_ head: PartialHead, hosts: [[UInt8]]) {
        self.init(
            [Self.inTarget(head.target)] + head.authorities.map { Self.inHost($0, hosts) },
            head.fields.values(named: Self.header))
    }

    /// - Parameters:
    ///   - named: the sessions that its path and its hosts name.
    ///   - values: those of its headers.
    private init(_ named: [SessionID?], _ values: [ArraySlice<UInt8>]) {
        var ids = Set(named.compactMap { $0 })
        for value in values {
            guard let id = value.withUnsafeBufferPointer({ SessionID($0) }) else {
                self = .invalid(String(decoding: value, as: UTF8.self))
                return
            }
            ids.insert(id)
        }
        switch ids.count {
        case 0: self = .none
        case 1: self = ids.first.map(Self.session) ?? .none
        default: self = .conflict(ids.sorted { $0.description < $1.description })
        }
    }

    /// The session that a path begins with.
    static func inPath(_ path: ArraySlice<UInt8>) -> SessionID? {
        path.withUnsafeBufferPointer { path in
            guard path.count >= prefixLength, path.prefix(prefix.count).elementsEqual(prefix),
                path.count == prefixLength || path[prefixLength] == UInt8(ascii: "/")
            else { return nil }
            return SessionID(UnsafeBufferPointer(rebasing: path[prefix.count..<prefixLength]))
        }
    }

    /// The session that a target names by its path: of a request whose head could not be read to its end.
    private static func inTarget(_ target: ArraySlice<UInt8>) -> SessionID? {
        var path = target
        if let scheme = path.firstRange(of: "://".utf8) {
            path = path[scheme.upperBound...].drop { $0 != UInt8(ascii: "/") }
        }
        return inPath(path.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
    }

    /// The session that the first label of a host is.
    private static func inHost(_ authority: ArraySlice<UInt8>, _ hosts: [[UInt8]]) -> SessionID? {
        guard authority.count > SessionID.length,
            authority[authority.startIndex + SessionID.length] == UInt8(ascii: ".")
        else { return nil }
        let label = authority.prefix(SessionID.length)
        guard let id = label.withUnsafeBufferPointer({ SessionID($0, ignoringCase: true) }) else { return nil }
        var rest = Authority.host(of: authority).dropFirst(SessionID.length)
        if rest.last == UInt8(ascii: ".") { rest.removeLast() }
        return hosts.contains { rest.elementsEqual($0) } ? id : nil
    }
}
