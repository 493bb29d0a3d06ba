/// Dates of HTTP (RFC 9110, section 5.6.7).
package enum HTTPDate {
    /// The time as an IMF-fixdate, `Sun, 06 Nov 1994 08:49:37 GMT`; times outside the years 1 to 9999 are clamped.
    package static func format(unixSeconds: Int64) -> String {
        let time = CivilTime(unixSeconds: unixSeconds)
        let date = "\(zeroPadded(time.day, 2)) \(months[time.month - 1]) \(zeroPadded(time.year, 4))"
        let clock = "\(zeroPadded(time.hour, 2)):\(zeroPadded(time.minute, 2)):\(zeroPadded(time.second, 2))"
        return "\(shortDays[time.weekday]), \(date) \(clock) GMT"
    }

    /// The seconds since 1970 of a date in any of the three forms; nil for anything else, including impossible dates
    /// and wrong weekdays.
    ///
    /// - Parameter now: determines the century of the obsolete form with a two-digit year: a date that seems more than
    ///   50 years in the future is in the past.
    package static func parse(_ text: some Collection<UInt8>, now: Int64) -> Int64? {
        let text = Array(text)
        for form in [imfFixdate, asctime] {
            if let time = read(text[...], form, now: now) { return time }
        }
        return rfc850(text, now: now)
    }

    /// The seconds since 1970 of a date in any of the three forms.
    package static func parse(_ text: String, now: Int64) -> Int64? { parse(text.utf8, now: now) }

    private static let shortDays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let longDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// A form as a template: `a` weekday, `d` day, `_` day with a space for its leading zero, `b` month, `Y` year, `y`
    /// two-digit year, `h` hour, `m` minute, `s` second; other characters are literal.
    private static let imfFixdate = "a, d b Y h:m:s GMT"
    private static let asctime = "a b _ h:m:s Y"
    private static let rfc850AfterDay = ", d-b-y h:m:s GMT"

    private static func rfc850(_ text: [UInt8], now: Int64) -> Int64? {
        guard let weekday = longDays.firstIndex(where: { text.starts(with: $0.utf8) }) else { return nil }
        return read(text.dropFirst(longDays[weekday].utf8.count), rfc850AfterDay, weekday: weekday, now: now)
    }

    private static func read(_ text: ArraySlice<UInt8>, _ form: String, weekday known: Int? = nil, now: Int64) -> Int64?
    {
        var rest = text
        var weekday = known
        var time = CivilTime(year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0)
        for part in form.utf8 {
            switch part {
            case UInt8(ascii: "a"): weekday = take(shortDays, &rest)
            case UInt8(ascii: "b"): time.month = take(months, &rest).map { $0 + 1 } ?? 0
            case UInt8(ascii: "_") where rest.first == 0x20:
                rest.removeFirst()
                time.day = take(1, &rest)
            case UInt8(ascii: "d"), UInt8(ascii: "_"): time.day = take(2, &rest)
            case UInt8(ascii: "Y"): time.year = take(4, &rest)
            case UInt8(ascii: "y"): time.year = nearestYear(take(2, &rest), now: now)
            case UInt8(ascii: "h"): time.hour = take(2, &rest)
            case UInt8(ascii: "m"): time.minute = take(2, &rest)
            case UInt8(ascii: "s"): time.second = take(2, &rest)
            default: if rest.popFirst() != part { return nil }
            }
        }
        guard rest.isEmpty, time.isValid, time.weekday == weekday else { return nil }
        return time.unixSeconds
    }

    private static func nearestYear(_ twoDigits: Int, now: Int64) -> Int {
        guard twoDigits >= 0 else { return -1 }
        let current = CivilTime(unixSeconds: now).year
        let year = current - current % 100 + twoDigits
        return year > current + 50 ? year - 100 : year
    }

    /// The number in the next `count` digits, or -1, which is invalid in every part of a date.
    private static func take(_ count: Int, _ text: inout ArraySlice<UInt8>) -> Int {
        let digits = text.prefix(count)
        text = text.dropFirst(count)
        guard digits.count == count, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return -1 }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func take(_ names: [String], _ text: inout ArraySlice<UInt8>) -> Int? {
        guard let index = names.firstIndex(where: { text.starts(with: $0.utf8) }) else { return nil }
        text = text.dropFirst(3)
        return index
    }
}
