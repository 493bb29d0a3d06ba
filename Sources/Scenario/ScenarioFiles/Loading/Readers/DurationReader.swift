import Scenarios

/// Why a text is not a duration.
package enum DurationError: Error {
    case unitMissing
    case notADuration
    case unknownUnit(String)
    case tooLong
}

/// Durations as scenarios write them: `200ms`, `1.5s`, `2m`, `1h`, `30d`.
package enum DurationReader {
    /// The units and how many nanoseconds each has.
    private static let units: [(name: String, nanoseconds: Int64)] = [
        ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000), ("h", 3_600_000_000_000),
        ("d", 86_400_000_000_000),
    ]

    /// The longest duration, ten years. A limit keeps additions to an instant from overflowing.
    private static let longest: Int64 = 3_653 * 86_400_000_000_000

    package static func read(_ text: String) throws(DurationError) -> Duration {
        var reader = ScalarReader(Array(text.unicodeScalars))
        let whole = reader.take(while: \.isASCIIDigit)
        var fraction = ""
        if reader.take(".") {
            fraction = reader.take(while: \.isASCIIDigit)
            guard !fraction.isEmpty else { throw .notADuration }
        }
        guard !whole.isEmpty else { throw .notADuration }
        let name = reader.text(reader.index..<reader.scalars.count)
        guard !name.isEmpty else { throw .unitMissing }
        guard let unit = units.first(where: { $0.name == name }) else {
            throw name.unicodeScalars.allSatisfy { $0.isASCIILetter || $0 == "µ" } ? .unknownUnit(name) : .notADuration
        }
        guard whole.utf8.count <= 15, let count = Int64(whole) else { throw .tooLong }
        let (base, overflow) = count.multipliedReportingOverflow(by: unit.nanoseconds)
        guard !overflow, base <= longest else { throw .tooLong }
        // Digits after the ninth are less than 0.1 ms even of a day and can't matter.
        let digits = fraction.prefix(9)
        let scale = digits.reduce(Int64(1)) { scale, _ in scale * 10 }
        let (whole9, part9) = (unit.nanoseconds / scale, unit.nanoseconds % scale)
        let part = Int64(digits) ?? 0
        return .nanoseconds(base + part * whole9 + part * part9 / scale)
    }
}

extension DurationError {
    /// The message for a user who wrote `text`.
    package func message(for text: String) -> String {
        switch self {
        case .unitMissing: "a unit is needed: write \(text)ms or \(text)s"
        case .notADuration: "\"\(text)\" is not a duration; write a number and a unit, like 200ms, 1.5s or 2m"
        case .unknownUnit(let unit): "\"\(unit)\" is not a unit of time; write ms, s, m, h or d"
        case .tooLong: "\"\(text)\" is longer than ten years: write 3650d or less"
        }
    }
}
