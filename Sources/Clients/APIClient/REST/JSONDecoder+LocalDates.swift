public import Foundation

extension JSONDecoder {
    /// A decoder that reads dates as `iso8601` does, and those without an offset, `2024-02-29T12:30:45`, as the time in a
    /// zone. A time that comes twice when clocks are set back is the first of the two.
    ///
    ///     let service = IdentityService(client: client, decoder: { .iso8601(assuming: .gmt) })
    public static func iso8601(assuming timeZone: TimeZone) -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            let isLocal = text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?/) != nil
            // Which dates there are does not depend on the zone.
            let whole = try JSONEncoder().encode(isLocal ? "\(text)Z" : text)
            var date = try? JSONDecoder.iso8601.decode(Date.self, from: whole)
            if isLocal, date != nil {
                let style = Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()
                date = try? style.time(includingFractionalSeconds: text.contains(".")).parse(text)
            }
            guard let date else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "\"\(text)\" is not an ISO 8601 date")
            }
            return date
        }
        return decoder
    }
}
