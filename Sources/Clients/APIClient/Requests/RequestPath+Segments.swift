extension RequestPath {
    /// A path from its segments, each of them plain text.
    public init(segments: [String]) {
        var path = StringInterpolation(literalCapacity: 0, interpolationCount: segments.count)
        for segment in segments {
            path.appendLiteral("/")
            path.appendInterpolation(segment)
        }
        self.init(stringInterpolation: path)
    }
}
