import HTTPTypes
import ScenarioBuilder

extension BuiltCase {
    static let responses: [BuiltCase] = [
        response("status", in: "text: a, @", Response(.notFound).text("a")),
        response("reason", Response().reason("Nothing here")),
        response("headers", Response().header("X-Id", "7")),
        response("json", Response().json(["id": 7])),
        response("text", Response().text("hello")),
        response("base64", Response().bytes([0, 1, 2])),
        response("file", Response().file("profile.json")),
        response("chunks", Response().chunks([.text("one"), .text("two", delay: .milliseconds(50))])),
        response("events", Response().events([Event(data: "hello")])),
        response("then", in: "events: [{data: a}], @", Response().events([Event(data: "a")], then: .keepOpen)),
        response("raw", .raw("HTTP/1.1 200 OK\r\n\r\n")),
        response("trailers", Response().trailer("X-Checksum", "abc")),
        response("informational", Response().informational(103)),
        response("delay", Response().delay(.milliseconds(200))),
        response("dribble", in: "text: a, @", Response().text("a").dribble(chunk: 16, every: .milliseconds(50))),
        response("throttle", in: "text: a, @", Response().text("a").throttle(bytesPerSecond: 1_024)),
        response("ranges", in: "text: a, @", Response().text("a").ranges()),
        response("encoding", in: "text: a, @", Response().text("a").encoding(.gzip)),
        response("framing", in: "text: a, @", Response().text("a").framing(.chunked)),
        response("content_length", in: "text: a, @", Response().text("a").contentLength(999)),
        response("connection", Response().connection(.close)),
        response("fault", Response().fault(.reset)),
        response("h2", Response().h2(.resetStream(.cancel))),
        response("template", in: "text: a, @", Response().text("a").template(false)),

        BuiltCase("Unmatched", "status", "@\nstubs: [{request: GET /a}]") {
            Unmatched(Response(.notFound).text("Not here"))
            Stub(.get, "/a")
        },
        BuiltCase("Unmatched", "allow", "@\nstubs: [{request: GET /a}]") {
            Unmatched(Response(.notFound), allow: true)
            Stub(.get, "/a")
        },

        response("text", of: "Header value", Response().uncheckedHeader("Content-Length", "7")),
        response("base64", of: "Raw", .raw([0, 1, 2])),
        response("status", of: "Interim response", in: "informational: [{@}]", Response().informational(103)),
        response(
            "headers", of: "Interim response", in: "informational: [{status: 103, @}]",
            Response().informational(103, headers: ["Link": "</a.css>"])),

        response("content_length", of: "Framing", in: "text: a, @", Response().text("a").framing(.contentLength)),
        response("chunked", of: "Framing", in: "text: a, @", Response().text("a").framing(.chunked)),
        response("close", of: "Framing", in: "text: a, @", Response().text("a").framing(.close)),
        response("gzip", of: "Encoding", in: "text: a, @", Response().text("a").encoding(.gzip)),
        response("deflate", of: "Encoding", in: "text: a, @", Response().text("a").encoding(.deflate)),
        response("auto", of: "Ranges", in: "text: a, @", Response().text("a").ranges()),
        response("close", of: "Connection of a response", Response().connection(.close)),
        response("keep_alive", of: "Connection of a response", Response().connection(.keepAlive)),
    ]

    static let responseParts: [BuiltCase] = [
        chunk("text", .text("hello")),
        chunk("json", .json(["id": 7])),
        chunk("base64", .bytes([0, 1, 2])),
        chunk("delay", in: "text: a, @", .text("a", delay: .milliseconds(50))),

        event("event", Event("added")),
        event("data", Event(data: "hello")),
        event("json", Event(json: ["id": 7])),
        event("id", Event(id: "7")),
        event("retry", Event(retry: .seconds(2))),
        event("comment", Event(comment: "ping")),
        event("delay", in: "data: a, @", Event(data: "a", delay: .milliseconds(50))),
        response(
            "close", of: "Then of events", in: "events: [{data: a}], @",
            Response().events([Event(data: "a")], then: .close)),
        response(
            "keep_open", of: "Then of events", in: "events: [{data: a}], @",
            Response().events([Event(data: "a")], then: .keepOpen)),

        response("headers", of: "Delay", Response().delay(headers: .seconds(1))),
        response("body", of: "Delay", Response().delay(body: .milliseconds(50))),
        response("uniform", of: "Delay", Response().delay(uniform)),
        response("lognormal", of: "Delay", Response().delay(lognormal)),
        response("uniform", of: "Delay of a part", in: "delay: {headers: @}", Response().delay(headers: uniform)),
        response("lognormal", of: "Delay of a part", in: "delay: {body: @}", Response().delay(body: lognormal)),
        response("from", of: "Uniform", in: "delay: {uniform: {@, to: 90ms}}", Response().delay(uniform)),
        response("to", of: "Uniform", in: "delay: {uniform: {from: 10ms, @}}", Response().delay(uniform)),
        response("median", of: "Lognormal", in: "delay: {lognormal: {@, sigma: 0.4}}", Response().delay(lognormal)),
        response("sigma", of: "Lognormal", in: "delay: {lognormal: {median: 80ms, @}}", Response().delay(lognormal)),

        response(
            "chunk", of: "Dribble", in: "text: a, dribble: {@, every: 1s}",
            Response().text("a").dribble(chunk: 16, every: .seconds(1))),
        response(
            "every", of: "Dribble", in: "text: a, dribble: {chunk: 1KiB, @}",
            Response().text("a").dribble(chunk: 1_024, every: .milliseconds(50))),
    ]

    private static let uniform = Delay.uniform(from: .milliseconds(10), to: .milliseconds(90))
    private static let lognormal = Delay.lognormal(median: .milliseconds(80), sigma: 0.4)

    private static func chunk(_ row: String, in keys: String = "@", _ chunk: Chunk) -> BuiltCase {
        response(row, of: "Chunk", in: "chunks: [{\(keys)}]", Response().chunks([chunk]))
    }

    private static func event(_ row: String, in keys: String = "@", _ event: Event) -> BuiltCase {
        response(row, of: "Event", in: "events: [{\(keys)}]", Response().events([event]))
    }
}
