public import Foundation

/// The conversion of a successful response into a call's result.
///
///     let order = APIRequest(.get, "/orders/\(id)", expecting: .json(Order.self))
public struct Expected<Output: Sendable>: Sendable {
    let read: @Sendable (RESTResponse) throws -> Output

    /// A response read by a function; errors other than ``RESTError`` become ``RESTError/invalidData(_:_:)``.
    public init(_ read: @escaping @Sendable (RESTResponse) throws -> Output) { self.read = read }

    /// What a response is read as, whatever its status. Throws ``RESTError``, mostly ``RESTError/invalidData(_:_:)``.
    public func output(of response: RESTResponse) throws(RESTError) -> Output {
        try Result { try read(response) }
            .mapError { error in error as? RESTError ?? .invalidData(error.codingReason, response) }.get()
    }
}

extension Expected where Output: Decodable {
    /// The body as JSON, with dates in ISO 8601 unless the decoder says otherwise.
    public static func json(
        _ type: Output.Type = Output.self, decoder: @escaping @Sendable () -> JSONDecoder = { .iso8601 }
    ) -> Expected {
        Expected { response in try decoder().decode(type, from: response.body) }
    }
}

extension Expected where Output == RESTResponse {
    /// The response itself.
    public static var raw: Expected { Expected { $0 } }
}

extension Expected where Output == Void {
    /// No value; the body is ignored.
    public static var noContent: Expected { Expected { _ in } }
}

extension JSONDecoder {
    /// A decoder that reads dates as RFC 3339 writes them, `2024-02-29T12:30:45Z`, with or without fractions of a second.
    public static var iso8601: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try String(from: decoder)
            let (plain, utc) = (Date.ISO8601FormatStyle(), "\(text.prefix(19))Z")
            // Older Foundations of Darwin read fractions only when told of them, and then want them.
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
            // Styles take 30 February for 1 March, 25:00 for 1:00 of the next day, and any text after the offset.
            let hasZone = text.dropFirst(19).wholeMatch(of: /(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)/) != nil
            if hasZone, (try? plain.format(plain.parse(utc))) == utc, let date = try? style.parse(text) { return date }
            let reason = "\"\(text)\" is not an ISO 8601 date"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
        }
        return decoder
    }
}
