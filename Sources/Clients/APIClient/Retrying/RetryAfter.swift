import Foundation

/// Reads `Retry-After` (RFC 9110, section 10.2.3): a number of seconds, or a date.
enum RetryAfter {
    /// How long a response with these headers asks to wait; zero if it does not, or if its date is past.
    ///
    /// A date counts from the response's own `Date`, because the client's clock may be wrong; `now` stands in for a
    /// missing one.
    static func delay(in headers: HTTPHeaders, now: Date) -> Duration {
        guard let text = headers["Retry-After"] else { return .zero }
        if !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
            // A number that is too large is a long time, not a missing one.
            return .seconds(Int(text) ?? .max)
        }
        guard let date = HeaderDate.date(from: text, now: now) else { return .zero }
        let sent = headers["Date"].flatMap { HeaderDate.date(from: $0, now: now) } ?? now
        return max(.seconds(date.timeIntervalSince(sent)), .zero)
    }
}
