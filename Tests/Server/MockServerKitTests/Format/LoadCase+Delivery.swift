extension LoadCase {
    static let delivery = [
        LoadCase(
            "Delay", "headers",
            "stubs: [{request: GET /a, response: {delay: {headers: 1s}}}]",
            not: "stubs: [{request: GET /a, response: {delay: {head: 1s}}}]",
            #"s.yaml:2:46: error: unknown key "head" in a delay; it is called headers"#),
        LoadCase(
            "Delay", "body",
            "stubs: [{request: GET /a, response: {delay: {body: 1s}}}]",
            not: "stubs: [{request: GET /a, response: {delay: {body: 1}}}]",
            "s.yaml:2:52: error: a unit is needed: write 1ms or 1s"),
        LoadCase(
            "Delay", "uniform",
            "stubs: [{request: GET /a, response: {delay: {uniform: {from: 1s, to: 2s}}}}]",
            not: "stubs: [{request: GET /a, response: {delay: {uniform: {from: 1s, to: 2s}, body: 1s}}}]",
            "s.yaml:2:75: error: body can't stand beside a random delay; write {headers: {uniform: …}, body: …}"),
        LoadCase(
            "Delay", "lognormal",
            "stubs: [{request: GET /a, response: {delay: {lognormal: {median: 1s, sigma: 1}}}}]",
            not: "stubs: [{request: GET /a, response: {delay: {lognormal: 1s}}}]",
            "s.yaml:2:57: error: lognormal is a map like {median: 80ms, sigma: 0.4}, not text"),
        LoadCase(
            "Delay of a part", "uniform",
            "stubs: [{request: GET /a, response: {delay: {body: {uniform: {from: 1s, to: 2s}}}}}]",
            not: "stubs: [{request: GET /a, response: {delay: {body: {unifrm: {from: 1s, to: 2s}}}}}]",
            #"s.yaml:2:53: error: unknown key "unifrm" in a delay; did you mean "uniform"?"#),
        LoadCase(
            "Delay of a part", "lognormal",
            "stubs: [{request: GET /a, response: {delay: {body: {lognormal: {median: 1s, sigma: 1}}}}}]",
            not: """
                stubs: [{request: GET /a, response: {delay: {body: {lognormal: {median: 1s, sigma: 1}, uniform: {from: 1s, to: 2s}}}}}]
                """,
            "s.yaml:2:88: error: uniform can't stand beside lognormal: a delay has one of them; leave one out"),
        LoadCase(
            "Uniform", "from",
            "stubs: [{request: GET /a, response: {delay: {uniform: {from: 1s, to: 2s}}}}]",
            not: "stubs: [{request: GET /a, response: {delay: {uniform: {from: 3s, to: 2s}}}}]",
            "s.yaml:2:62: error: from is later than to: a delay can't be between them: write {from: 2s, to: 3s}"),
        LoadCase(
            "Uniform", "to",
            "stubs: [{request: GET /a, response: {delay: {uniform: {from: 1s, to: 1s}}}}]",
            not: "stubs: [{request: GET /a, response: {delay: {uniform: {from: 1s}}}}]",
            "s.yaml:2:55: error: uniform needs from and to: write {from: 10ms, to: 90ms}"),
        LoadCase(
            "Lognormal", "median",
            "stubs: [{request: GET /a, response: {delay: {lognormal: {median: 1s, sigma: 0}}}}]",
            not: "stubs: [{request: GET /a, response: {delay: {lognormal: {sigma: 0}}}}]",
            "s.yaml:2:57: error: lognormal needs median and sigma: write {median: 80ms, sigma: 0.4}"),
        LoadCase(
            "Lognormal", "sigma",
            "stubs: [{request: GET /a, response: {delay: {lognormal: {median: 1s, sigma: 10}}}}]",
            not: "stubs: [{request: GET /a, response: {delay: {lognormal: {median: 1s, sigma: 11}}}}]",
            "s.yaml:2:77: error: sigma is a number from 0 to 10: write 0.4"),
        LoadCase(
            "Dribble", "chunk",
            "stubs: [{request: GET /a, response: {text: a, dribble: {chunk: 1B, every: 1s}}}]",
            not: "stubs: [{request: GET /a, response: {text: a, dribble: {chunk: 1, every: 1s}}}]",
            "s.yaml:2:64: error: a unit is needed: write 1B or 1KiB"),
        LoadCase(
            "Dribble", "every",
            "stubs: [{request: GET /a, response: {text: a, dribble: {chunk: 1B, every: 1s}}}]",
            not: "stubs: [{request: GET /a, response: {text: a, dribble: {chunk: 1B, every: 0s}}}]",
            "s.yaml:2:75: error: every is longer than 0: write 50ms"),
        LoadCase(
            "Fault", "kind",
            "stubs: [{request: GET /a, response: {fault: {kind: reset}}}]",
            not: "stubs: [{request: GET /a, response: {fault: {at: response_start}}}]",
            "s.yaml:2:45: error: a fault needs a kind: write kind: reset"),
        LoadCase(
            "Fault", "at",
            "stubs: [{request: GET /a, response: {fault: {kind: reset, at: response_end}}}]",
            not: "stubs: [{request: GET /a, response: {fault: {kind: reset, at: response}}}]",
            """
            s.yaml:2:63: error: a fault happens at request_start, request_body, response_start, response_body or response_end, not "response"; did you mean "response_end"?
            """),
        LoadCase(
            "Fault", "after_bytes",
            """
            stubs: [{request: GET /a, response: {text: hello, fault: {kind: reset, at: response_body, after_bytes: 3}}}]
            """,
            not: """
                stubs: [{request: GET /a, response: {text: hello, fault: {kind: reset, at: response_end, after_bytes: 3}}}]
                """,
            "s.yaml:2:90: error: after_bytes goes only with request_body and response_body, not with response_end; write at: response_body, or leave it out"
        ),
        LoadCase(
            "HTTP/2 frames", "rst_stream",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: CANCEL}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: CANCELED}}}]",
            """
            s.yaml:2:55: error: "CANCELED" is not an error code of HTTP/2 (RFC 9113, section 7); did you mean "CANCEL"?
            """),
        LoadCase(
            "HTTP/2 frames", "goaway",
            "stubs: [{request: GET /a, response: {h2: {goaway: NO_ERROR}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {goaway: {}}}}]",
            "s.yaml:2:51: error: goaway is empty: write NO_ERROR or another code"),
        LoadCase(
            "HTTP/2 frames", "settings",
            "stubs: [{request: GET /a, response: {h2: {settings: {enable_push: 0}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {settings: {}}}}]",
            "s.yaml:2:53: error: settings is empty: write {max_concurrent_streams: 1}"),
        LoadCase(
            "Stream reset", "code",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: {code: 99}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: {at: response_end}}}}]",
            "s.yaml:2:55: error: rst_stream needs a code: write code: CANCEL"),
        LoadCase(
            "Stream reset", "at",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: {code: CANCEL, at: response_end}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: {code: CANCEL, at: request_start}}}}]",
            #"s.yaml:2:74: error: at is response_start, response_body or response_end, not "request_start": write response_start to send it before the head, response_body to send it within the body, or response_end to send it after the body"#
        ),
        LoadCase(
            "Stream reset", "after_bytes",
            """
            stubs: [{request: GET /a, response: {h2: {rst_stream: {code: CANCEL, at: response_body, after_bytes: 3}}}}]
            """,
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: {code: CANCEL, after_bytes: 3}}}}]",
            "s.yaml:2:70: error: after_bytes goes only with at: response_body, not with response_start; write at: response_body, or leave it out"
        ),
        LoadCase(
            "GOAWAY", "code",
            "stubs: [{request: GET /a, response: {h2: {goaway: {code: NO_ERROR}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {goaway: {code: NO}}}}]",
            #"s.yaml:2:58: error: "NO" is not an error code of HTTP/2 (RFC 9113, section 7); write a name like CANCEL, or a number up to 4294967295"#
        ),
        LoadCase(
            "GOAWAY", "last_stream",
            "stubs: [{request: GET /a, response: {h2: {goaway: {last_stream: 1}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {goaway: {last_stream: 2}}}}]",
            """
            s.yaml:2:65: error: last_stream is a stream that a client opens: write an odd number up to 2147483647, or 0 for none
            """),
        LoadCase(
            "GOAWAY", "graceful",
            "stubs: [{request: GET /a, response: {h2: {goaway: {graceful: true}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {goaway: {graceful: 1}}}}]",
            "s.yaml:2:62: error: true or false should stand here: write true"),
        LoadCase(
            "GOAWAY", "at",
            "stubs: [{request: GET /a, response: {h2: {goaway: {at: response_end}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {goaway: {at: response_body}}}}]",
            """
            s.yaml:2:56: error: at is response_start or response_end, not "response_body"; did you mean "response_end"?
            """),
        LoadCase(
            "Settings", "header_table_size",
            "stubs: [{request: GET /a, response: {h2: {settings: {header_table_size: 0}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {settings: {header_table_size: -1}}}}]",
            "s.yaml:2:73: error: header_table_size takes whole numbers: write one from 0 to 4294967295"),
        LoadCase(
            "Settings", "enable_push",
            "stubs: [{request: GET /a, response: {h2: {settings: {enable_push: 0}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {settings: {enable_push: 1}}}}]",
            "s.yaml:2:67: error: a server may send enable_push only as 0: write 0"),
        LoadCase(
            "Settings", "max_concurrent_streams",
            "stubs: [{request: GET /a, response: {h2: {settings: {max_concurrent_streams: 1}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {settings: {max_concurrent_streams: 1.5}}}}]",
            "s.yaml:2:78: error: max_concurrent_streams takes whole numbers: write one from 0 to 4294967295"),
        LoadCase(
            "Settings", "initial_window_size",
            "stubs: [{request: GET /a, response: {h2: {settings: {initial_window_size: 100}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {settings: {initial_window_size: 2147483648}}}}]",
            "s.yaml:2:75: error: initial_window_size takes whole numbers: write one from 0 to 2147483647"),
        LoadCase(
            "Settings", "max_frame_size",
            "stubs: [{request: GET /a, response: {h2: {settings: {max_frame_size: 16384}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {settings: {max_frame_size: 16383}}}}]",
            "s.yaml:2:70: error: max_frame_size takes whole numbers: write one from 16384 to 16777215"),
        LoadCase(
            "Settings", "max_header_list_size",
            "stubs: [{request: GET /a, response: {h2: {settings: {max_header_list_size: 8192}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {settings: {max_header_list_size: '8192'}}}}]",
            "s.yaml:2:76: error: max_header_list_size takes whole numbers: write 8192 without quotes"),
        LoadCase(
            "Settings", "enable_connect_protocol",
            "stubs: [{request: GET /a, response: {h2: {settings: {enable_connect_protocol: 1}}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {settings: {enable_connect_protocol: 2}}}}]",
            "s.yaml:2:79: error: enable_connect_protocol takes whole numbers: write one from 0 to 1"),
        LoadCase(
            "Error codes of HTTP/2", "NO_ERROR",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: NO_ERROR}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: no_error}}}]",
            #"s.yaml:2:55: error: "no_error" is not an error code of HTTP/2 (RFC 9113, section 7); write NO_ERROR"#),
        LoadCase(
            "Error codes of HTTP/2", "PROTOCOL_ERROR",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: PROTOCOL_ERROR}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: protocol_error}}}]",
            """
            s.yaml:2:55: error: "protocol_error" is not an error code of HTTP/2 (RFC 9113, section 7); write PROTOCOL_ERROR
            """),
        LoadCase(
            "Error codes of HTTP/2", "INTERNAL_ERROR",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: INTERNAL_ERROR}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: internal_error}}}]",
            """
            s.yaml:2:55: error: "internal_error" is not an error code of HTTP/2 (RFC 9113, section 7); write INTERNAL_ERROR
            """),
        LoadCase(
            "Error codes of HTTP/2", "FLOW_CONTROL_ERROR",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: FLOW_CONTROL_ERROR}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: flow_control_error}}}]",
            """
            s.yaml:2:55: error: "flow_control_error" is not an error code of HTTP/2 (RFC 9113, section 7); write FLOW_CONTROL_ERROR
            """),
        LoadCase(
            "Error codes of HTTP/2", "SETTINGS_TIMEOUT",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: SETTINGS_TIMEOUT}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: settings_timeout}}}]",
            """
            s.yaml:2:55: error: "settings_timeout" is not an error code of HTTP/2 (RFC 9113, section 7); write SETTINGS_TIMEOUT
            """),
        LoadCase(
            "Error codes of HTTP/2", "STREAM_CLOSED",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: STREAM_CLOSED}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: stream_closed}}}]",
            """
            s.yaml:2:55: error: "stream_closed" is not an error code of HTTP/2 (RFC 9113, section 7); write STREAM_CLOSED
            """),
        LoadCase(
            "Error codes of HTTP/2", "FRAME_SIZE_ERROR",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: FRAME_SIZE_ERROR}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: frame_size_error}}}]",
            """
            s.yaml:2:55: error: "frame_size_error" is not an error code of HTTP/2 (RFC 9113, section 7); write FRAME_SIZE_ERROR
            """),
        LoadCase(
            "Error codes of HTTP/2", "REFUSED_STREAM",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: REFUSED_STREAM}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: refused_stream}}}]",
            """
            s.yaml:2:55: error: "refused_stream" is not an error code of HTTP/2 (RFC 9113, section 7); write REFUSED_STREAM
            """),
        LoadCase(
            "Error codes of HTTP/2", "CANCEL",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: CANCEL}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: cancel}}}]",
            #"s.yaml:2:55: error: "cancel" is not an error code of HTTP/2 (RFC 9113, section 7); write CANCEL"#),
        LoadCase(
            "Error codes of HTTP/2", "COMPRESSION_ERROR",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: COMPRESSION_ERROR}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: compression_error}}}]",
            """
            s.yaml:2:55: error: "compression_error" is not an error code of HTTP/2 (RFC 9113, section 7); write COMPRESSION_ERROR
            """),
        LoadCase(
            "Error codes of HTTP/2", "CONNECT_ERROR",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: CONNECT_ERROR}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: connect_error}}}]",
            """
            s.yaml:2:55: error: "connect_error" is not an error code of HTTP/2 (RFC 9113, section 7); write CONNECT_ERROR
            """),
        LoadCase(
            "Error codes of HTTP/2", "ENHANCE_YOUR_CALM",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: ENHANCE_YOUR_CALM}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: enhance_your_calm}}}]",
            """
            s.yaml:2:55: error: "enhance_your_calm" is not an error code of HTTP/2 (RFC 9113, section 7); write ENHANCE_YOUR_CALM
            """),
        LoadCase(
            "Error codes of HTTP/2", "INADEQUATE_SECURITY",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: INADEQUATE_SECURITY}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: inadequate_security}}}]",
            """
            s.yaml:2:55: error: "inadequate_security" is not an error code of HTTP/2 (RFC 9113, section 7); write INADEQUATE_SECURITY
            """),
        LoadCase(
            "Error codes of HTTP/2", "HTTP_1_1_REQUIRED",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: HTTP_1_1_REQUIRED}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst_stream: http_1_1_required}}}]",
            """
            s.yaml:2:55: error: "http_1_1_required" is not an error code of HTTP/2 (RFC 9113, section 7); write HTTP_1_1_REQUIRED
            """),
    ]
}
