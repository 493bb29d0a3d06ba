extension LoadCase {
    static let responses = [
        LoadCase(
            "Response", "status",
            "stubs: [{request: GET /a, response: {status: 404}}]",
            not: "stubs: [{request: GET /a, response: {status: 199}}]",
            "s.yaml:2:46: error: a response has a status from 200 to 999, and 199 is interim: write 200"),
        LoadCase(
            "Response", "status",
            "stubs: [{request: GET /a, response: {status: 999}}]",
            not: "stubs: [{request: GET /a, response: {status: '404'}}]",
            "s.yaml:2:46: error: a status is a number: write 404 without quotes"),
        LoadCase(
            "Response", "reason",
            "stubs: [{request: GET /a, response: {reason: No}}]",
            not: #"stubs: [{request: GET /a, response: {reason: "a\nb"}}]"#,
            "s.yaml:2:46: error: a reason can't hold control characters; leave them out"),
        LoadCase(
            "Response", "headers",
            "stubs: [{request: GET /a, response: {headers: {A: [b, c]}}}]",
            not: "stubs: [{request: GET /a, response: {headers: {Connection: close}}}]",
            """
            s.yaml:2:48: error: the server writes Connection itself: write connection: close next to headers (not in it); to send a wrong one on purpose, write Connection: {text: close}
            """),
        LoadCase(
            "Response", "headers",
            #"stubs: [{request: GET /a, response: {headers: {ETag: '"v1"'}}}]"#,
            not: #"stubs: [{request: GET /a, response: {headers: {ETag: "v1"}}}]"#,
            #"s.yaml:2:54: error: an entity tag has quotes of its own; write '"v1"'"#),
        LoadCase(
            "Response", "json",
            "stubs: [{request: GET /a, response: {json: {a: 7}}}]",
            not: "stubs: [{request: GET /a, response: {json: {a: .nan}}}]",
            #"s.yaml:2:48: error: JSON has no "not a number"; quote it if text is meant: ".nan""#),
        LoadCase(
            "Response", "text",
            "stubs: [{request: GET /a, response: {text: a}}]",
            not: "stubs: [{request: GET /a, response: {text: [a]}}]",
            "s.yaml:2:44: error: text is needed here, not a list: write a"),
        LoadCase(
            "Response", "text",
            "stubs: [{request: GET /a, response: {text: a}}]",
            not: "stubs: [{request: GET /a, response: {text: a, json: a}}]",
            #"s.yaml:2:47: error: a response has one body: "json" can't stand beside "text"; leave one out"#),
        LoadCase(
            "Response", "text",
            "stubs: [{request: GET /a, response: {text: a}}]",
            not: "stubs: [{request: GET /a, response: {text: a, status: 204}}]",
            #"s.yaml:2:38: error: a response with status 204 has no body: leave "text" out, or write another status, such as 200"#
        ),
        LoadCase(
            "Response", "base64",
            "stubs: [{request: GET /a, response: {base64: AAEC}}]",
            not: "stubs: [{request: GET /a, response: {base64: AAE}}]",
            "s.yaml:2:46: error: this is not base64 (RFC 4648, section 4); write A-Z, a-z, 0-9, + and /, with = at the end, or text in place of base64"
        ),
        LoadCase(
            "Response", "file",
            "stubs: [{request: GET /a, response: {file: profile.json}}]",
            not: "stubs: [{request: GET /a, response: {file: profil.json}}]",
            #"s.yaml:2:44: error: the file "profil.json" does not exist; did you mean "profile.json"?"#),
        LoadCase(
            "Response", "chunks",
            "stubs: [{request: GET /a, response: {chunks: [{text: a}]}}]",
            not: "stubs: [{request: GET /a, response: {chunks: [a]}}]",
            "s.yaml:2:47: error: a chunk is a map like {text: hello, delay: 50ms}, not text; write {text: a}"),
        LoadCase(
            "Response", "events",
            "stubs: [{request: GET /a, response: {events: [{data: a}]}}]",
            not: "stubs: [{request: GET /a, response: {events: []}}]",
            "s.yaml:2:46: error: events is a list of at least one item: write [{data: first}, {event: done, data: ''}]"),
        LoadCase(
            "Response", "then",
            "stubs: [{request: GET /a, response: {events: [{data: a}], then: keep_open}}]",
            not: "stubs: [{request: GET /a, response: {text: a, then: keep_open}}]",
            "s.yaml:2:47: error: then goes only with events, and says what follows the last one; leave it out"),
        LoadCase(
            "Response", "raw",
            "stubs: [{request: GET /a, response: {raw: a}}]",
            not: "stubs: [{request: GET /a, response: {raw: a, status: 200}}]",
            """
            s.yaml:2:46: error: status can't stand beside raw, which is the whole response: only delay, hold and connection can; leave it out
            """),
        LoadCase(
            "Response", "trailers",
            "stubs: [{request: GET /a, response: {text: a, trailers: {A: b}}}]",
            not: "stubs: [{request: GET /a, response: {text: a, trailers: {Content-Length: 1}}}]",
            """
            s.yaml:2:58: error: Content-Length can't be a trailer (RFC 9110, section 6.5.1): write it in headers; to send a wrong one on purpose, write Content-Length: {text: 1}
            """),
        LoadCase(
            "Response", "informational",
            "stubs: [{request: GET /a, response: {informational: [{status: 103}]}}]",
            not: "stubs: [{request: GET /a, response: {informational: {status: 103}}}]",
            "s.yaml:2:53: error: informational is a list of at least one response, like [{status: 103, headers: {Link: …}}]"
        ),
        LoadCase(
            "Response", "delay",
            "stubs: [{request: GET /a, response: {delay: 200ms}}]",
            not: "stubs: [{request: GET /a, response: {delay: 200}}]",
            "s.yaml:2:45: error: a unit is needed: write 200ms or 200s"),
        LoadCase(
            "Response", "dribble",
            "stubs: [{request: GET /a, response: {text: a, dribble: {chunk: 1B, every: 1s}}}]",
            not: "stubs: [{request: GET /a, response: {text: a, dribble: {chunk: 1B}}}]",
            "s.yaml:2:56: error: dribble needs chunk and every, like {chunk: 16B, every: 50ms}"),
        LoadCase(
            "Response", "throttle",
            "stubs: [{request: GET /a, response: {text: a, throttle: 1KiB/s}}]",
            not: "stubs: [{request: GET /a, response: {text: a, throttle: 1KiB}}]",
            "s.yaml:2:57: error: throttle is bytes per second: write 1KiB/s"),
        LoadCase(
            "Response", "ranges",
            "stubs: [{request: GET /a, response: {text: a, ranges: auto}}]",
            not: "stubs: [{request: GET /a, response: {ranges: auto}}]",
            "s.yaml:2:38: error: ranges needs a body; write text: hello, or leave ranges out"),
        LoadCase(
            "Response", "encoding",
            "stubs: [{request: GET /a, response: {text: a, encoding: gzip}}]",
            not: "stubs: [{request: GET /a, response: {text: a, encoding: br}}]",
            #"s.yaml:2:57: error: encoding is gzip or deflate, not "br": write gzip or deflate; for br write headers: {Content-Encoding: br}, and file: with a file that is encoded so"#
        ),
        LoadCase(
            "Response", "framing",
            "stubs: [{request: GET /a, response: {text: a, framing: chunked}}]",
            not: "stubs: [{request: GET /a, response: {text: a, framing: chunks}}]",
            """
            s.yaml:2:56: error: framing is content_length, chunked or close, not "chunks"; did you mean "chunked"?
            """),
        LoadCase(
            "Response", "content_length",
            "stubs: [{request: GET /a, response: {text: a, content_length: 9}}]",
            not: "stubs: [{request: GET /a, response: {text: a, content_length: 9B}}]",
            "s.yaml:2:63: error: content_length is a number without a unit: write 9"),
        LoadCase(
            "Response", "connection",
            "stubs: [{request: GET /a, response: {connection: close}}]",
            not: "stubs: [{request: GET /a, response: {connection: closed}}]",
            #"s.yaml:2:50: error: connection is close or keep_alive, not "closed"; did you mean "close"?"#),
        LoadCase(
            "Response", "fault",
            "stubs: [{request: GET /a, response: {fault: reset}}]",
            not: "stubs: [{request: GET /a, response: {fault: resett}}]",
            #"s.yaml:2:45: error: unknown fault "resett"; did you mean "reset"?"#),
        LoadCase(
            "Response", "h2",
            "stubs: [{request: GET /a, response: {h2: {rst_stream: CANCEL}}}]",
            not: "stubs: [{request: GET /a, response: {h2: {rst: CANCEL}}}]",
            #"s.yaml:2:43: error: unknown key "rst" in h2; it is called rst_stream"#),
        LoadCase(
            "Response", "template",
            "stubs: [{request: GET /a, response: {text: '{{nothing}}', template: false}}]",
            not: "stubs: [{request: GET /a, response: {text: '{{nothing}}', template: true}}]",
            #"s.yaml:2:47: error: nothing defines "nothing"; write vars: {nothing: …} at the top, or capture: {nothing: {query: nothing}} in the stub"#
        ),
        LoadCase(
            "Unmatched", "status",
            "unmatched: {status: 404}\nstubs: [{request: GET /x}]",
            not: "unmatched: {status: 101}\nstubs: [{request: GET /x}]",
            "s.yaml:2:21: error: a response has a status from 200 to 999, and 101 is interim: write 200"),
        LoadCase(
            "Unmatched", "allow",
            "unmatched: {status: 404, allow: true}\nstubs: [{request: GET /x}]",
            not: "unmatched: {status: 404, allow: 1}\nstubs: [{request: GET /x}]",
            "s.yaml:2:33: error: true or false should stand here: write true"),
        LoadCase(
            "Header value", "text",
            "stubs: [{request: GET /a, response: {headers: {Content-Length: {text: 7}}, text: a}}]",
            not: "stubs: [{request: GET /a, response: {headers: {Content-Length: 7}, text: a}}]",
            """
            s.yaml:2:64: error: the body has 1 byte, not 7: leave Content-Length out; to send a wrong one on purpose, write content_length: 7 next to headers (not in it)
            """),
        LoadCase(
            "Chunk", "text",
            "stubs: [{request: GET /a, response: {chunks: [{text: a}]}}]",
            not: "stubs: [{request: GET /a, response: {chunks: [{text: [a]}]}}]",
            "s.yaml:2:54: error: text is needed here, not a list: write a"),
        LoadCase(
            "Chunk", "json",
            "stubs: [{request: GET /a, response: {chunks: [{json: [1]}]}}]",
            not: "stubs: [{request: GET /a, response: {chunks: [{json: 1, text: a}]}}]",
            #"s.yaml:2:57: error: a chunk has one content: "text" can't stand beside "json"; leave one out"#),
        LoadCase(
            "Chunk", "base64",
            "stubs: [{request: GET /a, response: {chunks: [{base64: AAEC}]}}]",
            not: "stubs: [{request: GET /a, response: {chunks: [{base64: AAE}]}}]",
            "s.yaml:2:56: error: this is not base64 (RFC 4648, section 4); write A-Z, a-z, 0-9, + and /, with = at the end, or text in place of base64"
        ),
        LoadCase(
            "Chunk", "delay",
            "stubs: [{request: GET /a, response: {chunks: [{text: a, delay: 1s}]}}]",
            not: "stubs: [{request: GET /a, response: {chunks: [{delay: 1s}]}}]",
            "s.yaml:2:47: error: a chunk needs text, json or base64: write text: hello"),
        LoadCase(
            "Event", "event",
            "stubs: [{request: GET /a, response: {events: [{event: a}]}}]",
            not: "stubs: [{request: GET /a, response: {events: [{events: a}]}}]",
            #"s.yaml:2:48: error: unknown key "events" in an event; did you mean "event"?"#),
        LoadCase(
            "Event", "data",
            "stubs: [{request: GET /a, response: {events: [{data: a}]}}]",
            not: "stubs: [{request: GET /a, response: {events: [{data: [a]}]}}]",
            "s.yaml:2:54: error: text is needed here, not a list: write a"),
        LoadCase(
            "Event", "json",
            "stubs: [{request: GET /a, response: {events: [{json: [a]}]}}]",
            not: "stubs: [{request: GET /a, response: {events: [{json: a, data: a}]}}]",
            "s.yaml:2:57: error: an event has data or json, not both; leave one out"),
        LoadCase(
            "Event", "id",
            "stubs: [{request: GET /a, response: {events: [{id: 7}]}}]",
            not: "stubs: [{request: GET /a, response: {events: [{id: {a: 7}}]}}]",
            "s.yaml:2:52: error: text is needed here, not a map: write 7"),
        LoadCase(
            "Event", "retry",
            "stubs: [{request: GET /a, response: {events: [{retry: 2s}]}}]",
            not: "stubs: [{request: GET /a, response: {events: [{retry: 2x}]}}]",
            #"s.yaml:2:55: error: "x" is not a unit of time; write ms, s, m, h or d"#),
        LoadCase(
            "Event", "comment",
            "stubs: [{request: GET /a, response: {events: [{comment: a}]}}]",
            not: "stubs: [{request: GET /a, response: {events: [{comment: [a]}]}}]",
            "s.yaml:2:57: error: text is needed here, not a list: write a"),
        LoadCase(
            "Event", "delay",
            "stubs: [{request: GET /a, response: {events: [{data: a, delay: 1s}]}}]",
            not: "stubs: [{request: GET /a, response: {events: [{delay: 1s}]}}]",
            "s.yaml:2:47: error: an event needs data, json, event, id, retry or comment: write data: hello"),
        LoadCase(
            "Raw", "base64",
            "stubs: [{request: GET /a, response: {raw: {base64: AAEC}}}]",
            not: "stubs: [{request: GET /a, response: {raw: {base65: AAEC}}}]",
            #"s.yaml:2:44: error: unknown key "base65" in raw; did you mean "base64"?"#),
        LoadCase(
            "Interim response", "status",
            "stubs: [{request: GET /a, response: {informational: [{status: 103}]}}]",
            not: "stubs: [{request: GET /a, response: {informational: [{status: 101}]}}]",
            "s.yaml:2:63: error: 101 changes the protocol, and the server changes to no other one; write 103"),
        LoadCase(
            "Interim response", "headers",
            "stubs: [{request: GET /a, response: {informational: [{status: 103, headers: {A: b}}]}}]",
            not: "stubs: [{request: GET /a, response: {informational: [{status: 103, header: {A: b}}]}}]",
            #"s.yaml:2:68: error: unknown key "header" in an interim response; it is called headers"#),
    ]
}
