/// The head of a request as it was on the wire.
///
/// All of it is in one buffer, so a parser passes on the bytes as it read them, and a copy of the head copies no byte.
@usableFromInline
package struct RequestHead: Sendable {
    /// The ranges of its parts in the buffer.
    @usableFromInline
    package struct Layout: Hashable, Sendable {
        package var method: Range<Int>
        package var target: Range<Int>
        package var authority: Range<Int>
        package var path: Range<Int>
        package var query: Range<Int>?

        package init(
            method: Range<Int>, target: Range<Int>, authority: Range<Int>, path: Range<Int>, query: Range<Int>?
        ) {
            self.method = method
            self.target = target
            self.authority = authority
            self.path = path
            self.query = query
        }

        /// The ranges of the path and of the query with its `?`, after the path has lost its first bytes. Between them may
        /// be bytes that were lost.
        package var targetFromPath: (path: Range<Int>, query: Range<Int>) {
            let end = target.upperBound..<target.upperBound
            guard path.lowerBound >= target.lowerBound, path.upperBound <= target.upperBound else {
                return (target, end)
            }
            return (path, query.map { $0.lowerBound - 1..<$0.upperBound } ?? end)
        }
    }

    /// The storage. Copies of the head share it, because a head is passed on many times.
    @usableFromInline var shared: [Parts]

    /// A head whose parts are at the ranges of `layout` in the buffer of `fields`.
    package init(version: HTTPVersion, fields: Fields, layout: Layout, rawCount: Int = 0) {
        shared = [Parts(version, fields, layout: layout, rawCount: rawCount)]
    }

    /// Becomes the head whose parts are at the ranges of `layout` and `lines` in `bytes`. If the storage is not shared,
    /// `bytes` and `lines` get the memory of the previous head: a connection's heads use it alternately.
    package mutating func assign(
        version: HTTPVersion, bytes: inout [UInt8], lines: inout [Fields.Line], layout: Layout, rawCount: Int
    ) {
        shared[0].version = version
        shared[0].fields.exchange(&bytes, &lines)
        shared[0].layout = layout
        shared[0].rawCount = rawCount
        shared[0].droppedFromPath = 0
    }

    /// Takes the first bytes off the path, as if the client had not sent them; the target keeps them. Of a path that is
    /// no longer, the first slash remains.
    package mutating func dropFromPath(_ count: Int) {
        let path = layout.path
        let isWhole = path.count <= count
        shared[0].layout.path =
            isWhole ? path.lowerBound..<path.lowerBound + 1 : path.lowerBound + count..<path.upperBound
        shared[0].droppedFromPath = count
    }

    /// The number of bytes that were taken off the path.
    package var droppedFromPath: Int { parts { $0.droppedFromPath } }

    @inlinable package var version: HTTPVersion { parts { $0.version } }
    /// The fields; they share the head's buffer.
    @inlinable package var fields: Fields { parts { $0.fields } }
    @inlinable package var layout: Layout { parts { $0.layout } }
    /// The number of bytes of the original head in the buffer, from the request line to the empty line; 0 if the
    /// protocol has no such text.
    @inlinable package var rawCount: Int { parts { $0.rawCount } }

    /// The method, any token (RFC 9110, section 9.1).
    package var method: ArraySlice<UInt8> { parts { $0.fields.bytes[$0.layout.method] } }
    /// The original request target (RFC 9112, section 3.2), or `:path` (RFC 9113, section 8.3.1).
    package var target: ArraySlice<UInt8> { parts { $0.fields.bytes[$0.layout.target] } }
    /// The requested authority: of an absolute target or `CONNECT`, `:authority`, or else `Host`.
    package var authority: ArraySlice<UInt8> { parts { $0.fields.bytes[$0.layout.authority] } }
    /// The raw path of the target, still percent-encoded: `*` for the asterisk form, empty for the authority form, `/`
    /// for an absolute target without a path.
    package var path: ArraySlice<UInt8> { parts { $0.fields.bytes[$0.layout.path] } }
    /// The part of the target after the first `?`; nil without one.
    package var query: ArraySlice<UInt8>? { parts { parts in parts.layout.query.map { parts.fields.bytes[$0] } } }
    /// The head byte for byte from the request line to the empty line; nil if the protocol has no such text.
    package var raw: ArraySlice<UInt8>? { parts { $0.rawCount == 0 ? nil : $0.fields.bytes[..<$0.rawCount] } }
}

extension RequestHead {
    /// The parts of a head.
    @usableFromInline
    struct Parts: Sendable {
        @usableFromInline var version: HTTPVersion
        @usableFromInline var fields: Fields
        @usableFromInline var layout: Layout
        @usableFromInline var rawCount: Int
        var droppedFromPath = 0

        init(_ version: HTTPVersion, _ fields: Fields, layout: Layout, rawCount: Int) {
            self.version = version
            self.fields = fields
            self.layout = layout
            self.rawCount = rawCount
        }
    }
}

extension RequestHead {
    /// Whether the method is `name`, letter for letter.
    package func hasMethod(_ name: StaticString) -> Bool { withMethod { $0.equals(name) } }

    /// Whether the method is `name`, letter for letter.
    package func hasMethod(_ name: [UInt8]) -> Bool { withMethod { $0.equals(name) } }

    private func withMethod(_ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        parts { parts in parts.fields.bytes.withUnsafeBufferPointer { body($0.bytes(in: parts.layout.method)) } }
    }

    /// Calls `body` with the parts in place: a copy of them would be reference-counted.
    @inlinable @inline(__always)
    func parts<Found>(_ body: (borrowing Parts) -> Found) -> Found {
        shared.withUnsafeBufferPointer { body($0[0]) }
    }
}

extension RequestHead {
    /// A head that is assembled from its parts.
    package init(
        method: ArraySlice<UInt8>, target: ArraySlice<UInt8>, authority: ArraySlice<UInt8>, path: ArraySlice<UInt8>,
        query: ArraySlice<UInt8>?, version: HTTPVersion, fields: Fields, raw: [UInt8]? = nil
    ) {
        var bytes = raw ?? []
        func append(_ part: ArraySlice<UInt8>) -> Range<Int> {
            bytes += part
            return bytes.count - part.count..<bytes.count
        }
        let layout = Layout(
            method: append(method), target: append(target), authority: append(authority), path: append(path),
            query: query.map(append))
        let lines = fields.lines.indices.map {
            Fields.Line(name: append(fields.name(at: $0)), value: append(fields.value(at: $0)))
        }
        self.init(
            version: version, fields: Fields(bytes: bytes, lines: lines), layout: layout, rawCount: raw?.count ?? 0)
    }
}

extension RequestHead: Hashable {
    /// Two heads are equal if their parts are, regardless of the parts' locations.
    @usableFromInline
    package static func == (a: RequestHead, b: RequestHead) -> Bool {
        a.version == b.version && a.method == b.method && a.target == b.target && a.authority == b.authority
            && a.path == b.path && a.query == b.query && a.fields == b.fields && a.raw == b.raw
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(method)
        hasher.combine(target)
        hasher.combine(fields)
    }
}
