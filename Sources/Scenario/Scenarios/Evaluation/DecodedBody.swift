import ContentCompression
package import HTTPMessage

/// A request's body without its content codings (RFC 9110, section 8.4).
///
/// Conditions on the content, captures and templates read this. `base64`, `file`, `body`, the journal and limits are
/// about the bytes as they came.
package enum DecodedBody: Hashable, Sendable {
    case bytes([UInt8])
    /// Why the content is unknown, as a sentence without a full stop.
    case unreadable(String)

    /// The most bytes that a body may expand to: the default limit of a body that is not encoded. A body may also not
    /// expand to more than `largestRatio` times its size.
    static let limit = 16 << 20
    static let largestRatio = 1_000
    /// The most codings of one body.
    private static let mostCodings = 4

    /// Decodes the body of a message with these fields.
    package init(_ body: [UInt8], _ fields: Fields) {
        self = .bytes(body)
        guard !body.isEmpty, fields.contains(named: "Content-Encoding") else { return }
        let codings = Self.codings(fields)
        if codings.count > Self.mostCodings {
            self = .unreadable(
                "the body has \(codings.count) content codings, and at most \(Self.mostCodings) are decoded")
            return
        }
        let limit = min(Self.limit, body.count * Self.largestRatio)
        // The last coding was applied last.
        for coding in codings.reversed() {
            guard case .bytes(let bytes) = self else { return }
            self = Self.decode(bytes, coding, limit: limit, encodedSize: body.count)
        }
    }

    /// The content; nil if it is unknown.
    package var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }

    /// Why the content is unknown; nil if it is known.
    package var problem: String? {
        if case .unreadable(let problem) = self { problem } else { nil }
    }

    /// Whether the body of a message with these fields has content codings.
    package static func isEncoded(_ fields: Fields) -> Bool {
        fields.contains(named: "Content-Encoding") && !codings(fields).isEmpty
    }

    /// Whether the body of a message with these fields has content codings, all of which are decoded here.
    package static func canDecode(_ fields: Fields) -> Bool {
        let codings = codings(fields)
        return !codings.isEmpty && codings.count <= mostCodings && codings.allSatisfy { format($0) != nil }
    }

    /// The names in all `Content-Encoding` lines, in the order of application, without `identity`.
    private static func codings(_ fields: Fields) -> [ArraySlice<UInt8>] {
        fields.values(named: "Content-Encoding").flatMap { $0.split(separator: UInt8(ascii: ",")) }
            .map(\.trimmingOptionalWhitespace)
            .filter { !$0.isEmpty && !$0.equalsIgnoringASCIICase("identity") }
    }

    /// Whether these are the first bytes of gzip data (RFC 1952, section 2.3.1).
    private static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B, 0x08]) }

    /// Why content is not what its reader wants, if a client has compressed it and does not say so; nil for other content.
    package static func undeclaredCoding(of bytes: [UInt8]) -> String? {
        isGzip(bytes) ? "the body is gzip data, and no Content-Encoding: gzip says so" : nil
    }

    private static func decode(
        _ bytes: [UInt8], _ coding: ArraySlice<UInt8>, limit: Int, encodedSize: Int
    ) -> DecodedBody {
        guard let format = format(coding) else {
            let name = Excerpt.text(
                String(decoding: coding, as: UTF8.self), limit: Excerpt.sentenceLimit)
            let found = isGzip(bytes) ? ", but it is gzip data" : ""
            return .unreadable("the body is encoded as \(name), which isn't decoded; gzip and deflate are\(found)")
        }
        do throws(DecompressionError) {
            return .bytes(try Decompressor.decompress(bytes, as: format, limit: limit))
        } catch .tooLarge {
            let most =
                limit == Self.limit
                ? "\(limit >> 20) MiB" : "1,000 times its \(EnglishText.count(encodedSize, "byte"))"
            return .unreadable("the body can't be decoded: it expands to more than \(most)")
        } catch {
            let found = format != .gzip && isGzip(bytes) ? ", but it is gzip data" : ""
            return .unreadable("the body can't be decoded: \(error)\(found)")
        }
    }

    private static func format(_ coding: ArraySlice<UInt8>) -> CompressionFormat? {
        // RFC 9110, section 8.4.1.3: x-gzip means gzip.
        if coding.equalsIgnoringASCIICase("gzip") || coding.equalsIgnoringASCIICase("x-gzip") { return .gzip }
        return coding.equalsIgnoringASCIICase("deflate") ? .deflate : nil
    }
}
