extension ResponseCase {
    static let framings: [ResponseCase] = [
        both(
            "Response", "framing", "text: hello, framing: chunked", http1: chunkedHead1 + ["5", "hello", "0", "", ""],
            http2: [chunkedHead2, "DATA 1 hello end"]),
        both(
            "Framing", "content_length", "chunks: [{text: hel}, {text: lo}], framing: content_length", http1: hello1,
            http2: [head2, "DATA 1 hel", "DATA 1 lo end"]),
        both(
            "Framing", "chunked", "text: hello, framing: chunked", http1: chunkedHead1 + ["5", "hello", "0", "", ""],
            http2: [chunkedHead2, "DATA 1 hello end"]),
        both(
            "Framing", "close", "text: hello, framing: close", http1: [ok, plain, close, "", "hello"],
            http2: [chunkedHead2, "DATA 1 hello end"]),
        both(
            "Response", "content_length", "text: hello, content_length: 999",
            http1: [ok, plain, "Content-Length: 999", close, "", "hello"],
            http2: [head2.replacing(": 5", with: ": 999"), "DATA 1 hello end"]),
        // A request that does not ask for the end of the connection, and one that does.
        [
            .http1("Response", "connection", "text: hello, connection: close", hello1) {
                $0.request = WireRequest("GET /x")
            },
            .http2(
                "Response", "connection", "text: hello, connection: close", ["GOAWAY 1 NO_ERROR"] + hello2, end: .fin),
            .http1("Connection of a response", "close", "text: hello, connection: close", hello1) {
                $0.request = WireRequest("GET /x")
            },
            .http2(
                "Connection of a response", "close", "text: hello, connection: close",
                ["GOAWAY 1 NO_ERROR"] + hello2, end: .fin),
            .http1(
                "Connection of a response", "keep_alive", "text: hello, connection: keep_alive",
                [ok, plain, "Content-Length: 5", "Connection: keep-alive", "", "hello"], end: nil
            ) {
                $0.request = WireRequest("GET /x")
                $0.lines = "defaults: {response: {connection: close}}"
            },
            .http2("Connection of a response", "keep_alive", "text: hello, connection: keep_alive", hello2) {
                $0.lines = "defaults: {response: {connection: close}}"
            },
        ],
        ranged("Response", "ranges"), ranged("Ranges", "auto"),
    ].flatMap { $0 }

    private static func ranged(_ title: String, _ row: String) -> [ResponseCase] {
        let keys = "text: hello, ranges: auto, headers: {ETag: '\"v1\"'}"
        func vectors(
            _ fields: String..., status: String, length: Int, range: String?, body: String, etag: Bool = true
        ) -> [ResponseCase] {
            let http1 =
                ["HTTP/1.1 \(status)", "ETag: \"v1\""] + (length > 0 ? [plain] : []) + ["Accept-Ranges: bytes"]
                + [range.map { "Content-Range: \($0)" }, "Content-Length: \(length)", close, "", body].compactMap { $0 }
            let fields2 = [
                ":status: \(status.prefix(3))", "etag: \"v1\"",
                length > 0 ? "content-type: text/plain; charset=utf-8" : nil, "accept-ranges: bytes",
                range.map { "content-range: \($0)" }, "content-length: \(length)",
            ]
            let head2 = "HEADERS 1 " + fields2.compactMap { $0 }.joined(separator: ", ")
            return both(
                title, row, keys, http1: http1,
                http2: body.isEmpty ? [head2 + " end"] : [head2, "DATA 1 \(body) end"]
            ).map { vector in
                var vector = vector
                let all = vector.request.fields + fields.map { WireRequest.field($0) }
                vector.request = WireRequest("GET /x").with(all)
                return vector
            }
        }
        return [
            vectors("Range: bytes=1-2", status: "206 Partial Content", length: 2, range: "bytes 1-2/5", body: "el"),
            vectors(
                "Range: bytes=1-2", "If-Range: \"v1\"", status: "206 Partial Content", length: 2, range: "bytes 1-2/5",
                body: "el"),
            vectors("Range: bytes=1-2", "If-Range: \"v2\"", status: "200 OK", length: 5, range: nil, body: "hello"),
            vectors("Range: bytes=7-", status: "416 Range Not Satisfiable", length: 0, range: "bytes */5", body: ""),
            vectors(status: "200 OK", length: 5, range: nil, body: "hello"),
        ].flatMap { $0 }
    }

    // MARK: - Captures

    static let captures: [ResponseCase] = [
        capture("path", "path: id", "GET /x/7", makes: "7").map { $0.with(path: "/x/{id}", rule: $0.rule) },
        capture("header", "header: X-A", "GET /x", "X-A: 7", makes: "7"),
        capture("query", "query: a", "GET /x?a=b+c", makes: "b c"),
        capture("cookie", "cookie: a", "GET /x", "Cookie: b=1; a=7", makes: "7"),
        capture(
            "form", "form: a", "POST /x", "Content-Type: application/x-www-form-urlencoded", body: "a=b+c", makes: "b c"
        ),
        capture("json", "json: '$.a[0]'", "POST /x", body: #"{"a":[7]}"#, makes: "7"),
        capture("text", "text", "POST /x", body: "hi", makes: "hi"),
        capture("method", "method", "PUT /x", makes: "PUT"),
        capture("host", "host", "GET /x", makes: "h"),
        capture(
            "matches", "header: Authorization, matches: 'Bearer (.+)'", "GET /x", "Authorization: Bearer t-1",
            makes: "t-1"),
    ].flatMap { $0 }

    private static func capture(
        _ row: String, _ source: String, _ line: String, _ field: String? = nil, body: String = "", makes value: String
    ) -> [ResponseCase] {
        both(
            "Capture", row, "text: '{{v}}'",
            http1: [ok, plain, "Content-Length: \(value.utf8.count)", close, "", value],
            http2: [head2.replacing(": 5", with: ": \(value.utf8.count)"), "DATA 1 \(value) end"]
        ).map { $0.to(line, field, body: body).with(rule: "capture: {v: {\(source)}}, ") }
    }
}
