extension MatchCase {
    static let bodies: [MatchCase] = [
        request("json", "json: {a: {b: 1}}", json(#"{"a":{"b":1.0,"c":2},"d":3}"#), not: json(#"{"a":{"b":2}}"#)),
        request("json", "json: {a: [1, 2]}", json(#"{"a":[1,2]}"#), not: json(#"{"a":[2,1]}"#)),
        request("json", "json: {a: [1]}", json(#"{"a":[1]}"#), not: json(#"{"a":[1,2]}"#)),
        request("json", "json: {a: {}}", json(#"{"a":{"b":1}}"#), not: json(#"{"a":[]}"#)),
        request("json", "json: {a: []}", json(#"{"a":[]}"#), not: json(#"{"a":[1]}"#)),
        request("json", "json: {a: null}", json(#"{"a":null}"#), not: json(#"{}"#)),
        request("json", "json: {a: 1}", json(#"{"a":1}"#), not: json(#"{"a":"1"}"#)),
        request("json", "json: {a: 1}", json(#"{"a":1}"#), not: json(#"{"a":1,"a":1}"#)),
        request("json", "json: {a: 1}", json(#"{"a":1}"#), not: json(#"{"a":1"#)),
        request("json_exact", "json_exact: {a: 1, b: 2}", json(#"{"b":2,"a":1}"#), not: json(#"{"b":2,"a":1,"c":3}"#)),
        request(
            "json_path", #"json_path: {"$.items[0].id": 7}"#, json(#"{"items":[{"id":7}]}"#),
            not: json(#"{"items":[{"id":8}]}"#)),
        request(
            "json_path", #"json_path: {"$.items[*].id": {contains: 7}}"#, json(#"{"items":[{"id":1},{"id":7}]}"#),
            not: json(#"{"items":[{"id":1}]}"#)),
        request(
            "json_schema", "json_schema: {type: object, required: [id]}", json(#"{"id":1}"#), not: json(#"{"ib":1}"#)),
        MatchCase(
            "Schema file", "file", "json_schema: {file: order.schema.json}", json(#"{"id":1}"#), not: json(#"{"ib":1}"#)
        ),
        request(
            "text", "text: hello", WireRequest("POST /x", body: "hello"), not: WireRequest("POST /x", body: "hellp")),
        request(
            "text", "text: {present: true}", WireRequest("POST /x", body: "hello"),
            not: WireRequest("POST /x", bytes: [0xFF])),
        request(
            "base64", "base64: aGVsbG8=", WireRequest("POST /x", body: "hello"),
            not: WireRequest("POST /x", body: "hellp")),
        request(
            "file", "file: upload.bin", WireRequest("POST /x", body: "hello"),
            not: WireRequest("POST /x", body: "hellp")),
        request("body", "body: {empty: true}", WireRequest("POST /x"), not: WireRequest("POST /x", body: "a")),
        MatchCase(
            "Body", "empty", "body: {empty: false}", WireRequest("POST /x", body: "a"), not: WireRequest("POST /x")),
        MatchCase(
            "Body", "length", "body: {length: 1KiB}",
            WireRequest("POST /x", body: String(repeating: "a", count: 1_024)),
            not: WireRequest("POST /x", body: String(repeating: "a", count: 1_025))),
        MatchCase(
            "Body", "sha256", "body: {sha256: 2CF24DBA5FB0A30E26E83B2AC5B9E29E1B161E5C1FA7425E73043362938B9824}",
            WireRequest("POST /x", body: "hello"), not: WireRequest("POST /x", body: "hellp")),
        request(
            "multipart", "multipart: [{name: a}, {name: c}]", multipart(part("a", "1"), part("b", "2"), part("c", "3")),
            not: multipart(part("c", "3"), part("b", "2"), part("a", "1"))),
        request(
            "multipart_exact", "multipart_exact: [{name: a}, {name: b}]", multipart(part("a", "1"), part("b", "2")),
            not: multipart(part("a", "1"), part("b", "2"), part("c", "3"))),
        request("graphql", "graphql: {operation: Hero}", json(hero), not: json(##"{"query":"query Villain { v }"}"##)),
        MatchCase(
            "GraphQL", "operation", "graphql: {operation: Hero}", json(hero),
            not: json(#"{"query":"query Herd { hero }"}"#)),
        MatchCase(
            "GraphQL", "query", #"graphql: {query: "query Hero($id: ID) { hero(id: $id) { name } }"}"#,
            json(##"{"query":"query Hero($id:ID){hero(id:$id),{name}} # c"}"##),
            not: json(##"{"query":"query Hero($id:ID){hero(id:$id){nam}}"}"##)),
        MatchCase(
            "GraphQL", "variables", "graphql: {variables: {id: 7}}", json(hero),
            not: json(hero.replacing(":7,", with: ":8,"))),
    ]

    private static let hero = #"{"query":"query Hero($id: ID) { hero(id: $id) { name } }","variables":{"id":7,"a":1}}"#

    // MARK: - Parts

    static let parts: [MatchCase] = [
        partCase("name", "name: title", part("title", "x"), not: part("titles", "x")),
        partCase(
            "filename", "filename: a.png", part("a", "x", "; filename=\"a.png\""),
            not: part("a", "x", "; filename=\"b.png\"")),
        partCase(
            "content_type", "content_type: image/png", part("a", "x", "\r\nContent-Type: image/png"),
            not: part("a", "x", "\r\nContent-Type: image/gif")),
        partCase("headers", "headers: {X-Id: 7}", part("a", "x", "\r\nX-Id: 7"), not: part("a", "x", "\r\nX-Id: 8")),
        partCase("json", "json: {a: 1}", part("a", #"{"a":1,"b":2}"#), not: part("a", #"{"a":2,"b":2}"#)),
        partCase("json_exact", "json_exact: {a: 1}", part("a", #"{"a":1}"#), not: part("a", #"{"a":1,"b":2}"#)),
        partCase("json_path", "json_path: {$.a: 1}", part("a", #"{"a":1}"#), not: part("a", #"{"a":2}"#)),
        partCase("json_schema", "json_schema: {type: object}", part("a", "{}"), not: part("a", "[]")),
        partCase("text", "text: Hello", part("a", "Hello"), not: part("a", "Hellp")),
        partCase("base64", "base64: aGVsbG8=", part("a", "hello"), not: part("a", "hellp")),
        partCase("file", "file: upload.bin", part("a", "hello"), not: part("a", "hellp")),
        partCase("body", "body: {length: 5}", part("a", "hello"), not: part("a", "hell")),
        partCase("form", "form: {a: 1}", part("a", "a=1&b=2", urlencoded), not: part("a", "a=2&b=2", urlencoded)),
        partCase(
            "form_exact", "form_exact: {a: 1}", part("a", "a=1", urlencoded), not: part("a", "a=1&b=2", urlencoded)),
        partCase("multipart", "multipart: [{name: inner}]", nested("inner"), not: nested("other")),
        partCase("multipart_exact", "multipart_exact: [{name: inner}]", nested("inner"), not: nested("other")),
    ]

    private static let urlencoded = "\r\nContent-Type: application/x-www-form-urlencoded"

    private static func partCase(_ row: String, _ keys: String, _ matching: String, not other: String) -> MatchCase {
        MatchCase("Part", row, "multipart: [{\(keys)}]", multipart(matching), not: multipart(other))
    }

    /// A part of form data; `more` is added behind its name.
    private static func part(_ name: String, _ body: String, _ more: String = "") -> String {
        "Content-Disposition: form-data; name=\"\(name)\"\(more)\r\n\r\n\(body)"
    }

    /// A part that has parts of its own.
    private static func nested(_ name: String) -> String {
        part(
            "a", "--c\r\n\(part(name, "x"))\r\n--c--\r\n", "\r\nContent-Type: multipart/mixed; boundary=c")
    }

    private static func multipart(_ parts: String...) -> WireRequest {
        let body = parts.map { "--b\r\n\($0)\r\n" }.joined() + "--b--\r\n"
        return WireRequest("POST /x", "Content-Type: multipart/form-data; boundary=b", body: body)
    }
}
