import HTTPMessage
import Locking
import Scenarios
import TextCoding

/// The value of the `Date` field, made once a second.
enum DateField {
    private static let last = Locked<(second: Int64, value: [UInt8])>((.min, []))

    static func value(at time: WallTime) -> [UInt8] {
        let second = time.nanoseconds / 1_000_000_000
        return last.withLock { last in
            if last.second != second { last = (second, Array(HTTPDate.string(fromUnixSeconds: second).utf8)) }
            return last.value
        }
    }
}
