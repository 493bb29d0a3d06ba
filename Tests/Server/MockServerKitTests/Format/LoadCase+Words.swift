extension LoadCase {
    static let words = [
        LoadCase(
            "Order", "strict",
            "order: strict\nstubs: [{request: GET /x}]",
            not: "order: stric\nstubs: [{request: GET /x}]",
            #"s.yaml:2:8: error: order is strict or any, not "stric"; did you mean "strict"?"#),
        LoadCase(
            "Order", "any",
            "order: any\nstubs: [{request: GET /x}]",
            not: "order: anyy\nstubs: [{request: GET /x}]",
            #"s.yaml:2:8: error: order is strict or any, not "anyy"; did you mean "any"?"#),
        LoadCase(
            "Clock", "real",
            "clock: real\nstubs: [{request: GET /x}]",
            not: "clock: rea\nstubs: [{request: GET /x}]",
            #"s.yaml:2:8: error: clock is real, instant or virtual, not "rea"; did you mean "real"?"#),
        LoadCase(
            "Clock", "instant",
            "clock: instant\nstubs: [{request: GET /x}]",
            not: "clock: instan\nstubs: [{request: GET /x}]",
            #"s.yaml:2:8: error: clock is real, instant or virtual, not "instan"; did you mean "instant"?"#),
        LoadCase(
            "Clock", "virtual",
            "clock: virtual\nstubs: [{request: GET /x}]",
            not: "clock: virtua\nstubs: [{request: GET /x}]",
            #"s.yaml:2:8: error: clock is real, instant or virtual, not "virtua"; did you mean "virtual"?"#),
        LoadCase(
            "On assert failure", "record",
            "steps: [{id: a, request: GET /a, on_assert_failure: record}]",
            not: "steps: [{id: a, request: GET /a, on_assert_failure: recor}]",
            #"s.yaml:2:53: error: on_assert_failure is record or reject, not "recor"; did you mean "record"?"#),
        LoadCase(
            "On assert failure", "reject",
            "steps: [{id: a, request: GET /a, on_assert_failure: reject}]",
            not: "steps: [{id: a, request: GET /a, on_assert_failure: rejec}]",
            #"s.yaml:2:53: error: on_assert_failure is record or reject, not "rejec"; did you mean "reject"?"#),
        LoadCase(
            "Head", "from_get",
            "stubs: [{id: a, request: GET /a, head: from_get}]",
            not: "stubs: [{id: a, request: GET /a, head: from_ge}]",
            #"s.yaml:2:40: error: head is from_get, not "from_ge"; did you mean "from_get"?"#),
        LoadCase(
            "Then of responses", "fail",
            "steps: [{id: a, request: GET /a, responses: [200], then: fail}]",
            not: "steps: [{id: a, request: GET /a, responses: [200], then: fai}]",
            #"s.yaml:2:58: error: then is fail, repeat_last or cycle, not "fai"; did you mean "fail"?"#),
        LoadCase(
            "Then of responses", "repeat_last",
            "steps: [{id: a, request: GET /a, responses: [200], then: repeat_last}]",
            not: "steps: [{id: a, request: GET /a, responses: [200], then: repeat_las}]",
            #"s.yaml:2:58: error: then is fail, repeat_last or cycle, not "repeat_las"; did you mean "repeat_last"?"#),
        LoadCase(
            "Then of responses", "cycle",
            "steps: [{id: a, request: GET /a, responses: [200], then: cycle}]",
            not: "steps: [{id: a, request: GET /a, responses: [200], then: cycl}]",
            #"s.yaml:2:58: error: then is fail, repeat_last or cycle, not "cycl"; did you mean "cycle"?"#),
        LoadCase(
            "Then of events", "close",
            "stubs: [{request: GET /a, response: {events: [{data: a}], then: close}}]",
            not: "stubs: [{request: GET /a, response: {events: [{data: a}], then: clos}}]",
            #"s.yaml:2:65: error: then is close or keep_open, not "clos"; did you mean "close"?"#),
        LoadCase(
            "Then of events", "keep_open",
            "stubs: [{request: GET /a, response: {events: [{data: a}], then: keep_open}}]",
            not: "stubs: [{request: GET /a, response: {events: [{data: a}], then: keep_ope}}]",
            #"s.yaml:2:65: error: then is close or keep_open, not "keep_ope"; did you mean "keep_open"?"#),
        LoadCase(
            "Client", "answered",
            "steps: [{id: a, request: GET /a, client: answered, response: {delay: 1s}}]",
            not: "steps: [{id: a, request: GET /a, client: answere, response: {delay: 1s}}]",
            #"s.yaml:2:42: error: client is answered, cancels or any, not "answere"; did you mean "answered"?"#),
        LoadCase(
            "Client", "answered",
            "steps: [{id: a, request: GET /a, client: answered, response: {events: [{data: a}]}}]",
            not:
                "steps: [{id: a, request: GET /a, client: answered, response: {events: [{data: a}], then: keep_open}}]",
            """
            s.yaml:2:42: error: then: keep_open leaves the response without an end, so no client can stay to it; write client: cancels, or then: close
            """),
        LoadCase(
            "Client", "answered",
            "steps: [{id: a, request: GET /a, client: answered, response: {h2: {goaway: NO_ERROR}}}]",
            not: "steps: [{id: a, request: GET /a, client: answered, response: {h2: {rst_stream: CANCEL}}}]",
            """
            s.yaml:2:42: error: rst_stream leaves the response incomplete, so no client can stay to its end; leave client or rst_stream out
            """),
        LoadCase(
            "Client", "cancels",
            "steps: [{id: a, request: GET /a, client: cancels, response: {delay: 1s}}]",
            not: "steps: [{id: a, request: GET /a, client: cancel, response: {delay: 1s}}]",
            #"s.yaml:2:42: error: client is answered, cancels or any, not "cancel"; did you mean "cancels"?"#),
        LoadCase(
            "Client", "any",
            "steps: [{id: a, request: GET /a, client: any, response: {delay: 1s}}]",
            not: "steps: [{id: a, request: GET /a, client: anyy, response: {delay: 1s}}]",
            #"s.yaml:2:42: error: client is answered, cancels or any, not "anyy"; did you mean "any"?"#),
        LoadCase(
            "Release", "together",
            "steps: [{id: a, request: GET /a, times: 2, hold: {until: {arrivals: 2}, release: together}}]",
            not: "steps: [{id: a, request: GET /a, times: 2, hold: {until: {arrivals: 2}, release: togethe}}]",
            """
            s.yaml:2:82: error: release is together, reverse or an order like [3, 1, 2], not "togethe"; did you mean "together"?
            """),
        LoadCase(
            "Release", "reverse",
            "steps: [{id: a, request: GET /a, times: 2, hold: {until: {arrivals: 2}, release: reverse}}]",
            not: "steps: [{id: a, request: GET /a, times: 2, hold: {until: {arrivals: 2}, release: revers}}]",
            """
            s.yaml:2:82: error: release is together, reverse or an order like [3, 1, 2], not "revers"; did you mean "reverse"?
            """),
        LoadCase(
            "Protocol", "http/1.1",
            "stubs: [{request: {protocol: http/1.1}}]",
            not: "stubs: [{request: {protocol: http/1.0}}]",
            #"s.yaml:2:30: error: protocol is http/1.1 or h2, not "http/1.0"; did you mean "http/1.1"?"#),
        LoadCase(
            "Protocol", "h2",
            "stubs: [{request: {protocol: h2}}]",
            not: "stubs: [{request: {protocol: H2}}]",
            #"s.yaml:2:30: error: protocol is http/1.1 or h2, not "H2"; did you mean "h2"?"#),
        LoadCase(
            "Framing", "content_length",
            "stubs: [{request: GET /a, response: {text: a, framing: content_length}}]",
            not: "stubs: [{request: GET /a, response: {text: a, framing: content_lengt}}]",
            """
            s.yaml:2:56: error: framing is content_length, chunked or close, not "content_lengt"; did you mean "content_length"?
            """),
        LoadCase(
            "Framing", "chunked",
            "stubs: [{request: GET /a, response: {text: a, framing: chunked}}]",
            not: "stubs: [{request: GET /a, response: {text: a, framing: chunke}}]",
            """
            s.yaml:2:56: error: framing is content_length, chunked or close, not "chunke"; did you mean "chunked"?
            """),
        LoadCase(
            "Framing", "close",
            "stubs: [{request: GET /a, response: {text: a, framing: close}}]",
            not: "stubs: [{request: GET /a, response: {text: a, framing: clos}}]",
            #"s.yaml:2:56: error: framing is content_length, chunked or close, not "clos"; did you mean "close"?"#),
        LoadCase(
            "Encoding", "gzip",
            "stubs: [{request: GET /a, response: {text: a, encoding: gzip}}]",
            not: "stubs: [{request: GET /a, response: {text: a, encoding: gzi}}]",
            #"s.yaml:2:57: error: encoding is gzip or deflate, not "gzi"; did you mean "gzip"?"#),
        LoadCase(
            "Encoding", "deflate",
            "stubs: [{request: GET /a, response: {text: a, encoding: deflate}}]",
            not: "stubs: [{request: GET /a, response: {text: a, encoding: deflat}}]",
            #"s.yaml:2:57: error: encoding is gzip or deflate, not "deflat"; did you mean "deflate"?"#),
        LoadCase(
            "Ranges", "auto",
            "stubs: [{request: GET /a, response: {text: a, ranges: auto}}]",
            not: "stubs: [{request: GET /a, response: {text: a, ranges: aut}}]",
            #"s.yaml:2:55: error: ranges is auto, not "aut"; did you mean "auto"?"#),
        LoadCase(
            "Connection of a response", "close",
            "stubs: [{request: GET /a, response: {connection: close}}]",
            not: "stubs: [{request: GET /a, response: {connection: clos}}]",
            #"s.yaml:2:50: error: connection is close or keep_alive, not "clos"; did you mean "close"?"#),
        LoadCase(
            "Connection of a response", "keep_alive",
            "stubs: [{request: GET /a, response: {connection: keep_alive}}]",
            not: "stubs: [{request: GET /a, response: {connection: keep_aliv}}]",
            #"s.yaml:2:50: error: connection is close or keep_alive, not "keep_aliv"; did you mean "keep_alive"?"#),
    ]
}
