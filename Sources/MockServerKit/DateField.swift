import HTTPMessage
import Locking
import Scenarios
import TextCoding

/// The value of a server's `Date` field, made once a second.
final class DateField: Sendable {
    private let last = Locked<(second: Int64, value: [UInt8])>((.min, []))

    func value(at time: WallTime) -> [UInt8] {
        let second = time.nanoseconds / 1_000_000_000
        return last.withLock { last in
            if last.second != second { last = (second, Array(HTTPDate.format(unixSeconds: second).utf8)) }
            return last.value
        }
    }
}
