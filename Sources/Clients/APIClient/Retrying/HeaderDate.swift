import Foundation

/// Dates as headers write them (RFC 9110, section 5.6.7).
enum HeaderDate {
    /// The date in any of the three forms that a recipient must accept; `nil` for another text.
    ///
    /// A year of two digits, which only the obsolete form of RFC 850 has, is at most 50 years after `now`.
    static func date(from text: String, now: Date) -> Date? {
        let parts = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
        switch parts.count {
        // "Sun, 06 Nov 1994 08:49:37 GMT" and "Sunday, 06-Nov-94 08:49:37 GMT"
        case 6 where parts[5] == "GMT": return date(parts[1], parts[2], parts[3], parts[4], now)
        // "Sun Nov  6 08:49:37 1994"
        case 5: return date(parts[2], parts[1], parts[4], parts[3], now)
        default: return nil
        }
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func date(_ day: String, _ month: String, _ year: String, _ time: String, _ now: Date) -> Date? {
        let calendar = Calendar(identifier: .gregorian)
        let times = time.split(separator: ":").compactMap { Int($0) }
        guard let day = Int(day), let month = months.firstIndex(of: month), var number = Int(year), times.count == 3
        else { return nil }
        if year.count == 2 {
            let last = calendar.component(.year, from: now) + 50
            number = last - (last - number) % 100
        }
        return DateComponents(
            calendar: calendar, timeZone: .gmt, year: number, month: month + 1, day: day, hour: times[0],
            minute: times[1], second: times[2]
        ).date
    }
}
