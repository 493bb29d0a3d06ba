extension LoadCase {
    static let faults = [
        LoadCase(
            "Fault kinds", "reset",
            "stubs: [{request: GET /a, response: {text: hello, fault: reset}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: rese}}]",
            #"s.yaml:2:58: error: unknown fault "rese"; did you mean "reset"?"#),
        LoadCase(
            "Fault kinds", "stall",
            "stubs: [{request: GET /a, response: {text: hello, fault: stall}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: stal}}]",
            #"s.yaml:2:58: error: unknown fault "stal"; did you mean "stall"?"#),
        LoadCase(
            "Fault kinds", "close",
            "stubs: [{request: GET /a, response: {text: hello, fault: close}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: clos}}]",
            #"s.yaml:2:58: error: unknown fault "clos"; did you mean "close"?"#),
        LoadCase(
            "Fault kinds", "empty",
            "stubs: [{request: GET /a, response: {text: hello, fault: empty}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: empt}}]",
            #"s.yaml:2:58: error: unknown fault "empt"; did you mean "empty"?"#),
        LoadCase(
            "Fault kinds", "empty",
            "stubs: [{request: GET /a, response: {text: hello, fault: {kind: empty, at: response_start}}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: {kind: empty, at: request_start}}}]",
            #"s.yaml:2:76: error: "empty" happens at response_start, not at request_start: write at: response_start"#),
        LoadCase(
            "Fault kinds", "empty",
            "stubs: [{request: GET /a, response: {text: hello, fault: {kind: empty, at: response_start}}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: {kind: empty, at: request_body}}}]",
            #"s.yaml:2:76: error: "empty" happens at response_start, not at request_body: write at: response_start"#),
        LoadCase(
            "Fault kinds", "empty",
            "stubs: [{request: GET /a, response: {text: hello, fault: {kind: empty, at: response_start}}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: {kind: empty, at: response_body}}}]",
            #"s.yaml:2:76: error: "empty" happens at response_start, not at response_body: write at: response_start"#),
        LoadCase(
            "Fault kinds", "empty",
            "stubs: [{request: GET /a, response: {text: hello, fault: {kind: empty, at: response_start}}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: {kind: empty, at: response_end}}}]",
            #"s.yaml:2:76: error: "empty" happens at response_start, not at response_end: write at: response_start"#),
        LoadCase(
            "Fault kinds", "garbage",
            "stubs: [{request: GET /a, response: {text: hello, fault: garbage}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: garbag}}]",
            #"s.yaml:2:58: error: unknown fault "garbag"; did you mean "garbage"?"#),
        LoadCase(
            "Fault kinds", "garbage",
            "stubs: [{request: GET /a, response: {text: hello, fault: {kind: garbage, at: response_body}}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: {kind: garbage, at: request_start}}}]",
            #"s.yaml:2:78: error: "garbage" happens at response_start or response_body, not at request_start: write at: response_start"#
        ),
        LoadCase(
            "Fault kinds", "garbage",
            "stubs: [{request: GET /a, response: {text: hello, fault: {kind: garbage, at: response_body}}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: {kind: garbage, at: request_body}}}]",
            #"s.yaml:2:78: error: "garbage" happens at response_start or response_body, not at request_body: write at: response_start"#
        ),
        LoadCase(
            "Fault kinds", "garbage",
            "stubs: [{request: GET /a, response: {text: hello, fault: {kind: garbage, at: response_body}}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: {kind: garbage, at: response_end}}}]",
            #"s.yaml:2:78: error: "garbage" happens at response_start or response_body, not at response_end: write at: response_start"#
        ),
        LoadCase(
            "Fault kinds", "truncate",
            "stubs: [{request: GET /a, response: {text: hello, fault: truncate}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: truncat}}]",
            #"s.yaml:2:58: error: unknown fault "truncat"; did you mean "truncate"?"#),
        LoadCase(
            "Fault kinds", "truncate",
            "stubs: [{request: GET /a, response: {text: hello, fault: {kind: truncate, at: response_body}}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: {kind: truncate, at: request_start}}}]",
            #"s.yaml:2:79: error: "truncate" happens at response_body, not at request_start: write at: response_body"#),
        LoadCase(
            "Fault kinds", "truncate",
            "stubs: [{request: GET /a, response: {text: hello, fault: {kind: truncate, at: response_body}}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: {kind: truncate, at: request_body}}}]",
            #"s.yaml:2:79: error: "truncate" happens at response_body, not at request_body: write at: response_body"#),
        LoadCase(
            "Fault kinds", "truncate",
            "stubs: [{request: GET /a, response: {text: hello, fault: {kind: truncate, at: response_body}}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: {kind: truncate, at: response_start}}}]",
            #"s.yaml:2:79: error: "truncate" happens at response_body, not at response_start: write at: response_body"#),
        LoadCase(
            "Fault kinds", "truncate",
            "stubs: [{request: GET /a, response: {text: hello, fault: {kind: truncate, at: response_body}}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: {kind: truncate, at: response_end}}}]",
            #"s.yaml:2:79: error: "truncate" happens at response_body, not at response_end: write at: response_body"#),
        LoadCase(
            "Fault kinds", "malformed_chunk",
            "stubs: [{request: GET /a, response: {text: hello, fault: malformed_chunk}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: malformed_chun}}]",
            #"s.yaml:2:58: error: unknown fault "malformed_chun"; did you mean "malformed_chunk"?"#),
        LoadCase(
            "Fault kinds", "malformed_chunk",
            "stubs: [{request: GET /a, response: {text: hello, fault: {kind: malformed_chunk, at: response_body}}}]",
            not: """
                stubs: [{request: GET /a, response: {text: hello, fault: {kind: malformed_chunk, at: request_start}}}]
                """,
            #"s.yaml:2:86: error: "malformed_chunk" happens at response_body, not at request_start: write at: response_body"#
        ),
        LoadCase(
            "Fault kinds", "malformed_chunk",
            "stubs: [{request: GET /a, response: {text: hello, fault: {kind: malformed_chunk, at: response_body}}}]",
            not: """
                stubs: [{request: GET /a, response: {text: hello, fault: {kind: malformed_chunk, at: request_body}}}]
                """,
            #"s.yaml:2:86: error: "malformed_chunk" happens at response_body, not at request_body: write at: response_body"#
        ),
        LoadCase(
            "Fault kinds", "malformed_chunk",
            "stubs: [{request: GET /a, response: {text: hello, fault: {kind: malformed_chunk, at: response_body}}}]",
            not: """
                stubs: [{request: GET /a, response: {text: hello, fault: {kind: malformed_chunk, at: response_start}}}]
                """,
            #"s.yaml:2:86: error: "malformed_chunk" happens at response_body, not at response_start: write at: response_body"#
        ),
        LoadCase(
            "Fault kinds", "malformed_chunk",
            "stubs: [{request: GET /a, response: {text: hello, fault: {kind: malformed_chunk, at: response_body}}}]",
            not: """
                stubs: [{request: GET /a, response: {text: hello, fault: {kind: malformed_chunk, at: response_end}}}]
                """,
            #"s.yaml:2:86: error: "malformed_chunk" happens at response_body, not at response_end: write at: response_body"#
        ),
        LoadCase(
            "Fault phases", "request_start",
            "stubs: [{request: GET /a, response: {fault: {kind: reset, at: request_start}}}]",
            not: "stubs: [{request: {json: 1}, response: {fault: {kind: reset, at: request_start}}}]",
            "s.yaml:2:20: error: json can't be used here: with a fault at request_start, stub 1 is decided before the body of the request comes; leave it out, or write at: response_start"
        ),
        LoadCase(
            "Fault phases", "request_body",
            "stubs: [{request: GET /a, response: {fault: {kind: reset, at: request_body, after_bytes: 3}}}]",
            not: "stubs: [{request: GET /a, response: {fault: {kind: reset, at: request_body, after_bytes: -3}}}]",
            "s.yaml:2:90: error: after_bytes is a whole number of at least 0: write 0"),
        LoadCase(
            "Fault phases", "response_start",
            "stubs: [{request: GET /a, response: {text: hello, fault: {kind: reset, at: response_start}}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: {kind: reset, at: response_star}}}]",
            """
            s.yaml:2:76: error: a fault happens at request_start, request_body, response_start, response_body or response_end, not "response_star"; did you mean "response_start"?
            """),
        LoadCase(
            "Fault phases", "response_body",
            "stubs: [{request: GET /a, response: {text: hello, fault: {kind: reset, at: response_body}}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: {kind: reset, at: response_bod}}}]",
            """
            s.yaml:2:76: error: a fault happens at request_start, request_body, response_start, response_body or response_end, not "response_bod"; did you mean "response_body"?
            """),
        LoadCase(
            "Fault phases", "response_end",
            "stubs: [{request: GET /a, response: {text: hello, fault: {kind: reset, at: response_end}}}]",
            not: "stubs: [{request: GET /a, response: {text: hello, fault: {kind: reset, at: response_en}}}]",
            """
            s.yaml:2:76: error: a fault happens at request_start, request_body, response_start, response_body or response_end, not "response_en"; did you mean "response_end"?
            """),
        LoadCase(
            "Stream reset phases", "response_start",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: {code: CANCEL, at: response_start}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: {code: CANCEL, at: response_star}}}}]",
            """
            s.yaml:2:74: error: at is response_start, response_body or response_end, not "response_star"; did you mean "response_start"?
            """),
        LoadCase(
            "Stream reset phases", "response_body",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: {code: CANCEL, at: response_body}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: {code: CANCEL, at: response_bod}}}}]",
            """
            s.yaml:2:74: error: at is response_start, response_body or response_end, not "response_bod"; did you mean "response_body"?
            """),
        LoadCase(
            "Stream reset phases", "response_end",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: {code: CANCEL, at: response_end}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: {code: CANCEL, at: response_en}}}}]",
            """
            s.yaml:2:74: error: at is response_start, response_body or response_end, not "response_en"; did you mean "response_end"?
            """),
        LoadCase(
            "GOAWAY phases", "response_start",
            "stubs: [{request: GET /a, response: {h2: {goaway: {at: response_start}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {goaway: {at: response_star}}}}]",
            """
            s.yaml:2:56: error: at is response_start or response_end, not "response_star"; did you mean "response_start"?
            """),
        LoadCase(
            "GOAWAY phases", "response_end",
            "stubs: [{request: GET /a, response: {h2: {goaway: {at: response_end}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {goaway: {at: response_en}}}}]",
            """
            s.yaml:2:56: error: at is response_start or response_end, not "response_en"; did you mean "response_end"?
            """),
    ]
}
