import ExactJSON
import HTTPMessage

extension JSON {
    /// An object with the members that have a value, in this order.
    static func members(_ members: [(name: String, value: JSON?)]) -> JSON {
        .object(JSONObject(members.compactMap { member in member.value.map { (member.name, $0) } }))
    }

    /// A member that exists only under a condition. (`nil` in a literal would be JSON's `null`.)
    static func only(_ condition: Bool, _ value: @autoclosure () -> JSON) -> JSON? {
        condition ? .some(value()) : .none
    }

    static func integer(_ value: Int) -> JSON { .number(JSONNumber(value)) }

    /// The duration in milliseconds, with microsecond precision.
    static func milliseconds(_ duration: Duration) -> JSON {
        let microseconds = duration.wholeNanoseconds / 1_000
        let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000)
        var digits = String(1_000 + rest).dropFirst()
        while digits.last == "0" { digits = digits.dropLast() }
        let text = "\(microseconds < 0 ? "-" : "")\(whole)\(digits.isEmpty ? "" : ".")\(digits)"
        return JSONNumber(lexeme: text).map(JSON.number) ?? .null
    }
}
