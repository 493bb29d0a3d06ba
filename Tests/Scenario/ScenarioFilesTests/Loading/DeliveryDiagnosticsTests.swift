import ScenarioFiles
import Scenarios
import Testing

@Suite("What is wrong in the delivery of a response")
struct DeliveryDiagnosticsTests {
    /// The keys of a response in line 4, and what is reported: column and text, a line each.
    struct Row: Sendable, CustomTestStringConvertible {
        let keys: String
        let reports: String
        var testDescription: String { keys }

        init(_ keys: String, _ reports: String = "") {
            self.keys = keys
            self.reports = reports
        }
    }

    @Test(
        "is reported at its line and column",
        arguments: bodies + streams + framings + fields + delays + paces + faults + encodings)
    func diagnostics(_ row: Row) throws {
        let text = "mockserver: 1\nsteps:\n- request: GET /a\n  response: {\(row.keys)}\n"
        let expected = row.reports.split(separator: "\n").map { "s.yaml:4:\($0)" }.joined(separator: "\n")
        try DiagnosticVector(row.keys, text, expected).check()
    }

    @Test("is not reported for HEAD, where a fault within the body happens after the head")
    func head() throws {
        try DiagnosticVector(
            "head", "mockserver: 1\nsteps: [{request: HEAD /a, response: {fault: truncate}}]\n", ""
        ).check()
    }

    static let bodies = [
        Row("base64: aGVsbG8="),
        Row("base64: \"aGVs\\n  bG8=\""),
        Row("base64: '{{uuid}}'"),
        Row(
            "base64: hello",
            "22: error: this is not base64 (RFC 4648, section 4); write A-Z, a-z, 0-9, + and /, with = at the end, or text in place of base64"
        ),
        Row("raw: hello, delay: 5ms, connection: keep_alive"),
        Row("raw: {base64: aGVsbG8=}"),
        Row(
            "raw: {base64: '%'}",
            "28: error: this is not base64 (RFC 4648, section 4); write A-Z, a-z, 0-9, + and /, with = at the end, or text in place of base64"
        ),
        Row("raw: {text: hello}", "20: error: unknown key \"text\" in raw; raw is the text itself: write raw: hello"),
        Row(
            "raw: hello, status: 201, fault: reset",
            """
            26: error: status can't stand beside raw, which is the whole response: only delay, hold and connection can; leave it out
            39: error: fault can't stand beside raw, which is the whole response: only delay, hold and connection can; leave it out
            """),
        Row(
            "raw: hello, text: a",
            "26: error: a response has one body: \"text\" can't stand beside \"raw\"; leave one out"),
    ]

    static let streams = [
        Row("chunks: [{text: a}, {json: {b: 1}}, {base64: IQ==, delay: 5ms}]"),
        Row(
            "chunks: []",
            "22: error: chunks is a list of at least one item: write [{text: first}, {text: second, delay: 50ms}]"),
        Row(
            "chunks: [{text: a, json: 1}]",
            "33: error: a chunk has one content: \"json\" can't stand beside \"text\"; leave one out"),
        Row("chunks: [{delay: 5ms}]", "23: error: a chunk needs text, json or base64: write text: hello"),
        Row("chunks: [{text: ''}]", "30: error: an empty chunk would end the body; leave it out"),
        Row("chunks: [a]", "23: error: a chunk is a map like {text: hello, delay: 50ms}, not text; write {text: a}"),
        Row("chunks: [{text: a, delay: 5}]", "40: error: a unit is needed: write 5ms or 5s"),
        Row(
            "status: 204, chunks: [{text: a}]",
            "27: error: a response with status 204 has no body: leave \"chunks\" out, or write another status, such as 200"
        ),
        Row("events: [{data: a, id: 1, event: e, retry: 3s, comment: c}, {json: {}}, {retry: 500}], then: keep_open"),
        Row(
            "events: {}",
            "22: error: events is a list of at least one item: write [{data: first}, {event: done, data: ''}]"
        ),
        Row("events: [{data: a, json: 1}]", "33: error: an event has data or json, not both; leave one out"),
        Row(
            "events: [{delay: 5ms}]",
            "23: error: an event needs data, json, event, id, retry or comment: write data: hello"),
        Row("events: [{id: \"a\\0\"}]", "28: error: an event's id can't hold a line break or NUL; leave it out"),
        Row("events: [{event: \"a\\nb\"}]", "31: error: an event's type can't hold a line break; leave it out"),
        Row(
            "events: [{data: a}], then: open",
            "41: error: then is close or keep_open, not \"open\"; did you mean \"keep_open\"?"),
        Row(
            "text: a, then: close",
            "23: error: then goes only with events, and says what follows the last one; to close the connection after this "
                + "response write connection: close in its place"),
        Row(
            "events: [{data: a}], then: keep_open, framing: content_length",
            "52: error: framing can't stand beside then: a body that has a length ends; leave one out"),
        Row(
            "events: [{data: a}], then: keep_open, fault: {kind: reset, at: response_end}",
            "52: error: fault can't stand beside then: a stream that stays open has no end; leave one out"),
    ]

