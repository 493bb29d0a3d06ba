public import Foundation

extension JSONDecoder {
    /// A decoder that reads dates as RFC 3339 writes them, `2024-02-29T12:30:45Z`, with or without fractions of a second.
    public static var iso8601: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            // Older Foundations of Darwin read fractions only when told of them, and then want them.
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
            guard let date = try? style.parse(text) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "\"\(text)\" is not an ISO 8601 date")
            }
            return date
        }
        return decoder
    }
}
