import Foundation
import Testing

@testable import APIClient

@Suite("Retry-After") struct RetryAfterTests {
    /// Ten seconds before the date of ``date``.
    private let now = Date(timeIntervalSince1970: 784_111_767)
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    @Test(
        "is a number of seconds, or else asks for no time",
        arguments: [
            ("120", 120), ("0", 0), ("09", 9), ("", 0), ("-5", 0), ("+5", 0), ("1.5", 0), ("5/", 0), ("5:", 0),
            ("soon", 0), ("99999999999999999999", Int.max),
        ])
    func seconds(_ text: String, _ seconds: Int) {
        #expect(RetryAfter.delay(in: ["retry-after": text], now: now) == .seconds(seconds))
    }

    @Test("that is missing asks for no time")
    func missing() {
        #expect(RetryAfter.delay(in: ["Date": Self.date], now: now) == .zero)
    }

    @Test(
        "with a date counts from the response's own, or else from now, and not back",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:30 GMT", 7), ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
            ("Sun, 06 Nov 1994 08:49:38 GMT", 0), ("yesterday", 10), (nil, 10),
        ])
    func dates(_ sent: String?, _ seconds: Int) {
        var headers: HTTPHeaders = ["Retry-After": Self.date]
        headers["Date"] = sent
        #expect(RetryAfter.delay(in: headers, now: now) == .seconds(seconds))
    }
}
