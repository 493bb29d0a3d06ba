import Foundation
import Testing

@testable import APIClient

@Suite("A date of HTTP") struct HeaderDateTests {
    /// In 2026.
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    @Test(
        "is read in all three forms",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Fri, 31 Dec 1999 23:59:59 GMT", 946_684_799), ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
            // A time that New York's clocks skipped.
            ("Sun, 13 Mar 2022 02:30:00 GMT", 1_647_138_600),
        ])
    func accepted(_ text: String, _ seconds: Int) {
        #expect(HeaderDate.date(from: text, now: now) == Date(timeIntervalSince1970: TimeInterval(seconds)))
    }

    @Test(
        "is not another text",
        arguments: [
            "", "soon", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 08:49:37 GMT today", "06 Nov 1994",
            "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37:00 GMT", "Sun, 06 Nov 1994 a:49:37 GMT",
            "Sun, six Nov 1994 08:49:37 GMT", "Sun, 06 Nvo 1994 08:49:37 GMT", "Sun, 06 Nov year 08:49:37 GMT",
        ])
    func rejected(_ text: String) {
        #expect(HeaderDate.date(from: text, now: now) == nil)
    }

    @Test(
        "with a year of two digits is at most 50 years ahead",
        arguments: [("26", "2026"), ("76", "2076"), ("77", "1977"), ("99", "1999"), ("00", "2000")])
    func shortYears(_ short: String, _ year: String) {
        let date = HeaderDate.date(from: "Sunday, 06-Nov-\(short) 08:49:37 GMT", now: now)
        #expect(date == HeaderDate.date(from: "Sun, 06 Nov \(year) 08:49:37 GMT", now: now))
        #expect(date != nil)
    }

    @Test("has each month")
    func months() {
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let starts = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
        for (name, start) in zip(names, starts) {
            let date = HeaderDate.date(from: "Thu, 01 \(name) 1970 00:00:00 GMT", now: now)
            #expect(date == Date(timeIntervalSince1970: TimeInterval(start * 86_400)))
        }
    }
}
