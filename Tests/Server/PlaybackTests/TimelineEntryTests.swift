import HTTPMessage
import Testing

@testable import Playback

@Suite("A request of the run")
struct TimelineEntryTests {
    private static func entry(_ number: Int, method: String = "GET", target: String = "/a") -> TimelineEntry {
        TimelineEntry(
            number: number, method: Array(method.utf8)[...], target: Array(target.utf8)[...],
            connection: ConnectionInfo(index: 1, exchange: number), offset: .milliseconds(number),
            arrival: Instant(nanoseconds: Int64(number)), outcome: .step("s"), response: .status(200))
    }

    private static func request(_ method: String, _ target: String) -> Request {
        let target = Array(target.utf8)[...]
        let head = RequestHead(
            method: Array(method.utf8)[...], target: target, authority: [], path: target, query: nil, version: .http11,
            fields: Fields())
        return Request(head: head, connection: ConnectionInfo(index: 2, exchange: 3))
    }

    @Test("what is changed of a copy is not changed of the others")
    func copies() {
        let first = Self.entry(1)
        var second = first
        second.response = .fault("reset")
        second.left = Instant(nanoseconds: 9)
        #expect(first.responseText == "200")
        #expect(second.responseText == "left")
        #expect(first.left == nil)
    }

    @Test("its room serves another request, longer or shorter, and nothing of the former is left")
    func becomes() {
        var entry = Self.entry(1, method: "DELETE", target: "/a/long/one")
        entry.answered = Instant(nanoseconds: 7)
        let kept = entry
        for (method, target) in [("PUT", "/b"), ("OPTIONS", "/a/much/longer/one"), ("GET", "")] {
            entry.assign(
                5, Self.request(method, target), arrival: Instant(nanoseconds: 3_000_100),
                since: Instant(nanoseconds: 100))
            #expect(entry.requestText == "\(method) \(target)")
            #expect(entry.number == 5)
            #expect(entry.connection == ConnectionInfo(index: 2, exchange: 3))
            #expect(entry.offsetText == "+3.0 ms")
            #expect(!entry.isOver)
        }
        #expect(kept.requestText == "DELETE /a/long/one")
        #expect(kept.isOver)
    }

    @Test("of a long method and a long target the beginning is kept")
    func cut() {
        let (method, target) = (String(repeating: "M", count: 100), "/" + String(repeating: "t", count: 5_000))
        var entry = Self.entry(1, method: method, target: target)
        for _ in 0..<2 {
            #expect(entry.method.count == 64)
            #expect(entry.target.count == 2_048)
            entry.assign(
                1, Self.request(method, target), arrival: Instant(nanoseconds: 0), since: Instant(nanoseconds: 0))
        }
    }

    @Test("the last three of what was counted are kept, and the one that goes is handed back")
    func recent() {
        var recent = RecentEntries()
        for number in 1...3 { #expect(recent.add(Self.entry(number))?.number == nil) }
        #expect(recent.add(Self.entry(4))?.number == 1)
        #expect(recent.add(Self.entry(5))?.number == 2)
        #expect(recent.all.map(\.number) == [3, 4, 5])
        #expect(recent.last?.number == 5)
        recent.change(4) { $0.response = .status(404) }
        recent.change(2) { $0.response = .status(500) }
        #expect(recent.all.map(\.responseText) == ["200", "404", "200"])
        #expect(recent.contains(3))
        #expect(!recent.contains(2))
    }
}
