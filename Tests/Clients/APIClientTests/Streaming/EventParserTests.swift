import Testing

@testable import APIClient

/// A stream of bytes and the events in it. Events are written `type|data|id`.
private struct EventVector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let events: [String]
    let lastEventID: String

    init(_ name: String, _ text: String, _ events: [String], id: String = "") {
        self.init(name, Array(text.utf8), events, id: id)
    }

    init(_ name: String, _ bytes: [UInt8], _ events: [String], id: String = "") {
        testDescription = name
        self.bytes = bytes
        self.events = events
        lastEventID = id
    }
}

struct EventParserTests {
    private static let vectors = [
        EventVector("nothing", "", []),
        EventVector("one event", "data: a\n\n", ["message|a|"]),
        EventVector("carriage returns", "data: a\rdata: b\r\r", ["message|a\nb|"]),
        EventVector("carriage returns and line feeds", "data: a\r\ndata: b\r\n\r\n", ["message|a\nb|"]),
        EventVector("mixed line ends", "data: a\r\ndata: b\n\rdata: c\r\r\n", ["message|a\nb|", "message|c|"]),
        EventVector("a line feed ends no second line", "data: a\r\ndata: b\r\n\n", ["message|a\nb|"]),
        EventVector(
            "two line feeds after a carriage return", "data: a\r\n\ndata: b\r\n\n", ["message|a|", "message|b|"]),
        EventVector("a byte order mark", "\u{FEFF}data: a\n\n", ["message|a|"]),
        EventVector("a second byte order mark", "\u{FEFF}\u{FEFF}data: a\n\n", []),
        EventVector("a byte order mark in a later line", "data: a\n\u{FEFF}data: b\n\n", ["message|a|"]),
        EventVector("half a byte order mark", [0xEF, 0xBB] + Array("data: a\n\n".utf8), []),
        EventVector("a comment", ": hello\ndata: a\n:data: b\n:\n\n", ["message|a|"]),
        EventVector("only a comment", ":\n\n", []),
        EventVector("several lines of data", "data: a\ndata:\ndata: b\n\n", ["message|a\n\nb|"]),
        EventVector("no space", "data:a\n\n", ["message|a|"]),
        EventVector("two spaces", "data:  a\n\n", ["message| a|"]),
        EventVector("a tab is no space", "data:\ta\n\n", ["message|\ta|"]),
        EventVector("colons in the value", "data: a: b\n\n", ["message|a: b|"]),
        EventVector("a field without a value", "data\n\n", ["message||"]),
        EventVector("two fields without a value", "data\ndata\n\n", ["message|\n|"]),
        EventVector("a type", "event: added\ndata: a\n\ndata: b\n\n", ["added|a|", "message|b|"]),
        EventVector("an empty type", "event: added\nevent:\ndata: a\n\n", ["message|a|"]),
        EventVector("a type without data", "event: added\n\ndata: a\n\n", ["message|a|"]),
        EventVector("an id stays", "id: 1\ndata: a\n\ndata: b\n\n", ["message|a|1", "message|b|1"], id: "1"),
        EventVector("an id without data", "id: 1\n\n", [], id: "1"),
        EventVector("an empty id", "id: 1\ndata: a\n\nid\ndata: b\n\n", ["message|a|1", "message|b|"]),
        EventVector("an id with NUL is ignored", "id: 1\nid: 2\u{0}\ndata: a\n\n", ["message|a|1"], id: "1"),
        EventVector(
            "an id of an event that doesn't end", "id: 1\ndata: a\n\nid: 2\ndata: b\n", ["message|a|1"], id: "1"),
        EventVector("an unknown field", "Data: a\ndate: b\ndata : c\n\n", []),
        EventVector("an event that doesn't end", "data: a\n\ndata: b\n", ["message|a|"]),
        EventVector("several empty lines", "\n\ndata: a\n\n\n\n", ["message|a|"]),
        EventVector("text beyond ASCII", "data: größer 🙂\n\n", ["message|größer 🙂|"]),
        EventVector("bytes that are not UTF-8", Array("data: ".utf8) + [0xFF, 0x0A, 0x0A], ["message|\u{FFFD}|"]),
    ]

