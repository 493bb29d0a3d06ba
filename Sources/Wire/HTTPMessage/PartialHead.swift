import Bytes

/// What is known of a request's head, which may not be whole, or may not be readable to its end.
package struct PartialHead: Hashable, Sendable {
    /// The target, or `:path`. Of a request line whose end has not come only the part before the last slash or question
    /// mark, and that byte, so that no further byte changes what it says.
    package var target: ArraySlice<UInt8>
    /// `:authority`.
    package var authority: ArraySlice<UInt8>?
    /// The lines that came to their end.
    package var fields: Fields

    package init(target: ArraySlice<UInt8>, authority: ArraySlice<UInt8>? = nil, fields: Fields) {
        self.target = target
        self.authority = authority
        self.fields = fields
    }

    /// All of a head that is whole. It shares the head's memory.
    package init(_ head: RequestHead) {
        self.init(target: head.target, authority: head.authority, fields: head.fields)
    }

    /// The authorities that the request may be for: only that of an absolute target, which counts before `Host` (RFC
    /// 9112, section 3.2.2), else each that was stated.
    package var authorities: [ArraySlice<UInt8>] {
        let hosts = fields.values(named: "Host")
        if let authority { return [authority] + hosts }
        if target.first == .slash { return hosts }
        if let scheme = target.firstRange(of: "://".utf8) {
            return [target[scheme.upperBound...].prefix { $0 != .slash && $0 != .questionMark }]
        }
        // That of CONNECT.
        return [target] + hosts
    }
}
