extension LoadCase {
    static let parts = [
        LoadCase(
            "Part", "name",
            "stubs: [{request: {multipart: [{name: a}]}}]",
            not: "stubs: [{request: {multipart: [{names: a}]}}]",
            #"s.yaml:2:33: error: unknown key "names" in a part; did you mean "name"?"#),
        LoadCase(
            "Part", "filename",
            "stubs: [{request: {multipart: [{filename: a}]}}]",
            not: "stubs: [{request: {multipart: [{filename: [a]}]}}]",
            "s.yaml:2:43: error: one value is wanted here, not a list: write a"),
        LoadCase(
            "Part", "content_type",
            "stubs: [{request: {multipart: [{content_type: text/plain}]}}]",
            not: "stubs: [{request: {multipart: [{content-type: text/plain}]}}]",
            #"s.yaml:2:33: error: unknown key "content-type" in a part; did you mean "content_type"?"#),
        LoadCase(
            "Part", "headers",
            "stubs: [{request: {multipart: [{headers: {A: b}}]}}]",
            not: "stubs: [{request: {multipart: [{headers: {A b: b}}]}}]",
            #"s.yaml:2:43: error: "A b" is not a header name; write A-b"#),
        LoadCase(
            "Part", "json",
            "stubs: [{request: {multipart: [{json: {a: 1}}]}}]",
            not: "stubs: [{request: {multipart: [{json: {a: .inf}}]}}]",
            #"s.yaml:2:43: error: JSON has no infinity; quote it if text is meant: ".inf""#),
        LoadCase(
            "Part", "json_exact",
            "stubs: [{request: {multipart: [{json_exact: 1}]}}]",
            not: "stubs: [{request: {multipart: [{json_exact: 0o17}]}}]",
            #"s.yaml:2:45: error: JSON writes numbers in decimal only; quote it if text is meant: "0o17""#),
        LoadCase(
            "Part", "json_path",
            "stubs: [{request: {multipart: [{json_path: {$.a: 1}}]}}]",
            not: "stubs: [{request: {multipart: [{json_path: {a: 1}}]}}]",
            "s.yaml:2:45: error: a JSONPath begins with $, not with a; write $. before it"),
        LoadCase(
            "Part", "json_schema",
            "stubs: [{request: {multipart: [{json_schema: true}]}}]",
            not: "stubs: [{request: {multipart: [{json_schema: 1}]}}]",
            """
            s.yaml:2:46: error: json_schema is a schema, or names one: write {type: object, …} or {file: order.schema.json}
            """),
        LoadCase(
            "Part", "text",
            "stubs: [{request: {multipart: [{text: a}]}}]",
            not: "stubs: [{request: {multipart: [{text: {}}]}}]",
            "s.yaml:2:39: error: an operator is missing: {} wants nothing; write {present: true} for any value"),
        LoadCase(
            "Part", "base64",
            "stubs: [{request: {multipart: [{base64: AAEC}]}}]",
            not: "stubs: [{request: {multipart: [{base64: A*EC}]}}]",
            """
            s.yaml:2:41: error: "A*EC" is not base64: write A-Z, a-z, 0-9, + and /, with = at the end to make the number of characters a multiple of 4
            """),
        LoadCase(
            "Part", "file",
            "stubs: [{request: {multipart: [{file: upload.bin}]}}]",
            not: "stubs: [{request: {multipart: [{file: /upload.bin}]}}]",
            """
            s.yaml:2:39: error: the file "/upload.bin" is an absolute path; copy the file into the scenario's folder, or below it, and write its path from there, like upload.bin
            """),
        LoadCase(
            "Part", "body",
            "stubs: [{request: {multipart: [{body: {length: 5}}]}}]",
            not: "stubs: [{request: {multipart: [{body: {}}]}}]",
            "s.yaml:2:39: error: body is empty: write {length: {lte: 5MiB}} or {empty: true}"),
        LoadCase(
            "Part", "form",
            "stubs: [{request: {multipart: [{form: {a: 1}}]}}]",
            not: "stubs: [{request: {multipart: [{form: a}]}}]",
            "s.yaml:2:39: error: form is a map of names and values, not text: write {name: alice}"),
        LoadCase(
            "Part", "form_exact",
            "stubs: [{request: {multipart: [{form_exact: {a: 1}}]}}]",
            not: "stubs: [{request: {multipart: [{form_exact: a}]}}]",
            "s.yaml:2:45: error: form_exact is a map of names and values, not text: write {name: alice}"),
        LoadCase(
            "Part", "multipart",
            "stubs: [{request: {multipart: [{multipart: [{name: a}]}]}}]",
            not: "stubs: [{request: {multipart: [{multipart: {name: a}}]}}]",
            "s.yaml:2:44: error: multipart is a list of parts, not a map: write [{name: title, text: Hello}]"),
        LoadCase(
            "Part", "multipart_exact",
            "stubs: [{request: {multipart: [{multipart_exact: []}]}}]",
            not: "stubs: [{request: {multipart: [{multipart_exact: {}}]}}]",
            "s.yaml:2:50: error: multipart_exact is a list of parts, not a map: write [{name: title, text: Hello}]"),
    ]
}
