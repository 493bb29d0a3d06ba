/// The path of a call below the client's base URL, percent-encoded once (RFC 3986, section 3.3).
///
/// Literal text is plain, not encoded text, in which `/` separates segments. An interpolated value is data: it stays
/// inside its segment, so a `/`, `?` or `%` in it can't lead to another resource. A query goes into the call's `query`.
///
///     let path: RequestPath = "/files/\(name)/versions"  // name "a/b c" gives /files/a%2Fb%20c/versions
public struct RequestPath: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The path as it is written in a URL.
    public let percentEncoded: String

    /// A path from plain text in which `/` separates segments.
    public init(_ text: String) {
        percentEncoded = Self.encode(text, keepingSlashes: true)
    }

    /// A path from its segments, each of them plain text.
    public init(segments: [String]) {
        percentEncoded = segments.map { "/" + Self.encode($0, keepingSlashes: false) }.joined()
    }

    /// A path from a literal.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// A path from a literal with values in it.
    public init(stringInterpolation: StringInterpolation) {
        percentEncoded = stringInterpolation.percentEncoded
    }

    /// The encoded path.
    public var description: String { percentEncoded }

    /// Whether a segment is `.` or `..`, which encoding can't protect: intermediaries resolve it to another resource.
    var hasDotSegment: Bool {
        percentEncoded.split(separator: "/").contains { $0 == "." || $0 == ".." }
    }

    static func encode(_ text: String, keepingSlashes: Bool) -> String {
        PercentEncoding.encode(text) { byte in
            PercentEncoding.isPathCharacter(byte) || (keepingSlashes && byte == UInt8(ascii: "/"))
        }
    }

    /// Collects the literal and interpolated parts of a path.
    public struct StringInterpolation: StringInterpolationProtocol {
        var percentEncoded = ""

        /// Reserves capacity for a path.
        public init(literalCapacity: Int, interpolationCount: Int) {
            percentEncoded.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        /// Adds plain text in which `/` separates segments.
        public mutating func appendLiteral(_ literal: String) {
            percentEncoded += RequestPath.encode(literal, keepingSlashes: true)
        }

        /// Adds a value that stays inside one segment.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            percentEncoded += RequestPath.encode(value.description, keepingSlashes: false)
        }
    }
}
