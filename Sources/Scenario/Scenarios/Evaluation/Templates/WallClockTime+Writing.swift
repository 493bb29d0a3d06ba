package import ExactJSON
import HTTPMessage
import TextCoding

extension WallClockTime {
    /// The instant `duration` later, clamped to the representable range.
    package func advanced(by duration: Duration) -> WallClockTime {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
        return WallClockTime(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// The instant as `now` writes it, cut to whole seconds or milliseconds: `2026-01-31T12:00:00Z`,
    /// `Sat, 31 Jan 2026 12:00:00 GMT`, or a number.
    package func written(as format: Operand.NowFormat) -> JSON {
        switch format {
        case .iso: .string(ISO8601.format(unixSeconds: whole(1_000_000_000)))
        case .http: .string(HTTPDate.format(unixSeconds: whole(1_000_000_000)))
        case .unix: .number(JSONNumber(whole(1_000_000_000)))
        case .unixMilliseconds: .number(JSONNumber(whole(1_000_000)))
        }
    }

    /// The whole units before this instant, rounded down, also before 1970.
    private func whole(_ unit: Int64) -> Int64 {
        let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: unit)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
