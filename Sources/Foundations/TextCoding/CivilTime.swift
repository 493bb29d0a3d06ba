/// An instant in UTC by calendar and clock, in the proleptic Gregorian calendar.
///
/// The library does not use Foundation, and `gmtime` and `strftime` depend on locale and environment.
struct CivilTime: Hashable {
    var year: Int
    /// From 1.
    var month: Int
    /// From 1.
    var day: Int
    var hour: Int
    var minute: Int
    /// Up to 60, a leap second.
    var second: Int

    /// The years that HTTP and ISO 8601 dates can represent.
    static let years = 1...9999
    /// The seconds of 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
    static let writable: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
}

extension CivilTime {
    /// The instant `unixSeconds` after 1970, clamped to the representable range.
    init(unixSeconds: Int64) {
        let seconds = min(max(unixSeconds, Self.writable.lowerBound), Self.writable.upperBound)
        let ofDay = Int((seconds % 86_400 + 86_400) % 86_400)
        let days = Int((seconds - Int64(ofDay)) / 86_400)
        // Years begin in March here, so that the leap day is a year's last day; eras are 400 years of 146,097 days.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = ofDay / 3600
        minute = ofDay / 60 % 60
        second = ofDay % 60
    }

    /// Whether this is a real date and time.
    var isValid: Bool {
        Self.years.contains(year) && (1...12).contains(month) && (1...daysInMonth).contains(day)
            && (0...23).contains(hour) && (0...59).contains(minute) && (0...60).contains(second)
    }

    private var daysInMonth: Int {
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    private var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Seconds since 1970; a leap second counts as the first second after it.
    var unixSeconds: Int64 { Int64(daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second) }

    /// The day of the week, from 0 for Sunday.
    var weekday: Int { ((daysSince1970 + 4) % 7 + 7) % 7 }
}

/// `value` in decimal, padded to `width` with zeros.
func zeroPadded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
