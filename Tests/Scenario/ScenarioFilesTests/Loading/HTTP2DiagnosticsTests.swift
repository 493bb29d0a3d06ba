import HTTPMessage
import ScenarioFiles
import Scenarios
import Testing

@Suite("What is wrong in the frames of an answer")
struct HTTP2DiagnosticsTests {
    @Test("is reported whole, at its line and column", arguments: Self.cases)
    func diagnostics(_ vector: DiagnosticVector) throws {
        try vector.check()
    }

    static let cases: [DiagnosticVector] = [
        DiagnosticVector(
            "right",
            #"""
            mockserver: 1
            defaults: {response: {h2: {settings: {max_concurrent_streams: 0}}}}
            steps:
              - {request: /a, response: {h2: {rst_stream: CANCEL}}}
              - {request: /b, response: {h2: {rst_stream: 4294967295, goaway: NO_ERROR, settings: {enable_push: 0}}}}
              - {request: /c, response: {h2: {rst_stream: {code: 8, at: response_body, after_bytes: 0}}}}
              - {request: /d, response: {h2: {goaway: {code: CANCEL, last_stream: 2147483647, graceful: true, at: response_end}}}}
              - {request: /e, response: {h2: {goaway: {last_stream: 0}}, delay: 1s, json: {}}}
              - {request: /f, response: {fault: reset, connection: close}}
              - {request: /g, response: {h2: {settings: {initial_window_size: 2147483647, max_frame_size: 16384}}, fault: reset}}
            unmatched: {status: 404, h2: {rst_stream: REFUSED_STREAM}}
            """#,
            ""),
        DiagnosticVector(
            "shapes",
            #"""
            mockserver: 1
            steps:
              - {request: /a, response: {h2: {}}}
              - {request: /b, response: {h2: CANCEL}}
              - {request: /c, response: {h2: {reset_stream: CANCEL}}}
              - {request: /d, response: {h2: {rst_stream: [CANCEL], goaway: {}, settings: {}}}}
              - {request: /e, response: {h2: {settings: 1}}}
            """#,
            #"""
            s.yaml:3:34: error: h2 is empty: write {rst_stream: CANCEL}, {goaway: NO_ERROR} or {settings: …}
            s.yaml:4:34: error: h2 is a map like {rst_stream: CANCEL}, not text; write {rst_stream: CANCEL}
            s.yaml:5:35: error: unknown key "reset_stream" in h2; did you mean "rst_stream"?
            s.yaml:6:47: error: rst_stream is an error code like CANCEL or a map, not a list; write CANCEL
            s.yaml:6:65: error: goaway is empty: write NO_ERROR or another code
            s.yaml:6:79: error: settings is empty: write {max_concurrent_streams: 1}
            s.yaml:7:45: error: settings is a map like {max_concurrent_streams: 1}, not a number
            """#),
        DiagnosticVector(
            "codes",
            #"""
            mockserver: 1
            steps:
              - {request: /a, response: {h2: {rst_stream: cancel}}}
              - {request: /b, response: {h2: {rst_stream: CANCLE}}}
              - {request: /c, response: {h2: {rst_stream: 4294967296}}}
              - {request: /d, response: {h2: {rst_stream: '8'}}}
              - {request: /e, response: {h2: {goaway: {code: -1}}}}
              - {request: /f, response: {h2: {rst_stream: {at: response_end}}}}
            """#,
            #"""
            s.yaml:3:47: error: "cancel" is not an error code of HTTP/2 (RFC 9113, section 7); write CANCEL
            s.yaml:4:47: error: "CANCLE" is not an error code of HTTP/2 (RFC 9113, section 7); did you mean "CANCEL"?
            s.yaml:5:47: error: "4294967296" is not an error code of HTTP/2 (RFC 9113, section 7); write a name like CANCEL, or a number up to 4294967295
            s.yaml:6:47: error: "8" is not an error code of HTTP/2 (RFC 9113, section 7); write 8 without quotes
            s.yaml:7:50: error: "-1" is not an error code of HTTP/2 (RFC 9113, section 7); write a name like CANCEL, or a number up to 4294967295
            s.yaml:8:47: error: rst_stream needs a code: write code: CANCEL
            """#),
        DiagnosticVector(
            "phases",
            #"""
            mockserver: 1
            steps:
              - {request: /a, response: {h2: {rst_stream: {code: CANCEL, at: request_start}}}}
              - {request: /b, response: {h2: {rst_stream: {code: CANCEL, after_bytes: 5}}}}
              - {request: /c, response: {h2: {rst_stream: {code: CANCEL, at: response_end, after_bytes: 5}}}}
              - {request: /d, response: {h2: {rst_stream: {code: CANCEL, at: response_body, after_bytes: -1}}}}
              - {request: /e, response: {h2: {goaway: {at: response_body}}}}
              - {request: /f, response: {h2: {goaway: {last_stream: 4}}}}
              - {request: /g, response: {h2: {goaway: {last_stream: 2147483649}}}}
              - {request: /h, response: {h2: {goaway: {last_stream: 1, graceful: maybe}}}}
            """#,
            #"""
            s.yaml:3:66: error: at is response_start, response_body or response_end, not "request_start": write response_start to send it before the head, response_body to send it within the body, or response_end to send it after the body
            s.yaml:4:62: error: after_bytes goes only with at: response_body, not with response_start; write at: response_body, or leave it out
            s.yaml:5:80: error: after_bytes goes only with at: response_body, not with response_end; write at: response_body, or leave it out
            s.yaml:6:94: error: after_bytes is a whole number of at least 0: write 0
            s.yaml:7:48: error: at is response_start or response_end, not "response_body"; did you mean "response_end"?
            s.yaml:8:57: error: last_stream is a stream that a client opens: write an odd number up to 2147483647, or 0 for none
            s.yaml:9:57: error: last_stream is a stream that a client opens: write an odd number up to 2147483647, or 0 for none
            s.yaml:10:70: error: true or false should stand here: write one of them
            """#),
        DiagnosticVector(
            "settings",
            #"""
            mockserver: 1
            steps:
              - request: /a
                response:
                  h2:
                    settings:
                      max_concurent_streams: 1
                      header_table_size: 4294967296
                      enable_push: 1
                      initial_window_size: 2147483648
                      max_frame_size: 16383
                      max_header_list_size: '1'
                      enable_connect_protocol: 2
                      max_concurrent_streams:
            """#,
            #"""
            s.yaml:7:11: error: unknown key "max_concurent_streams" in settings; did you mean "max_concurrent_streams"?
            s.yaml:8:30: error: header_table_size takes whole numbers: write one from 0 to 4294967295
            s.yaml:9:24: error: a server may send enable_push only as 0: write 0
            s.yaml:10:32: error: initial_window_size takes whole numbers: write one from 0 to 2147483647
            s.yaml:11:27: error: max_frame_size takes whole numbers: write one from 16384 to 16777215
            s.yaml:12:33: error: max_header_list_size takes whole numbers: write 1 without quotes
            s.yaml:13:36: error: enable_connect_protocol takes whole numbers: write one from 0 to 1
            s.yaml:14:34: error: max_concurrent_streams takes whole numbers: write one from 0 to 4294967295
            """#),
        DiagnosticVector(
            "contradictions",
            #"""
            mockserver: 1
            steps:
              - {request: /a, response: {fault: reset, h2: {rst_stream: CANCEL}}}
              - {request: /b, response: {h2: {goaway: NO_ERROR}, fault: close}}
              - {request: /c, response: {h2: {goaway: NO_ERROR}, connection: close}}
              - {request: /d, response: {h2: {rst_stream: CANCEL, goaway: CANCEL}}}
              - {request: /e, response: {h2: {rst_stream: CANCEL, goaway: {at: response_end}}}}
              - {request: /f, response: {reason: Fine, h2: {rst_stream: CANCEL}}}
            """#,
            #"""
            s.yaml:3:49: error: fault can't stand beside rst_stream: both say how the response ends; leave one out
            s.yaml:4:61: error: fault can't stand beside goaway: both say how the response ends; leave one out
            s.yaml:5:66: error: connection can't stand beside goaway: both say how the response ends; leave one out
            s.yaml:6:35: error: rst_stream can't stand beside a goaway that ends the connection at once; leave one out
            s.yaml:7:35: error: rst_stream replaces the response's end, so a goaway at response_end never comes; leave one out
            s.yaml:8:44: error: reason goes only over HTTP/1.1 and h2 only over HTTP/2, so this can't be sent at all; leave one out
            """#),
    ]

    @Test("what is stated is read whole")
    func reads() throws {
        func frames(_ text: String) throws -> HTTP2Frames? {
            try Scenario(yaml: "mockserver: 1\nsteps: [{request: /a, response: {h2: \(text)}}]")
                .steps.first?.rule.responses.first?.h2
        }
        #expect(try frames("{rst_stream: CANCEL}")?.reset == StreamReset(.cancel, at: .responseStart))
        #expect(
            try frames("{rst_stream: {code: 99, at: response_body, after_bytes: 7}}")?.reset
                == StreamReset(HTTP2ErrorCode(rawValue: 99), at: .responseBody, afterBytes: 7))
        #expect(try frames("{goaway: NO_ERROR}")?.goaway == Goaway(.noError, isGraceful: true))
        #expect(try frames("{goaway: CANCEL}")?.goaway == Goaway(.cancel, isGraceful: false))
        #expect(
            try frames("{goaway: {code: CANCEL, graceful: true}}")?.goaway == Goaway(.cancel, isGraceful: true))
        #expect(
            try frames("{goaway: {last_stream: 3, graceful: false, at: response_end}}")?.goaway
                == Goaway(.noError, lastStream: 3, isGraceful: false, at: .responseEnd))
        let settings = try frames("{settings: {max_concurrent_streams: 1, initial_window_size: 9}}")?.settings
        #expect(
            settings == [
                HTTP2Setting(.maxConcurrentStreams, clamping: 1), HTTP2Setting(.initialWindowSize, clamping: 9),
            ])
        #expect(try frames("{settings: {max_concurrent_streams: 1}}")?.position.column == 34)
    }
}
