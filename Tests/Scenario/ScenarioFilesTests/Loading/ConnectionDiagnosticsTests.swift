import ScenarioFiles
import Scenarios
import Testing

@Suite("What is wrong in what is said of connections")
struct ConnectionDiagnosticsTests {
    @Test("is reported whole, at its line and column", arguments: Self.cases)
    func diagnostics(_ vector: DiagnosticVector) throws {
        try vector.check()
    }

    static let cases: [DiagnosticVector] = [
        DiagnosticVector(
            "right",
            #"""
            mockserver: 1
            steps:
              - {id: login, request: {path: /a, protocol: h2, connection: new}}
              - request: {path: /b, connection: {same_as: login}}
                assert:
                  protocol: http/1.1
                  connection: {same_as: step 2}
                  tls: {sni: a.test, client_certificate: {subject: {starts_with: CN=}}}
                  any_of: [{connection: {same_as: login}}, {connection: new}, {tls: {sni: {absent: true}}}]
            expect:
              - connections: 1
              - connections: {at_least: 1, at_most: 2}
              - request: {connection: new}
            """#,
            ""),
        DiagnosticVector(
            "protocol",
            #"""
            mockserver: 1
            steps:
              - {request: {path: /a, protocol: h3}}
              - {request: {path: /b, protocol: {equals: h2}}}
              - {request: {path: /c, protocol: HTTP/1.1}}
            """#,
            #"""
            s.yaml:3:36: error: protocol is http/1.1 or h2, not "h3"; did you mean "h2"?
            s.yaml:4:36: error: text is needed here, not a map: write h2
            s.yaml:5:36: error: protocol is http/1.1 or h2, not "HTTP/1.1"; did you mean "http/1.1"?
            """#),
        DiagnosticVector(
            "connection",
            #"""
            mockserver: 1
            steps:
              - {id: login, request: /a}
              - {id: both, parallel: [{request: /p}]}
              - request: {path: /b, connection: old}
                assert:
                  all_of:
                    - connection: {same_as: logn}
                    - connection: {same_as: both}
                    - connection: {same: login}
                    - connection: {}
                    - connection: [new]
                    - not: {connection: {same_as: [login]}}
            """#,
            #"""
            s.yaml:5:37: error: connection is new or {same_as: STEP}, not "old": for a connection that was used before, write {same_as: login}
            s.yaml:8:33: error: no step has the id "logn"; did you mean "login"?
            s.yaml:9:33: error: "both" is a parallel block; connection names a step, so name one of its steps
            s.yaml:10:24: error: unknown key "same" in connection; it is called same_as
            s.yaml:11:23: error: connection is empty: write new or {same_as: STEP}
            s.yaml:12:23: error: connection is new or a map like {same_as: login}, not a list; write new
            s.yaml:13:39: error: text is needed here, not a list: write login
            """#),
        DiagnosticVector(
            "tls",
            #"""
            mockserver: 1
            steps:
              - request: /a
                assert:
                  all_of:
                    - tls: true
                    - tls: {}
                    - tls: {snl: a, client_certificate: {}}
                    - tls: {sni: [a, b], client_certificate: CN=a}
                    - tls: {sni: {equal: a}, client_certificate: {issuer: a}}
            """#,
            #"""
            s.yaml:6:16: error: tls is a map like {sni: example.com}, not true; no condition says that TLS was used; write {sni: example.com}, or leave tls out
            s.yaml:7:16: error: tls is empty: write {sni: example.com}
            s.yaml:8:17: error: unknown key "snl" in tls; did you mean "sni"?
            s.yaml:8:45: error: client_certificate is empty: write {subject: CN=alice}
            s.yaml:9:22: error: one value is wanted here, not a list: write {one_of: [a, b]}
            s.yaml:9:50: error: client_certificate is a map like {subject: CN=alice}, not text; write {subject: 'CN=a'}
            s.yaml:10:23: error: unknown operator "equal"; did you mean "equals"?
            s.yaml:10:55: error: unknown key "issuer" in client_certificate; only a certificate's subject can be compared: write subject, or leave it out
            """#),
        DiagnosticVector(
            "expect",
            #"""
            mockserver: 1
            steps: [{id: a, request: /a}, {id: b, request: /b}]
            expect:
              - connections: 0
              - connections: {}
              - connections: [1]
              - connections: {at_mots: 1}
              - connections: {at_least: 3, at_most: 2}
              - {connections: 1, times: 2, before: a}
              - {connections: 1, step: a, before: b}
              - {connections: 1, request: /a}
              - connections: two
            """#,
            #"""
            s.yaml:4:18: error: 0 connections can't be wanted; to forbid all requests write {request: {}, never: true}
            s.yaml:5:18: error: connections is empty: write {at_least: 1}, {at_most: 5} or a number
            s.yaml:6:18: error: connections is a number or a map, not a list: write 2 or {at_least: 1}
            s.yaml:7:19: error: unknown key "at_mots" in connections; did you mean "at_most"?
            s.yaml:8:18: error: at_least is above at_most: write {at_least: 2, at_most: 3}
            s.yaml:9:22: error: "times" goes with a request; leave it out, or write an item with a request
            s.yaml:9:32: error: "before" goes with a step; leave it out, or write {step: a, before: b}
            s.yaml:10:6: error: "connections" can't stand beside step; write an item of its own: {connections: 1}
            s.yaml:11:6: error: "connections" can't stand beside request; write an item of its own: {connections: 1}
            s.yaml:12:18: error: connections is a whole number of at least 1: write 2
            """#),
        DiagnosticVector(
            "a step that wants its own connection",
            #"""
            mockserver: 1
            steps:
              - {id: a, request: {path: /a, connection: {same_as: a}}, times: 2}
              - {id: b, request: {path: /b, all_of: [{protocol: h2}, {connection: {same_as: b}}]}}
              - {id: c, request: {path: /c, not: {connection: {same_as: c}}}, times: 2}
              - {id: d, request: {path: /d, any_of: [{connection: new}, {connection: {same_as: d}}]}, times: 2}
            """#,
            #"""
            s.yaml:3:55: error: no request can reach step "a": its first request would have to come on the connection of an earlier one; name an earlier step in same_as
            s.yaml:4:81: error: no request can reach step "b": its first request would have to come on the connection of an earlier one; name an earlier step in same_as
            """#),
        DiagnosticVector(
            "a rule that another covers",
            #"""
            mockserver: 1
            steps:
              - {request: {path: /a, connection: new}, times: {at_least: 1}}
              - {request: {path: /a, connection: new, protocol: h2}}
              - {request: {path: /b, connection: new}, times: {at_least: 1}}
              - {request: {path: /b, protocol: h2}}
            """#,
            #"""
            s.yaml:4:6: error: no request can reach step 2: step 1 before it takes them all, as often as they come; move step 2 above it, or leave it out
            """#),
    ]
}
