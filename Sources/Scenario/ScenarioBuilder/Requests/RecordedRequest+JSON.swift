public import HTTPMessage
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension RecordedRequest {
    /// The value that the JSON body encodes.
    ///
    /// ```swift
    /// XCTAssertEqual(try request.json(), ["refreshToken": "rt-1"])
    /// ```
    ///
    /// - Throws: `DecodingError` if the body is not JSON, or not of that type; `IncompleteBody` if the journal has kept
    ///   only its beginning.
    public func json<Value: Decodable>(
        _ type: Value.Type = Value.self, by decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        guard !isBodyCut else { throw IncompleteBody(size: bodySize) }
        return try decoder.decode(type, from: Data(body))
    }

    /// The text that the body encodes, by the `charset` of its `Content-Type`: `utf-8`, which holds unless one is stated,
    /// `us-ascii`, `iso-8859-1`, `utf-16`, `utf-16be` or `utf-16le`. A byte order mark is left out.
    ///
    /// ```swift
    /// XCTAssertEqual(try request.text(), "name;price\n")
    /// ```
    ///
    /// The property `text` takes every body for UTF-8 and never fails.
    ///
    /// - Parameter contentType: a media type whose `charset` counts in place of the request's own.
    /// - Throws: `BodyTextError` if the charset is not known, or the bytes are not of it; `IncompleteBody` if the journal
    ///   has kept only its beginning.
    public func text(as contentType: String? = nil) throws -> String {
        guard !isBodyCut else { throw IncompleteBody(size: bodySize) }
        return try BodyText.decode(body, contentType: contentType ?? headers[.contentType])
    }

    /// Only the beginning of a request's body was kept.
    public struct IncompleteBody: Error, Hashable, Sendable, CustomStringConvertible {
        /// The number of bytes that came.
        public let size: Int

        public var description: String {
            "only the beginning of the body was kept, which has \(size) bytes; raise options.journalLimit"
        }
    }
}
