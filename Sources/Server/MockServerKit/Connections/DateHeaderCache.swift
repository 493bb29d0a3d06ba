import HTTPMessage
import Locking
import Scenarios
import TextCoding

/// The value of a server's `Date` field, updated once a second.
final class DateHeaderCache: Sendable {
    private let last = Locked<(second: Int64, value: [UInt8])>((.min, []))

    func value(at time: WallClockTime) -> [UInt8] {
        let second = time.nanoseconds / 1_000_000_000
        return last.withLock { last in
            if last.second != second { last = (second, Array(HTTPDate.format(unixSeconds: second).utf8)) }
            return last.value
        }
    }
}

/// The value of the last `Date` field of a connection, valid for one second. It is the connection's own copy, because
/// threads that reference-count one shared value delay each other.
struct CachedDateHeader {
    private var second = Int64.min
    private var value: [UInt8] = []

    mutating func value(at time: WallClockTime, of field: DateHeaderCache) -> [UInt8] {
        let second = time.nanoseconds / 1_000_000_000
        if second != self.second {
            self.second = second
            value.removeAll(keepingCapacity: true)
            value.append(contentsOf: field.value(at: time))
        }
        return value
    }
}
