import Testing
import TextCoding

@Suite("Dates")
struct DateTests {
    /// 2025-01-01T00:00:00Z.
    static let now: Int64 = 1_735_689_600

    static let known: [(Int64, String, String)] = [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),
        (0, "Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00Z"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT", "1969-12-31T23:59:59Z"),
        (951_827_696, "Tue, 29 Feb 2000 12:34:56 GMT", "2000-02-29T12:34:56Z"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT", "2100-03-01T00:00:00Z"),
        (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT", "0001-01-01T00:00:00Z"),
        (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT", "9999-12-31T23:59:59Z"),
    ]

    @Test("known times are written, and read back", arguments: known)
    func wellKnown(seconds: Int64, http: String, iso: String) {
        #expect(HTTPDate.format(unixSeconds: seconds) == http)
        #expect(HTTPDate.parse(http, now: Self.now) == seconds)
        #expect(ISO8601.format(unixSeconds: seconds) == iso)
    }

    @Test("each day of 800 years is written and read back")
    func everyDay() {
        for day in stride(from: -200_000 as Int64, to: 100_000, by: 37) {
            let seconds = day * 86_400 + 12_345
            #expect(HTTPDate.parse(HTTPDate.format(unixSeconds: seconds), now: Self.now) == seconds)
        }
    }

    @Test("times beyond the calendar become the nearest that can be written")
    func clamped() {
        #expect(HTTPDate.format(unixSeconds: .max) == "Fri, 31 Dec 9999 23:59:59 GMT")
        #expect(HTTPDate.format(unixSeconds: .min) == "Mon, 01 Jan 0001 00:00:00 GMT")
        #expect(ISO8601.format(unixMilliseconds: .min) == "0001-01-01T00:00:00.192Z")
    }

    @Test("milliseconds are written with three digits, before 1970 too")
    func milliseconds() {
        #expect(ISO8601.format(unixMilliseconds: 784_111_777_005) == "1994-11-06T08:49:37.005Z")
        #expect(ISO8601.format(unixMilliseconds: -1) == "1969-12-31T23:59:59.999Z")
        #expect(ISO8601.format(unixMilliseconds: 0) == "1970-01-01T00:00:00.000Z")
    }

    @Test(
        "the obsolete forms are read",
        arguments: [
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Sun Nov 16 08:49:37 2014", 1_416_127_777), ("Tuesday, 06-Nov-35 00:00:00 GMT", 2_077_920_000),
            ("Saturday, 31-Dec-16 23:59:60 GMT", 1_483_228_800),
        ] as [(String, Int64)])
    func obsolete(text: String, seconds: Int64) {
        #expect(HTTPDate.parse(text, now: Self.now) == seconds)
    }

    @Test(
        "what is no date of HTTP is none",
        arguments: [
            "", "Sun", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37",
            "Sun, 06 Nov 1994 08:49:37 GMT ", "sun, 06 nov 1994 08:49:37 gmt", "Mon, 06 Nov 1994 08:49:37 GMT",
            "Sun, 32 Nov 1994 08:49:37 GMT", "Thu, 29 Feb 2001 00:00:00 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 0000 08:49:37 GMT",
            "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "1994-11-06T08:49:37Z", "784111777",
            "Sun, 0a Nov 1994 08:49:37 GMT",
        ])
    func refused(_ text: String) {
        #expect(HTTPDate.parse(text, now: Self.now) == nil)
    }
}
