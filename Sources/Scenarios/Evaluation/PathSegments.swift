import TextCoding

/// The segments of a request's path, one after the other. No array is made of those that lie in the path as they are.
package struct PathSegments: Sequence, IteratorProtocol, Sendable {
    /// A segment of a path that has percent-encoding in it.
    struct Decoded: Sendable {
        /// As it stood where it is not well-formed.
        var bytes: ArraySlice<UInt8>
        /// Whether the percent-encoding is right and gives UTF-8. Where it is not, no text of a scenario stands for it.
        var isWellFormed = true
    }

    /// What is decoded differs from the path's bytes.
    private var decoded: ArraySlice<Decoded>
    /// The path from the next slash on.
    private var path: ArraySlice<UInt8>
    /// Whether the percent-encoding of the last segment was right and gave UTF-8.
    private(set) var isWellFormed = true

    init(decoded: [Decoded]) {
        self.decoded = decoded[...]
        path = []
    }

    /// Those of a path as it stands; none where it does not begin with `/`.
    init(of path: ArraySlice<UInt8>) {
        decoded = []
        self.path = path.first == UInt8(ascii: "/") ? path : []
    }

    package mutating func next() -> ArraySlice<UInt8>? {
        guard !path.isEmpty else {
            guard let next = decoded.popFirst() else { return nil }
            isWellFormed = next.isWellFormed
            return next.bytes
        }
        let start = path.startIndex + 1
        let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
        defer { path = path[end...] }
        return path[start..<end]
    }

    /// The segments as one text, `/` before each: a `/` inside one is written `%2F` and a `%` is written `%25`, so that two
    /// paths give the same text only if they are the same. What is not well-formed stays as it stood, which no text of
    /// well-formed segments is.
    var text: [UInt8] {
        var rest = self
        var text: [UInt8] = []
        while let segment = rest.next() {
            text.append(UInt8(ascii: "/"))
            if rest.isWellFormed { Self.add(segment, to: &text) } else { text += segment }
        }
        return text
    }

    /// A path, or a part of one, as it is written, in the form of `text`: each `%XX` decoded unless it is a `/` or a `%`;
    /// nil where the percent-encoding is not well-formed or does not give UTF-8.
    package static func text(decoding written: String) -> String? {
        var text: [UInt8] = []
        for (index, part) in written.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .enumerated()
        {
            let decoded = Percent.decode(Array(part))
            guard decoded.isWellFormed else { return nil }
            if index > 0 { text.append(UInt8(ascii: "/")) }
            add(decoded.bytes, to: &text)
        }
        return UTF8Text.decode(text)
    }

    /// Adds a decoded part of a segment, a `/` in it written `%2F` and a `%` written `%25`.
    static func add(_ part: some Sequence<UInt8>, to text: inout [UInt8]) {
        for byte in part {
            switch byte {
            case UInt8(ascii: "/"): text += "%2F".utf8
            case UInt8(ascii: "%"): text += "%25".utf8
            default: text.append(byte)
            }
        }
    }
}