    private func written(_ events: [MessageEvent]) -> [String] {
        events.map { "\($0.type)|\($0.data)|\($0.id)" }
    }

    @Test("events are what the standard says, whole and fed byte by byte", arguments: vectors)
    private func events(_ vector: EventVector) throws {
        for size in [max(vector.bytes.count, 1), 2, 1] {
            var parser = EventParser()
            var events: [MessageEvent] = []
            for start in stride(from: 0, to: vector.bytes.count, by: size) {
                try parser.feed(vector.bytes[start...].prefix(size), into: &events)
            }
            #expect(written(events) == vector.events, "in pieces of \(size)")
            #expect(parser.lastEventID == vector.lastEventID, "in pieces of \(size)")
        }
    }

    @Test(
        "a time to wait is whole milliseconds in digits",
        arguments: [
            ("retry: 1500\n", 1500), ("retry:0\n", 0), ("retry: 1\nretry: 2\n", 2), ("retry: 1\nretry: x\n", 1),
            ("retry: 2147483647\n", 2_147_483_647), ("retry: 2147483648\n", nil), ("retry: -1\n", nil),
            ("retry: +1\n", nil), ("retry: 1.5\n", nil), ("retry: 1s\n", nil), ("retry\n", nil), ("retry: 9", nil),
            ("retry: 09\n", 9), ("retry: /\n", nil), ("retry: :\n", nil),
        ] as [(String, Int?)])
    func retry(_ text: String, _ milliseconds: Int?) throws {
        var parser = EventParser()
        var events: [MessageEvent] = []
        try parser.feed(text.utf8, into: &events)
        #expect(parser.retry == milliseconds.map { .milliseconds($0) })
    }

    @Test("the id of the connection before holds until another comes")
    func initialID() throws {
        var parser = EventParser(lastEventID: "7")
        var events: [MessageEvent] = []
        #expect(parser.lastEventID == "7")
        try parser.feed("data: a\n\n".utf8, into: &events)
        #expect(events == [MessageEvent(data: "a", id: "7")])
        #expect(parser.lastEventID == "7")
    }

    @Test(
        "an event of the limit is read, and one byte more is an error after the events before",
        arguments: [
            // The line "data: abcde" has 11 bytes.
            ("data: abcde\n\ndata: abcde\n\n", 11, 2, true), ("data: a\n\ndata: abcde\n\n", 10, 1, false),
            // The first line leaves "abc" and its line feed, 4 bytes, beside the 9 of the second.
            ("data: abc\ndata: def\n\n", 13, 1, true), ("data: abc\ndata: def\n\n", 12, 0, false),
            (":0123456789\n", 11, 0, true), (":0123456789\n", 10, 0, false),
        ])
    func limits(_ text: String, _ limit: Int, _ count: Int, _ isRead: Bool) {
        var parser = EventParser(limit: limit)
        var events: [MessageEvent] = []
        var failure: RESTError?
        do { try parser.feed(text.utf8, into: &events) } catch { failure = error }
        #expect(events.count == count)
        #expect(failure == (isRead ? nil : .invalidData("an event has more than \(limit) bytes", nil)))
    }

    @Test("without a stated limit an event may have a mebibyte")
    func standardLimit() throws {
        var parser = EventParser()
        var events: [MessageEvent] = []
        try parser.feed(repeatElement(UInt8(ascii: ":"), count: 1_048_576), into: &events)
        #expect(throws: RESTError.self) { try parser.feed([UInt8(ascii: ":")], into: &events) }
    }

    @Test("an event has the type message unless another is stated")
    func standardType() {
        #expect(MessageEvent(data: "a") == MessageEvent(type: "message", data: "a", id: ""))
    }
}
