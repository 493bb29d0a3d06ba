import ScenarioFiles
import Scenarios
import Testing

@Suite("What is wrong in what is said of time and of requests in flight")
struct TimingDiagnosticsTests {
    @Test("is reported whole, at its line and column", arguments: Self.cases)
    func diagnostics(_ vector: DiagnosticVector) throws {
        try vector.check()
    }

    static let cases: [DiagnosticVector] = [
        DiagnosticVector(
            "right",
            #"""
            mockserver: 1
            clock: virtual
            steps:
              - {id: a, request: /a, times: 3, hold: {until: {arrivals: 3}, release: [3, 1, 2], timeout: 2s}}
              - {request: /b, times: 4, hold: {until: {arrivals: 2, each: true}, release: reverse}, max_in_flight: 2}
              - {id: c, request: /c, hold: {until: {step: d}, release: together}}
              - {id: d, request: /d, hold: {until: {step: a, taken: true}}, interval: {gte: 1s, lte: 3s}}
              - {request: /e, client: cancels, hold: {until: {step: d}}}
              - {request: /f, client: answered, interval: {gt: 1s, lt: 2s}}
              - {request: /g, client: any}
            stubs:
              - {request: /h, hold: {until: {arrivals: 9}}, interval: {gte: 1s}, client: cancels, response: {delay: 1s}}
            expect:
              - {request: /a, max_in_flight: 3}
            """#,
            ""),
        DiagnosticVector(
            "hold",
            #"""
            mockserver: 1
            steps:
              - {id: a, request: /a, hold: 3}
              - {id: b, request: /b, hold: {release: reverse}}
              - {id: c, request: /c, times: 3, hold: {until: {arrivals: 4}}}
              - {id: d, request: /d, times: 3, hold: {until: {arrivals: 2, each: true}}}
              - {id: e, request: /e, hold: {until: {step: e}}}
              - {id: f, request: /f, hold: {until: {step: x}}}
              - {id: g, request: /g, hold: {until: {arrivals: 1, step: a}}}
              - {id: h, request: /h, hold: {until: {}}}
              - {id: i, request: /i, times: 3, hold: {until: {arrivals: 3}, release: [1, 2]}}
              - {id: j, request: /j, hold: {until: {step: a}, release: [1]}}
              - {id: k, request: /k, hold: {until: {step: a}, release: revers}}
              - {id: l, request: /l, hold: {until: {step: a, each: true}, timeout: 5}}
              - {id: m, request: /m, hold: {until: {arrivals: 1, taken: true}}}
              - {id: n, request: /n, hold: {until: {arrivals: 0}}}
            """#,
            #"""
            s.yaml:3:32: error: a hold is a map like {until: {arrivals: 3}}, not a number; write {until: {arrivals: 3}}
            s.yaml:4:32: error: a hold says what opens it: write until: {arrivals: 3} or until: {step: refresh}
            s.yaml:5:61: error: the hold waits for 4 requests, but the step takes at most 3; lower arrivals, or write times: 4
            s.yaml:6:61: error: each holds groups of 2, and 3 requests are not a multiple of that: the last group would never be whole; write times: 4
            s.yaml:7:47: error: a hold can't wait for its own step: its responses would wait for themselves; name another step
            s.yaml:8:47: error: no step has the id "x"; there are a, b, c, d, e, f, g, …
            s.yaml:9:60: error: a hold waits for arrivals or for a step, not for both; leave one out
            s.yaml:10:40: error: until says what opens the hold: write {arrivals: 3} or {step: refresh}
            s.yaml:11:74: error: the order names each of the 3 arrivals once, from 1 to 3: write [3, 2, 1]
            s.yaml:12:60: error: an order numbers the requests of arrivals; with a hold until a step write together or reverse
            s.yaml:13:60: error: release is together, reverse or an order like [3, 1, 2], not "revers"; did you mean "reverse"?
            s.yaml:14:50: error: "each" goes with arrivals; leave it out, or write arrivals in place of step
            s.yaml:14:72: error: a unit is needed: write 5ms or 5s
            s.yaml:15:54: error: "taken" goes with a step; leave it out, or write step in place of arrivals
            s.yaml:16:51: error: arrivals is a whole number of at least 1: write 1
            """#),
        DiagnosticVector(
            "interval, max_in_flight and client",
            #"""
            mockserver: 1
            clock: fast
            steps:
              - {id: a, request: /a, interval: {gte: 1s}}
              - {id: b, request: /b, interval: {}}
              - {id: c, request: /c, interval: {gte: 3s, lte: 1s}}
              - {id: d, request: /d, interval: {min: 1s}, max_in_flight: 0}
              - {id: e, request: /e, client: leaves}
              - {id: f, request: /f, client: answered, response: {fault: reset}}
              - {id: g, request: /g, client: cancels}
            stubs:
              - {id: h, request: /h, times: 1, interval: {gte: 1s}}
            expect:
              - {request: /a, never: true, max_in_flight: 1}
              - {connections: 1, max_in_flight: 1}
            """#,
            #"""
            s.yaml:2:8: error: clock is real, instant or virtual, not "fast": write instant to skip all delays
            s.yaml:4:42: error: step "a" waits for no step and takes one request, so there is no response from which its interval could run; raise times, or leave interval out
            s.yaml:5:36: error: an interval says how long it is: write {gte: 1s}, {lte: 3s} or both
            s.yaml:6:51: error: no interval is that short: the other limit is longer: write {gte: 1s, lte: 3s}
            s.yaml:7:37: error: unknown key "min" in an interval; it is called gte
            s.yaml:7:62: error: max_in_flight is a whole number of at least 1: write 1
            s.yaml:8:34: error: client is answered, cancels or any, not "leaves": write cancels if it leaves before the response's end
            s.yaml:9:34: error: a fault leaves the response incomplete, so no client can stay to its end; leave client or the fault out
            s.yaml:10:34: warning: the response is sent at once, so a client hardly has time to leave; add a hold or a delay [prompt-response]
            s.yaml:12:52: error: stub "h" waits for no step and takes one request, so there is no response from which its interval could run; raise times, or leave interval out
            s.yaml:14:32: error: max_in_flight can't stand beside never: nothing is in flight then; leave max_in_flight out
            s.yaml:15:22: error: "max_in_flight" goes with a request; leave it out, or write an item with a request
            """#),
    ]
}
