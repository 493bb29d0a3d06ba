/// Times in the form of ISO 8601 and RFC 3339, in UTC.
package enum ISO8601 {
    /// The time as `2025-01-31T08:49:37Z`; times outside the years 1 to 9999 are clamped.
    package static func format(unixSeconds: Int64) -> String {
        text(unixSeconds) + "Z"
    }

    /// The time as `2025-01-31T08:49:37.250Z`; times outside the years 1 to 9999 are clamped.
    package static func format(unixMilliseconds: Int64) -> String {
        let millisecond = (unixMilliseconds % 1000 + 1000) % 1000
        // Division before subtraction, so that the lowest integer does not overflow.
        let seconds = unixMilliseconds / 1000 - (unixMilliseconds % 1000 < 0 ? 1 : 0)
        return "\(text(seconds)).\(zeroPadded(Int(millisecond), 3))Z"
    }

    private static func text(_ unixSeconds: Int64) -> String {
        let time = CivilTime(unixSeconds: unixSeconds)
        let date = "\(zeroPadded(time.year, 4))-\(zeroPadded(time.month, 2))-\(zeroPadded(time.day, 2))"
        return "\(date)T\(zeroPadded(time.hour, 2)):\(zeroPadded(time.minute, 2)):\(zeroPadded(time.second, 2))"
    }
}
