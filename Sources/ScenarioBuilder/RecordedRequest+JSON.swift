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

    /// Only the beginning of a request's body was kept.
    public struct IncompleteBody: Error, Hashable, Sendable, CustomStringConvertible {
        /// The number of bytes that came.
        public let size: Int

        public var description: String {
            "only the beginning of the body was kept, which has \(size) bytes; raise options.journalLimit"
        }
    }
}