    static let framings = [
        Row("text: a, framing: chunked"),
        Row(
            "text: a, framing: chunk",
            "32: error: framing is content_length, chunked or close, not \"chunk\"; did you mean \"chunked\"?"),
        Row("text: a, content_length: 999"),
        Row(
            "text: a, content_length: many",
            "39: error: content_length is a whole number of at least 0: write 2, or another such number"),
        Row(
            "text: a, framing: chunked, content_length: 9",
            "41: error: content_length can't stand beside framing: content_length alone states a wrong length; leave one out"
        ),
        Row(
            "text: a, framing: close, connection: keep_alive",
            "39: error: connection can't stand beside framing: framing: close ends the connection; leave one out"),
        Row(
            "text: a, content_length: 9, connection: keep_alive",
            "42: error: connection can't stand beside content_length: after a wrong length the connection closes; leave one out"
        ),
        Row(
            "text: a, framing: chunked, headers: {Content-Length: 1}",
            "67: error: the body has no Content-Length, because of framing: leave Content-Length out; to send a wrong one on purpose, write Content-Length: {text: 1}"
        ),
        Row(
            "text: a, trailers: {A: 1}, framing: close",
            "41: error: framing can't stand beside trailers: trailers need framing: chunked; leave one out"),
    ]

    static let fields = [
        Row("trailers: {A: 1, B: [2, 3]}"),
        Row("trailers: {}", "24: error: trailers needs a field: write {Checksum: abc}"),
        Row(
            "trailers: {Content-Length: 1}",
            "25: error: Content-Length can't be a trailer (RFC 9110, section 6.5.1): write it in headers; to send a wrong one on purpose, write Content-Length: {text: 1}"
        ),
        Row("trailers: {Content-Length: {text: 1}}"),
        Row("informational: [{status: 103, headers: {Link: a}}, {status: 100}]"),
        Row(
            "informational: []",
            "29: error: informational is a list of at least one response, like [{status: 103, headers: {Link: …}}]"),
        Row(
            "informational: [{headers: {A: 1}}]",
            "30: error: an interim response needs a status from 100 to 199: write status: 103"),
        Row(
            "informational: [{status: 101}]",
            "39: error: 101 changes the protocol, and the server changes to no other one; write 103"),
        Row(
            "informational: [{status: 200}]",
            "39: error: an interim response has a status from 100 to 199, and 200 is final: write 103"),
    ]

    static let delays = [
        Row("delay: {uniform: {from: 1ms, to: 2ms}}"),
        Row("delay: {headers: {lognormal: {median: 8ms, sigma: 0.4}}, body: {uniform: {from: 0ms, to: 2ms}}}"),
        Row(
            "delay: {uniform: {from: 3ms, to: 2ms}}",
            "38: error: from is later than to: a delay can't be between them: write {from: 2ms, to: 3ms}"),
        Row("delay: {uniform: {from: 3ms}}", "31: error: uniform needs from and to: write {from: 10ms, to: 90ms}"),
        Row(
            "delay: {lognormal: {median: 3ms}}",
            "33: error: lognormal needs median and sigma: write {median: 80ms, sigma: 0.4}"),
        Row("delay: {lognormal: {median: 3ms, sigma: -1}}", "54: error: sigma is a number from 0 to 10: write 0.4"),
        Row(
            "delay: {body: {uniform: {from: 1ms, to: 2ms}, lognormal: {}}}",
            "60: error: lognormal can't stand beside uniform: a delay has one of them; leave one out"),
        Row("delay: {}", "21: error: a delay needs a time: write 200ms"),
    ]

