import TextCoding

/// The segments of a request's path, one after the other. Segments without percent-encoding need no array.
package struct PathSegments: Sequence, IteratorProtocol, Sendable {
    /// A segment of a path that contains percent-encoding.
    struct Decoded: Sendable {
        /// The decoded bytes; the original ones if the percent-encoding is malformed.
        var bytes: ArraySlice<UInt8>
        /// Whether the percent-encoding is valid and gives UTF-8. If not, no text of a scenario equals the segment.
        var isWellFormed = true
    }

    /// The decoded segments, which differ from the path's bytes.
    private var decoded: ArraySlice<Decoded>
    /// The path from the next slash on.
    private var path: ArraySlice<UInt8>
    /// Whether the percent-encoding of the last segment was valid and gave UTF-8.
    private(set) var isWellFormed = true

    init(decoded: [Decoded]) {
        self.decoded = decoded[...]
        path = []
    }

    /// The segments of a path in its original form; empty if it does not begin with `/`.
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

    /// The segments as one text, with `/` before each. A `/` inside a segment is written `%2F` and a `%` is written
    /// `%25`, so that only equal paths give equal texts. A malformed segment keeps its bytes, which no well-formed
    /// segment has.
    var text: [UInt8] {
        var rest = self
        var text: [UInt8] = []
        while let segment = rest.next() {
            text.append(UInt8(ascii: "/"))
            if rest.isWellFormed { Self.add(segment, to: &text) } else { text += segment }
        }
        return text
    }

    /// A written path, or a part of one, in the form of `text`: each `%XX` is decoded unless it is a `/` or a `%`. Nil
    /// if the percent-encoding is malformed or does not give UTF-8.
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

    /// Adds a decoded part of a segment; a `/` in it is written `%2F` and a `%` is written `%25`.
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
