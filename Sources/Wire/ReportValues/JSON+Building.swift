package import ExactJSON
import HTTPMessage

extension JSON {
    /// An object with the members that have a value, in this order.
    package static func members(_ members: [(name: String, value: JSON?)]) -> JSON {
        .object(JSONObject(members.compactMap { member in member.value.map { (member.name, $0) } }))
    }

    /// A member that exists only under a condition. (`nil` in a literal would be JSON's `null`.)
    package static func only(_ condition: Bool, _ value: @autoclosure () -> JSON) -> JSON? {
        condition ? .some(value()) : .none
    }

    /// A whole number.
    package static func integer(_ value: Int) -> JSON { .number(JSONNumber(value)) }

    /// The duration in milliseconds, with microsecond precision.
    package static func milliseconds(_ duration: Duration) -> JSON {
        let microseconds = duration.wholeNanoseconds / 1_000
        let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000)
        var digits = String(1_000 + rest).dropFirst()
        while digits.last == "0" { digits = digits.dropLast() }
        let text = "\(microseconds < 0 ? "-" : "")\(whole)\(digits.isEmpty ? "" : ".")\(digits)"
        return JSONNumber(lexeme: text).map(JSON.number) ?? .null
    }
}

extension KeyedDecodingContainer {
    /// The duration that a number of milliseconds states; nil if the member is missing.
    package func decodeMilliseconds(_ key: Key) throws -> Duration? {
        guard let milliseconds = try decodeIfPresent(Double.self, forKey: key) else { return nil }
        // 30,000 years; a larger value could not be converted.
        guard abs(milliseconds) < 1e15 else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(milliseconds) ms is too long")
        }
        return .microseconds(Int64((milliseconds * 1_000).rounded()))
    }
}
