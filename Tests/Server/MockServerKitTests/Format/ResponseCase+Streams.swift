extension ResponseCase {
    static let streams: [ResponseCase] = [
        chunks("text", "{text: one}, {text: two}", "text/plain; charset=utf-8", ["one", "two"]),
        chunks("json", "{json: {a: 1}}, {json: 2}", "application/json", [#"{"a":1}"#, "2"]),
        chunks("base64", "{base64: IQ==}", "application/octet-stream", ["!"]),
        both(
            "Response", "chunks", "chunks: [{text: one}]", http1: chunkedHead1 + ["3", "one", "0", "", ""],
            http2: [chunkedHead2, "DATA 1 one end"]),
        [
            .http1("Chunk", "delay", "chunks: [{text: one}, {text: two, delay: 1s}]", chunkedHead1 + ["3", "one", ""]) {
                $0.portions.append(Portion(after: .seconds(1), lines: ["3", "two", "0", "", ""]))
            },
            .http2("Chunk", "delay", "chunks: [{text: one}, {text: two, delay: 1s}]", [chunkedHead2, "DATA 1 one"]) {
                $0.portions.append(Portion(after: .seconds(1), lines: ["DATA 1 two end"]))
            },
        ],
        events("event", "{event: added}", "event: added\n\n"),
        events("data", "{data: \"one\\ntwo\"}", "data: one\ndata: two\n\n"),
        events("json", "{json: {a: [1]}}", "data: {\"a\":[1]}\n\n"),
        events("id", "{id: 7, data: a}", "id: 7\ndata: a\n\n"),
        events("retry", "{retry: 2s}", "retry: 2000\n\n"),
        events("comment", "{comment: ping}", ": ping\n\n"),
        [
            .http1("Event", "delay", "events: [{data: a, delay: 1s}]", eventHead1 + [""]) {
                $0.portions.append(Portion(after: .seconds(1), lines: ["9", "data: a\n\n", "0", "", ""]))
            },
            .http2("Event", "delay", "events: [{data: a, delay: 1s}]", [eventHead2]) {
                $0.portions.append(Portion(after: .seconds(1), lines: ["DATA 1 data: a\n\n end"]))
            },
        ],
        stream("Response", "events", "events: [{data: a}]", ends: true),
        stream("Response", "then", "events: [{data: a}], then: keep_open", ends: false),
        stream("Then of events", "close", "events: [{data: a}], then: close", ends: true),
        stream("Then of events", "keep_open", "events: [{data: a}], then: keep_open", ends: false),
    ].flatMap { $0 }

    static let paces: [ResponseCase] = [
        times("Response", "delay", "text: hello, delay: 1s", [[], ["head", "hello"]], after: .seconds(1)),
        times("Delay", "headers", "text: hello, delay: {headers: 1s}", [[], ["head", "hello"]], after: .seconds(1)),
        times("Delay", "body", "text: hello, delay: {body: 1s}", [["head"], ["hello"]], after: .seconds(1)),
        times(
            "Delay", "uniform", "text: hello, delay: {uniform: {from: 1s, to: 1s}}", [[], ["head", "hello"]],
            after: .seconds(1)),
        times(
            "Delay", "lognormal", "text: hello, delay: {lognormal: {median: 1s, sigma: 0}}", [[], ["head", "hello"]],
            after: .seconds(1)),
        times(
            "Delay of a part", "uniform", "text: hello, delay: {body: {uniform: {from: 1s, to: 1s}}}",
            [["head"], ["hello"]], after: .seconds(1)),
        times(
            "Delay of a part", "lognormal", "text: hello, delay: {body: {lognormal: {median: 1s, sigma: 0}}}",
            [["head"], ["hello"]], after: .seconds(1)),
        times(
            "Uniform", "from", "text: hello, delay: {uniform: {from: 1s, to: 2s}}", [[], [], ["head", "hello"]],
            after: .milliseconds(999), .milliseconds(1_001)),
        times(
            "Uniform", "to", "text: hello, delay: {uniform: {from: 0s, to: 2s}}", [[], ["head", "hello"]],
            after: .seconds(2)),
        times(
            "Lognormal", "median", "text: hello, delay: {lognormal: {median: 2s, sigma: 0}}",
            [[], [], ["head", "hello"]], after: .milliseconds(1_999), .milliseconds(1)),
        times(
            "Lognormal", "sigma", "text: hello, delay: {lognormal: {median: 1ms, sigma: 0.1}}",
            [[], ["head", "hello"]], after: .seconds(1)),
        times(
            "Response", "dribble", "text: hello, dribble: {chunk: 2B, every: 1s}", [["head", "he"], ["ll"], ["o"]],
            after: .seconds(1), .seconds(1)),
        times(
            "Dribble", "chunk", "text: hello, dribble: {chunk: 4B, every: 1s}", [["head", "hell"], ["o"]],
            after: .seconds(1)),
        times(
            "Dribble", "every", "text: hello, dribble: {chunk: 3B, every: 1h}", [["head", "hel"], [], ["lo"]],
            after: .seconds(3_599), .seconds(1)),
        times(
            "Response", "throttle", "text: hello, throttle: 2B/s", [["head", "h"], ["e"], ["l"], ["l"], ["o"]],
            after: .milliseconds(500), .milliseconds(500), .milliseconds(500), .milliseconds(500)),
    ].flatMap { $0 }

    // MARK: - Making

    private static let eventHead1 = [
        ok, "Content-Type: text/event-stream", "Cache-Control: no-cache", chunked, close, "",
    ]
    private static let eventHead2 = "HEADERS 1 :status: 200, content-type: text/event-stream, cache-control: no-cache"

    private static func chunks(_ row: String, _ list: String, _ type: String, _ pieces: [String]) -> [ResponseCase] {
        let head = [ok, "Content-Type: \(type)", chunked, close, ""]
        let lines = pieces.flatMap { [String($0.utf8.count, radix: 16, uppercase: true), $0] }
        let frames = pieces.enumerated().map { "DATA 1 \($1)" + ($0 == pieces.count - 1 ? " end" : "") }
        return both(
            "Chunk", row, "chunks: [\(list)]", http1: head + lines + ["0", "", ""],
            http2: ["HEADERS 1 :status: 200, content-type: \(type)"] + frames)
    }

    private static func events(_ row: String, _ event: String, _ text: String) -> [ResponseCase] {
        both(
            "Event", row, "events: [\(event)]",
            http1: eventHead1 + [String(text.utf8.count, radix: 16, uppercase: true), text, "0", "", ""],
            http2: [eventHead2, "DATA 1 \(text) end"])
    }

    /// A stream of one event that ends or stays open.
    private static func stream(_ title: String, _ row: String, _ keys: String, ends: Bool) -> [ResponseCase] {
        [
            .http1(
                title, row, keys, eventHead1 + ["9", "data: a\n\n"] + (ends ? ["0", "", ""] : [""]),
                end: ends ? .fin : nil),
            .http2(title, row, keys, [eventHead2, "DATA 1 data: a\n\n" + (ends ? " end" : "")]),
        ]
    }

    /// The text `hello` in portions, each of pieces of the body and perhaps the head before them.
    private static func times(
        _ title: String, _ row: String, _ keys: String, _ pieces: [[String]], after times: Duration...
    ) -> [ResponseCase] {
        let delays = [.zero] + times
        var http1 = ResponseCase.http1(title, row, keys, [])
        var http2 = ResponseCase.http2(title, row, keys, [])
        http1.portions = zip(delays, pieces).map { delay, pieces in
            let text = pieces.map { $0 == "head" ? head1.joined(separator: "\r\n") + "\r\n" : $0 }.joined()
            return Portion(after: delay, lines: [text])
        }
        http2.portions = zip(delays, pieces).enumerated().map { index, portion in
            let frames = portion.1.map { piece in
                piece == "head" ? head2 : "DATA 1 \(piece)" + (index == pieces.count - 1 ? " end" : "")
            }
            return Portion(after: portion.0, lines: frames)
        }
        return [http1, http2]
    }
}
