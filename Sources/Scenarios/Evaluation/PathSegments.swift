/// The segments of a request's path, one after the other. No array is made of those that lie in the path as they are.
public struct PathSegments: Sequence, IteratorProtocol, Sendable {
    /// What is decoded differs from the path's bytes.
    private var decoded: ArraySlice<ArraySlice<UInt8>>
    /// The path from the next slash on.
    private var path: ArraySlice<UInt8>

    init(decoded: [ArraySlice<UInt8>]) {
        self.decoded = decoded[...]
        path = []
    }

    /// Those of a path as it stands; none where it does not begin with `/`.
    init(of path: ArraySlice<UInt8>) {
        decoded = []
        self.path = path.first == UInt8(ascii: "/") ? path : []
    }

    public mutating func next() -> ArraySlice<UInt8>? {
        guard !path.isEmpty else { return decoded.popFirst() }
        let start = path.startIndex + 1
        let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
        defer { path = path[end...] }
        return path[start..<end]
    }
}
