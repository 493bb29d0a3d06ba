import Libc

/// The time of day for a log, in the machine's time zone.
struct TimeOfDay: Hashable, Sendable {
    let seconds: Int
    let milliseconds: Int

    static var now: TimeOfDay {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return TimeOfDay(seconds: time.tv_sec, milliseconds: time.tv_nsec / 1_000_000)
    }
}

extension TimeOfDay: CustomStringConvertible {
    /// `14:03:07.123`.
    var description: String {
        var time = time_t(seconds)
        var parts = tm()
        localtime_r(&time, &parts)
        let fields = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { Self.digits(Int($0), 2) }
        return fields.joined(separator: ":") + "." + Self.digits(milliseconds, 3)
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
