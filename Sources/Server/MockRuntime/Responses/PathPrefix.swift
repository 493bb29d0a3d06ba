package import HTTPMessage

/// The beginning of the paths of one session, `/s/<id>`. Responses to requests with it need it in the paths that they
/// name, or the client would leave the session.
package struct PathPrefix: Hashable, Sendable {
    let bytes: [UInt8]

    package init(_ text: String) { bytes = Array(text.utf8) }

    /// Adds it to paths that begin with `/`: of `Location` (RFC 9110, section 10.2.2), `Content-Location` (section 8.7)
    /// and the attribute `Path` of `Set-Cookie` (RFC 6265, section 4.1.2.4).
    ///
    /// - Returns: whether there were any.
    package func add(to fields: inout Fields) -> Bool {
        // Few responses name a path.
        guard fields.lines.indices.contains(where: { start(ofPathWithoutItIn: fields, at: $0) != nil }) else {
            return false
        }
        var added = Fields()
        for index in fields.lines.indices {
            let (name, value) = (fields.name(at: index), fields.value(at: index))
            if let start = start(ofPathWithoutItIn: fields, at: index) {
                added.append(name: name, value: value[..<start] + bytes + value[start...])
            } else {
                added.append(name: name, value: value)
            }
        }
        fields = added
        return true
    }

    /// Where a field's value has a path that lacks the prefix; nil if it has none.
    private func start(ofPathWithoutItIn fields: Fields, at index: Int) -> Int? {
        let value = fields.value(at: index)
        guard let start = start(of: value, named: fields.name(at: index)), isMissing(in: value[start...]) else {
            return nil
        }
        return start
    }

    /// Whether a path on this server does not have it. `//host/path` names another server (RFC 3986, section 4.2).
    private func isMissing(in path: ArraySlice<UInt8>) -> Bool {
        guard path.first == .slash, path.dropFirst().first != .slash else { return false }
        guard path.starts(with: bytes) else { return true }
        let next = path.dropFirst(bytes.count).first
        return next.map { $0 != .slash && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: ";") } ?? false
    }

    /// Where a field's value has a path; nil if it has none.
    private func start(of value: ArraySlice<UInt8>, named name: ArraySlice<UInt8>) -> Int? {
        if name.isASCII("location") || name.isASCII("content-location") { return value.startIndex }
        guard name.isASCII("set-cookie") else { return nil }
        var attribute: Int?
        for part in value.split(separator: UInt8(ascii: ";")).dropFirst() {
            let part = part.drop { $0 == 0x20 || $0 == 0x09 }
            // The last one counts (RFC 6265, section 5.3).
            if part.prefix(5).isASCII("path=") { attribute = part.startIndex + 5 }
        }
        return attribute
    }
}

extension UInt8 {
    fileprivate static let slash = UInt8(ascii: "/")
}

extension ArraySlice<UInt8> {
    /// Whether it is that text in lower case, case aside.
    fileprivate func isASCII(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { text in
            count == text.count && zip(self, text).allSatisfy { ($0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0) == $1 }
        }
    }
}
