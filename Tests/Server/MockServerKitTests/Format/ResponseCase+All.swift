extension ResponseCase {
    static let all: [ResponseCase] = [
        heads, bodies, streams, paces, framings, faults, frames, captures, crossOrigin,
    ].flatMap { $0 }

    /// The rows with a case, in order.
    static var rows: [String] {
        var seen: Set<String> = []
        return all.map(\.name).filter { seen.insert($0).inserted }
    }

    private static let heads: [ResponseCase] = [
        both(
            "Response", "status", "status: 404", http1: ["HTTP/1.1 404 Not Found", "Content-Length: 0", close, "", ""],
            http2: ["HEADERS 1 :status: 404, content-length: 0 end"]),
        both(
            "Response", "status", "status: '{{request.query.s}}'",
            http1: ["HTTP/1.1 404 Not Found", "Content-Length: 0", close, "", ""],
            http2: ["HEADERS 1 :status: 404, content-length: 0 end"]
        ).map { $0.to("GET /x?s=404") },
        both(
            "Response", "status", "status: 650", http1: ["HTTP/1.1 650 ", "Content-Length: 0", close, "", ""],
            http2: ["HEADERS 1 :status: 650, content-length: 0 end"]),
        [
            .http1(
                "Response", "reason", "status: 404, reason: Nothing here",
                ["HTTP/1.1 404 Nothing here", "Content-Length: 0", close, "", ""])
        ],
        both(
            "Response", "headers", "headers: {X-A: [b, c], x-B: d}",
            http1: [ok, "X-A: b", "X-A: c", "x-B: d", "Content-Length: 0", close, "", ""],
            http2: ["HEADERS 1 :status: 200, x-a: b, x-a: c, x-b: d, content-length: 0 end"]),
        both(
            "Header value", "text", "text: hello, headers: {Content-Length: {text: '7'}}",
            http1: [ok, "Content-Length: 7", plain, close, "", "hello"],
            http2: [
                "HEADERS 1 :status: 200, content-length: 7, content-type: text/plain; charset=utf-8",
                "DATA 1 hello end",
            ]),
    ].flatMap { $0 }

    private static let bodies: [ResponseCase] = [
        both(
            "Response", "json", "json: {b: [1, 2.50], a: null}",
            http1: [
                ok, "Content-Type: application/json", "Content-Length: 23", close, "", #"{"b":[1,2.50],"a":null}"#,
            ],
            http2: [
                "HEADERS 1 :status: 200, content-type: application/json, content-length: 23",
                #"DATA 1 {"b":[1,2.50],"a":null} end"#,
            ]),
        both("Response", "text", "text: hello", http1: hello1, http2: hello2),
        both(
            "Response", "base64", "base64: AAEC",
            http1: [ok, "Content-Type: application/octet-stream", "Content-Length: 3", close, "", "\0\u{1}\u{2}"],
            http2: [
                "HEADERS 1 :status: 200, content-type: application/octet-stream, content-length: 3",
                "DATA 1 \0\u{1}\u{2} end",
            ]),
        both(
            "Response", "file", "file: profile.json",
            http1: [ok, "Content-Type: application/json", "Content-Length: 14", close, "", #"{"name":"Ada"}"#],
            http2: [
                "HEADERS 1 :status: 200, content-type: application/json, content-length: 14",
                #"DATA 1 {"name":"Ada"} end"#,
            ]),
        both(
            "Response", "template", "text: '{{count}}', template: false",
            http1: [ok, plain, "Content-Length: 9", close, "", "{{count}}"],
            http2: [head2.replacing(": 5", with: ": 9"), "DATA 1 {{count}} end"]),
        both(
            "Response", "template", "file: page.txt, template: true",
            http1: [ok, plain, "Content-Length: 3", close, "", "n=1"],
            http2: [head2.replacing(": 5", with: ": 3"), "DATA 1 n=1 end"]),
        [
            .http1(
                "Response", "raw", "raw: \"HTTP/1.1 200 Mine\\r\\nA:b\\r\\n\\r\\nhello\"",
                ["HTTP/1.1 200 Mine", "A:b", "", "hello"])
        ],
        [.http1("Raw", "base64", "raw: {base64: AAEC}", ["\0\u{1}\u{2}"])],
        both(
            "Response", "informational", "informational: [{status: 103}], text: hello",
            http1: ["HTTP/1.1 103 Early Hints", ""] + hello1, http2: ["HEADERS 1 :status: 103"] + hello2),
        both(
            "Interim response", "status", "informational: [{status: 199}], text: hello",
            http1: ["HTTP/1.1 199 ", ""] + hello1, http2: ["HEADERS 1 :status: 199"] + hello2),
        both(
            "Interim response", "headers", "informational: [{status: 103, headers: {Link: </a>}}], text: hello",
            http1: ["HTTP/1.1 103 Early Hints", "Link: </a>", ""] + hello1,
            http2: ["HEADERS 1 :status: 103, link: </a>"] + hello2),
        both(
            "Response", "trailers", "text: hello, trailers: {A: [b, c]}",
            http1: chunkedHead1 + ["5", "hello", "0", "A: b", "A: c", "", ""],
            http2: [chunkedHead2, "DATA 1 hello", "HEADERS 1 a: b, a: c end"]),
    ].flatMap { $0 }
}