    static let paces = [
        Row("text: a, dribble: {chunk: 16B, every: 50ms}"),
        Row("text: a, dribble: {chunk: 16, every: 50ms}", "40: error: a unit is needed: write 16B or 16KiB"),
        Row(
            "text: a, dribble: {chunk: 0B, every: 50ms}", "40: error: chunk is a size of at least 1B, like 16B or 64KiB"
        ),
        Row("text: a, dribble: {chunk: 1B, every: 0s}", "51: error: every is longer than 0: write 50ms"),
        Row(
            "text: a, dribble: {chunk: 1B}", "32: error: dribble needs chunk and every, like {chunk: 16B, every: 50ms}"),
        Row("text: a, throttle: 1.5KiB/s"),
        Row("text: a, throttle: 1KiB", "33: error: throttle is bytes per second: write 1KiB/s"),
        Row("text: a, throttle: fast", "33: error: throttle is a rate of at least 1B/s, like 1KiB/s"),
        Row(
            "text: a, throttle: 1MB/s, dribble: {chunk: 1KB, every: 1s}",
            "40: error: dribble can't stand beside throttle: both say how fast the body goes; leave one out"),
    ]

    static let faults = [
        Row("text: hello, fault: truncate"),
        Row("text: hello, fault: {kind: stall, after_bytes: 3}"),
        Row("text: hello, fault: {kind: garbage, at: response_body}"),
        Row("text: hello, framing: chunked, fault: malformed_chunk"),
        Row(
            "text: hello, fault: {kind: truncate, after_bytes: 5}",
            "41: error: truncate after 5 bytes cuts nothing: the body has 5 bytes; write after_bytes: 4"),
        Row(
            "fault: truncate",
            "21: error: truncate cuts nothing: the response has no body; write text: hello, or leave fault out"),
        Row(
            "fault: {kind: garbage, at: response_end}",
            "41: error: \"garbage\" happens at response_start or response_body, not at response_end: write at: response_start"
        ),
        Row(
            "fault: {kind: close, at: response_body, after_bytes: -1}",
            "67: error: after_bytes is a whole number of at least 0: write 0"),
        Row(
            "text: a, framing: content_length, fault: malformed_chunk",
            "48: error: fault can't stand beside framing: malformed_chunk needs framing: chunked; leave one out"),
        Row(
            "text: a, fault: malformed_chunk, h2: {settings: {max_frame_size: 16384}}",
            "47: error: h2 can't stand beside fault: malformed_chunk goes only over HTTP/1.1 and h2 only over HTTP/2; leave one out"
        ),
    ]

    static let encodings = [
        Row("text: a, encoding: gzip"),
        Row(
            "text: a, encoding: br",
            "33: error: encoding is gzip or deflate, not \"br\": write gzip or deflate; for br write headers: {Content-Encoding: br}, and file: with a file that is encoded so"
        ),
        Row("encoding: gzip", "14: error: encoding needs a body; write text: hello, or leave encoding out"),
        Row(
            "text: a, encoding: gzip, headers: {Content-Encoding: gzip}",
            "67: error: Content-Encoding can't stand beside encoding, which adds it: leave it out; to send a wrong one on purpose, write Content-Encoding: {text: gzip}"
        ),
        Row("text: a, ranges: auto"),
        Row("text: a, ranges: always", "31: error: ranges is auto, not \"always\": write auto"),
        Row(
            "status: 206, text: a, ranges: auto", "36: error: ranges act on status 200 only, not on 206; leave one out"),
        Row(
            "chunks: [{text: a}], ranges: auto",
            "35: error: ranges can't stand beside chunks: ranges need a body with a known length; leave one out"),
    ]
}
