import Libc

/// The wall clock, used here only to date certificates.
enum UnixTime {
    static let day: Int64 = 86_400

    /// Seconds since 1970.
    static var now: Int64 { Int64(time(nil)) }
}
