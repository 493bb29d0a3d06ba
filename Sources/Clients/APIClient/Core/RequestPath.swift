import Foundation

/// The path of a call below the client's base URL, percent-encoded once (RFC 3986, section 3.3).
///
/// Literal text is plain text, in which `/` separates segments. An interpolated value stays inside its segment, so a `/`,
/// `?` or `%` in it can't lead to another resource. A query goes into the call's `query`.
///
///     let path: RequestPath = "/files/\(name)/versions"  // name "a/b c" gives /files/a%2Fb%20c/versions
public struct RequestPath: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The path as it is written in a URL.
    public let percentEncoded: String
    /// The encoded path.
    public var description: String { percentEncoded }

    /// A path from plain text in which `/` separates segments.
    public init(_ text: String) { percentEncoded = text.percentEncoded(keeping: .pathSegment + "/") }
    /// A path from a literal.
    public init(stringLiteral text: String) { self.init(text) }
    /// A path from a literal with values in it.
    public init(stringInterpolation parts: StringInterpolation) { percentEncoded = parts.percentEncoded }

    /// Collects the literal and interpolated parts of a path.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var percentEncoded = ""

        /// No parts yet.
        public init(literalCapacity: Int, interpolationCount: Int) {}
        /// Adds plain text in which `/` separates segments.
        public mutating func appendLiteral(_ text: String) { percentEncoded += RequestPath(text).percentEncoded }
        /// Adds a value that stays inside one segment.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            percentEncoded += value.description.percentEncoded(keeping: .pathSegment)
        }
    }
}

extension String {
    /// Characters that mean the same whether encoded or not (RFC 3986, section 2.3).
    static let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    /// Characters that stand for themselves in a segment of a path (section 3.3).
    static let pathSegment = unreserved + "!$&'()*+,;=:@"

    /// The text with each byte of its UTF-8 written as `%XX` but those of the characters to keep (section 2.1).
    func percentEncoded(keeping kept: String) -> String {
        utf8.map { kept.utf8.contains($0) ? String(UnicodeScalar($0)) : String(format: "%%%02X", $0) }.joined()
    }
}
