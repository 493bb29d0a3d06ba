import ScenarioFiles
import Scenarios
import Testing

@Suite("What is wrong in steps, stubs and checks")
struct StepDiagnosticsTests {
    @Test("is reported whole, at its line and column", arguments: Self.cases)
    func diagnostics(_ vector: DiagnosticVector) throws {
        try vector.check()
    }

    static let cases: [DiagnosticVector] = [
        DiagnosticVector(
            "ids",
            #"""
            mockserver: 1
            steps:
              - {id: a, request: GET /a}
              - {id: a, request: GET /b}
              - {id: '', request: GET /c}
            """#,
            #"""
            s.yaml:4:10: error: the id "a" is taken already, in line 3; write another
            s.yaml:5:10: error: an id must be one line and not empty: write one word, or leave id out
            """#),
        DiagnosticVector(
            "times",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a, times: 0}
              - {request: GET /b, times: {}}
              - {request: GET /c, times: {at_least: 3, at_most: 2}}
              - {request: GET /d, times: often}
              - {request: GET /e, times: {most: 2}}
              - {request: GET /f, times: {at_most: 0}}
              - {request: GET /g, times: [1]}
            """#,
            #"""
            s.yaml:3:30: error: 0 times can't be wanted; leave the step out, or write it under stubs, with never: true
            s.yaml:4:30: error: times is empty: write {at_least: 1}, {at_most: 5} or a number
            s.yaml:5:30: error: at_least is above at_most: write {at_least: 2, at_most: 3}
            s.yaml:6:30: error: times is a whole number of at least 1: write 2, or another such number
            s.yaml:7:31: error: unknown key "most" in times; it is called at_most
            s.yaml:8:40: error: 0 times can't be wanted; leave the step out, or write it under stubs, with never: true
            s.yaml:9:30: error: times is a number or a map, not a list: write 2 or {at_least: 1}
            """#),
        DiagnosticVector(
            "responses",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a, response: 200, responses: [200]}
              - {request: GET /b, responses: []}
              - {request: GET /c, then: cycle}
              - {request: GET /d, responses: [200, 201], times: 1}
              - {request: GET /e, responses: [200, 201], times: 3}
              - {request: GET /f, responses: [200], then: repeat}
            """#,
            #"""
            s.yaml:3:38: error: response and responses can't stand beside each other; leave one out
            s.yaml:4:34: error: responses must be a list with at least one response: write [503, 200]
            s.yaml:5:23: error: then says what follows the last of responses; write responses, or leave then out
            s.yaml:6:40: error: times allows 1 response, so this one is never sent; write times: 2, or leave the response out
            s.yaml:7:53: error: 3 requests are wanted, but responses has only 2; add some, write times: 2, or say what follows: then: repeat_last
            s.yaml:8:47: error: then is fail, repeat_last or cycle, not "repeat"; did you mean "repeat_last"?
            """#),
        DiagnosticVector(
            "more requests than responses",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a, times: {at_most: 5}, responses: [503, 503, 503, 200]}
              - {request: GET /b, times: {at_least: 1, at_most: 2}, responses: [202]}
              - {request: GET /c, times: {at_least: 3, at_most: 4}, responses: [202, 200], then: fail}
              - {request: GET /d, times: {at_most: 5}, responses: [503, 200], then: repeat_last}
              - {request: GET /e, times: {at_least: 1, at_most: 5}, responses: [503, 200], then: cycle}
              - {request: GET /f, times: {at_least: 1, at_most: 2}, responses: [503, 200]}
              - {request: GET /g, times: {at_least: 1}, responses: [503, 200]}
              - {request: GET /h, times: {at_most: 9}, response: 200}
            stubs:
              - {request: GET /i, times: 3, responses: [503, 200]}
              - {request: GET /j, times: {at_most: 3}, responses: [503, 200]}
              - {request: GET /k, times: 3, responses: [503, 200], then: repeat_last}
            """#,
            #"""
            s.yaml:3:40: error: 5 requests are allowed, but responses has only 4; add some, write at_most: 4, or say what follows: then: repeat_last
            s.yaml:4:53: error: 2 requests are allowed, but responses has only 1; add some, write at_most: 1, or say what follows: then: repeat_last
            s.yaml:5:41: error: 3 requests are wanted, but responses has only 2; add some, write at_least: 2, or have then: repeat_last in place of fail
            s.yaml:12:30: error: 3 requests are allowed, but responses has only 2; add some, write times: 2, or say what follows: then: repeat_last
            s.yaml:13:40: error: 3 requests are allowed, but responses has only 2; add some, write at_most: 2, or say what follows: then: repeat_last
            """#),
        DiagnosticVector(
            "after",
            #"""
            mockserver: 1
            steps:
              - {id: one, request: GET /a, after: [two]}
              - {id: two, request: GET /b}
              - {request: GET /c, after: [twoo]}
            """#,
            #"""
            s.yaml:3:39: error: no step can be the first: step "one" waits for step "two", which waits for step "one"; leave the after of step "one" out
            s.yaml:5:31: error: no step has the id "twoo"; did you mean "two"?
            """#),
        DiagnosticVector(
            "cycle by after",
            #"""
            mockserver: 1
            steps:
              - {id: a, request: GET /a, after: [b]}
              - {id: b, request: GET /b, after: [a]}
            """#,
            #"""
            s.yaml:3:37: error: no step can be the first: step "a" waits for step "b", which waits for step "a"; leave the after of step "a" out
            """#),
        DiagnosticVector(
            "self cycle",
            #"""
            mockserver: 1
            steps:
              - {id: a, request: GET /a, after: [a]}
            """#,
            #"""
            s.yaml:3:37: error: no step can be the first: step "a" waits for step "a"; leave the after of step "a" out
            """#),
        DiagnosticVector(
            "cycle by block",
            #"""
            mockserver: 1
            steps:
              - id: blk
                parallel:
                  - {id: a, request: GET /a, after: [blk]}
            """#,
            #"""
            s.yaml:5:41: error: no step can be the first: step "a" waits for block "blk", which waits for step "a"; leave the after of step "a" out: step "a" is in block "blk"
            """#),
        DiagnosticVector(
            "parallel",
            #"""
            mockserver: 1
            steps:
              - parallel: []
              - parallel:
                  - []
                  - GET /a
                after: [x]
            """#,
            #"""
            s.yaml:3:15: error: parallel takes a list of at least one step: write [{request: GET /a}, {request: GET /b}]
            s.yaml:5:9: error: a list of steps must not be empty; leave it out
            s.yaml:6:9: error: a step is a map, not text; write request: GET /a
            s.yaml:7:5: error: unknown key "after" in a parallel block; it belongs in a step
            """#),
        DiagnosticVector(
            "never on a step",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a, never: true}
            """#,
            #"""
            s.yaml:3:23: error: never goes with a stub: write the request under stubs, or as an item of expect
            """#),
        DiagnosticVector(
            "stub",
            #"""
            mockserver: 1
            stubs:
              - {request: GET /a, never: true, response: 200}
              - {request: GET /b, after: [], times: {at_least: 1}}
              - {request: GET /c, never: maybe, hold: {}}
            """#,
            #"""
            s.yaml:3:36: error: a stub that must never match has no response: "response" can't stand beside never; leave one out
            s.yaml:4:23: error: a stub waits for nothing; leave after out, or write when: {…}, with set in the other step
            s.yaml:4:42: error: a stub is never required, so at_least has no meaning; leave it out, and write an item of \#
            expect, like {request: GET /b, times: {at_least: 1}}, or a step in place of the stub
            s.yaml:5:30: error: true or false should stand here: write one of them
            s.yaml:5:37: error: a stub that must never match has no response: "hold" can't stand beside never; leave one out
            s.yaml:5:43: error: a hold says what opens it: write until: {arrivals: 3} or until: {step: refresh}
            """#),
        DiagnosticVector(
            "when",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a, when: {cart: full}}
              - {request: GET /b, set: {cart: x}, when: [a]}
              - {request: GET /c, when: {cart: {foo: 1}}}
              - {request: GET /d, when: {cart: '{{request.method}}{{uuid}}'}}
            """#,
            #"""
            s.yaml:4:45: error: when is a map of variables and what each must be: write {cart: full}
            s.yaml:5:37: error: unknown operator "foo"; there are equals, equals_ignore_case, contains, starts_with, ends_with, matches, one_of, present, absent, gt, gte, lt, lte, length, all_of, any_of, not, unordered
            s.yaml:6:39: error: when is looked at before a request comes, so "request" has no value here; write it under request, or under set in an earlier step
            s.yaml:6:57: error: "uuid" can't stand in when; define it in vars, which are evaluated once per run, or write {present: true}
            """#),
        DiagnosticVector(
            "capture",
            #"""
            mockserver: 1
            steps:
              - request: GET /a/{id}
                capture:
                  a: {path: idd}
                  b: {json: '$.a[*'}
                  c: {header: 'x y'}
                  d: {}
                  e: {path: id, query: x}
                  f: {path}
                  g: {text, matches: 'abc'}
                  h: {method: name}
                  i: {json: a.b}
                  2j: {text}
                  k: {base64: x}
                  l: id
            """#,
            #"""
            s.yaml:5:7: warning: nothing uses the captured "a": write {{a}} where it is wanted, or leave it out [unused-capture]
            s.yaml:5:17: error: the path of "step 1" has no {idd}; did you mean "id"?
            s.yaml:6:7: warning: nothing uses the captured "b": write {{b}} where it is wanted, or leave it out [unused-capture]
            s.yaml:6:21: error: this [ has no closing ]; write it
            s.yaml:7:7: warning: nothing uses the captured "c": write {{c}} where it is wanted, or leave it out [unused-capture]
            s.yaml:7:19: error: "x y" is not a header name; write x-y
            s.yaml:8:7: warning: nothing uses the captured "d": write {{d}} where it is wanted, or leave it out [unused-capture]
            s.yaml:8:10: error: a capture needs a source, like {json: $.id}: write path, header, query, cookie, form, json, text, method or host
            s.yaml:9:7: warning: nothing uses the captured "e": write {{e}} where it is wanted, or leave it out [unused-capture]
            s.yaml:9:21: error: a capture has one source: "query" can't stand beside "path"; leave one out
            s.yaml:10:7: warning: nothing uses the captured "f": write {{f}} where it is wanted, or leave it out [unused-capture]
            s.yaml:10:11: error: path needs a name: write {path: id}
            s.yaml:11:7: warning: nothing uses the captured "g": write {{g}} where it is wanted, or leave it out [unused-capture]
            s.yaml:11:26: error: the regular expression has no group, and the first group is the value; write one, like (.+)
            s.yaml:12:7: warning: nothing uses the captured "h": write {{h}} where it is wanted, or leave it out [unused-capture]
            s.yaml:12:19: error: method takes no name: write {method}
            s.yaml:13:7: warning: nothing uses the captured "i": write {{i}} where it is wanted, or leave it out [unused-capture]
            s.yaml:13:17: error: a JSONPath begins with $, not with a; write $. before it
            s.yaml:14:7: error: "2j" is not a name; use letters, digits and _, and begin with a letter or _, like _2j
            s.yaml:15:7: warning: nothing uses the captured "k": write {{k}} where it is wanted, or leave it out [unused-capture]
            s.yaml:15:11: error: unknown key "base64" in a capture; there are path, header, query, cookie, form, json, text, method, host, matches
            s.yaml:16:7: warning: nothing uses the captured "l": write {{l}} where it is wanted, or leave it out [unused-capture]
            s.yaml:16:10: error: a capture is a map like {json: $.id} or {header: Location}, not text; write {json: $.id}, {query: id} or {header: id}
            """#),
        DiagnosticVector(
            "set",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a, set: {now: 1, b: '{{uuid}}', c: '{{d}}'}}
            """#,
            #"""
            s.yaml:3:29: error: "now" can't be a variable: in every template it is the time; write another name, like my_now
            s.yaml:3:58: error: nothing defines "d"; write vars: {d: …} at the top, or capture: {d: {query: d}} in the step
            """#),
        DiagnosticVector(
            "later step keys",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a, hold: {}, max_in_flight: 1, interval: {}, client: any, early: true, wen: {}}
            """#,
            #"""
            s.yaml:3:29: error: a hold says what opens it: write until: {arrivals: 3} or until: {step: refresh}
            s.yaml:3:61: error: an interval says how long it is: write {gte: 1s}, {lte: 3s} or both
            s.yaml:3:91: error: unknown key "wen" in a step; did you mean "when"?
            """#),
        DiagnosticVector(
            "expect",
            #"""
            mockserver: 1
            steps: [{id: a, request: GET /a}]
            expect:
              - {request: GET /a, never: true, times: 2}
              - {step: a, before: a}
              - {step: b, before: a}
              - {step: a}
              - {connections: {at_most: 1}, never: true}
              - {}
              - {request: GET /a, step: a}
              - {request: GET /a, max_in_flight: 4}
              - {request: GET /a, times: 0}
            """#,
            #"""
            s.yaml:4:23: error: never can't stand beside times; leave one out
            s.yaml:5:23: error: a step does not come before itself; name another step
            s.yaml:6:12: error: no step has the id "b"; there is only a
            s.yaml:7:6: error: a step of expect comes before another: write {step: a, before: b}, with that step's id
            s.yaml:8:33: error: "never" goes with a request; leave it out, or write an item with a request
            s.yaml:9:5: error: an item of expect has a request, a step and what it comes before, or connections: write {request: GET /me, times: 2}, {step: a, before: b} or {connections: 1}
            s.yaml:10:23: error: "step" can't stand beside request; write an item of its own: {step: a, before: b}
            s.yaml:12:30: error: 0 times can't be wanted; write never: true in place of times
            """#),
        DiagnosticVector(
            "unreachable",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a, times: {at_least: 1}}
              - {request: GET /a}
              - {request: GET /b}
              - {request: GET /a}
            """#,
            #"""
            s.yaml:4:6: error: no request can reach step 2: step 1 before it takes them all, as often as they come; move step 2 above it, or leave it out
            """#),
        DiagnosticVector(
            "unreachable subsumed",
            #"""
            mockserver: 1
            steps:
              - {request: /a, times: {at_least: 1}}
              - {request: {method: POST, path: /%61, json: {a: 1}}}
            """#,
            #"""
            s.yaml:4:6: error: no request can reach step 2: step 1 before it takes them all, as often as they come; move step 2 above it, or leave it out
            """#),
        DiagnosticVector(
            "reachable",
            #"""
            mockserver: 1
            steps:
              - {request: {method: GET, path: /a, headers: {A: 1}}, times: {at_least: 1}}
              - {request: GET /a}
            """#,
            ""),
        DiagnosticVector(
            "unreachable any",
            #"""
            mockserver: 1
            order: any
            steps:
              - {request: GET /a, times: {at_least: 1}}
              - {request: GET /b}
              - {request: GET /a}
            """#,
            #"""
            s.yaml:6:6: error: no request can reach step 3: step 1 before it takes them all, as often as they come; move step 3 above it, or leave it out
            """#),
        DiagnosticVector(
            "unreachable block",
            #"""
            mockserver: 1
            steps:
              - parallel:
                  - {request: GET /a, times: {at_least: 1}}
                  - {request: GET /a}
            """#,
            #"""
            s.yaml:5:10: error: no request can reach step 2: step 1 before it takes them all, as often as they come; move step 2 above it, or leave it out
            """#),
        DiagnosticVector(
            "stub warning",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a}
              - {id: second, request: GET /b}
            stubs:
              - {request: GET /b}
              - {request: GET /b}
              - {request: {}}
            """#,
            #"""
            s.yaml:6:6: warning: stub 1 takes requests of step "second" that come before step "second" is open, and so those requests don't fail the run; if they should, leave stub 1 out; if not, write # mockserver: allow shadowed-step at the end of this line [shadowed-step]
            s.yaml:7:6: warning: no request can reach stub 2: stub 1 before it takes them all; move stub 2 above it, or leave it out [shadowed-stub]
            """#),
        DiagnosticVector(
            "stub warnings through templates",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a}
              - {id: one, request: GET /users/7}
              - {id: two, request: 'GET /users/{name}'}
              - {id: file, request: GET /f/a/b.json}
            stubs:
              - {id: few, request: GET /users/7, times: 2}
              - {id: user, request: 'GET /users/{id}'}
              - {id: seven, request: /users/7}
              - {id: eight, request: GET /users/8}
              - {id: files, request: '/f/{+rest}'}
              - {id: json, request: 'POST /f/{x}/v{y}.json'}
              - {id: no, request: 'POST /g/{x}', never: true}
            """#,
            #"""
            s.yaml:8:6: warning: stub "few" takes requests of step "one" that come before step "one" is open, and so those requests don't fail the run; if they should, leave stub "few" out; if not, write # mockserver: allow shadowed-step at the end of this line [shadowed-step]
            s.yaml:9:6: warning: stub "user" takes requests of step "one" and of 1 more that come before those steps are open, and so those requests don't fail the run; if they should, leave stub "user" out; if not, write # mockserver: allow shadowed-step at the end of this line [shadowed-step]
            s.yaml:11:6: warning: no request can reach stub "eight": stub "user" before it takes them all; move stub "eight" above it, or leave it out [shadowed-stub]
            s.yaml:12:6: warning: stub "files" takes requests of step "file" that come before step "file" is open, and so those requests don't fail the run; if they should, narrow the request of stub "files"; if not, write # mockserver: allow shadowed-step at the end of this line [shadowed-step]
            s.yaml:13:6: warning: no request can reach stub "json": stub "files" before it takes them all; move stub "json" above it, or leave it out [shadowed-stub]
            """#),
        DiagnosticVector(
            "a stub warning where no comment can stand",
            #"""
            {
              "mockserver": 1,
              "steps": [{"request": "GET /a"}, {"request": "GET /b/1"}],
              "stubs": [{"request": "GET /b/{id}"}]
            }
            """#, path: "s.json",
            #"""
            s.json:4:14: warning: stub 1 takes requests of step 2 that come before step 2 is open, and so those requests don't fail the run; if they should, narrow the request of stub 1 [shadowed-step]
            """#),
        DiagnosticVector(
            "unreachable through templates",
            #"""
            mockserver: 1
            steps:
              - {request: 'GET /users/{id}', times: {at_least: 1}}
              - {request: GET /users/7}
              - parallel:
                  - {request: '/f/{+rest}', times: {at_least: 1}}
                  - {request: 'GET /f/{x}'}
                  - {request: 'GET /f'}
            """#,
            #"""
            s.yaml:4:6: error: no request can reach step 2: step 1 before it takes them all, as often as they come; move step 2 above it, or leave it out
            s.yaml:7:10: error: no request can reach step 4: step 3 before it takes them all, as often as they come; move step 4 above it, or leave it out
            """#),
        DiagnosticVector(
            "what only looks covered",
            #"""
            mockserver: 1
            vars: {v: ''}
            stubs:
              - {request: '/a/{id}'}
              - {request: '/a/'}
              - {request: '/a/b/c'}
              - {request: '/a/{{v}}'}
              - {request: '/{{v}}'}
              - {request: '/{x}.json'}
              - {request: '/.json'}
              - {request: '/b%2Fc/{+r}'}
              - {request: '/b/c/d'}
              - {request: {path: '/z/{id}', headers: {A: b}}}
              - {request: /z/1}
            """#,
            ""),
        DiagnosticVector(
            "unused capture",
            #"""
            mockserver: 1
            steps:
              - {request: GET /a, capture: {x: {text}}}
            """#,
            #"""
            s.yaml:3:33: warning: nothing uses the captured "x": write {{x}} where it is wanted, or leave it out [unused-capture]
            """#),
        DiagnosticVector(
            "unmatched",
            #"""
            mockserver: 1
            unmatched: {status: 404, allow: perhaps, text: '{{count}}{{request.path.id}}'}
            """#,
            #"""
            s.yaml:2:33: error: true or false should stand here: write one of them
            s.yaml:2:51: error: "count" counts the requests of a step, and no step took an unmatched one; leave it out
            s.yaml:2:73: error: no step took an unmatched request, so its path has no parameters; write {{request.target}}
            """#),
        DiagnosticVector(
            "assert defaults",
            #"""
            mockserver: 1
            defaults: {assert: {headers: {A: '{{request.path.id}}'}}, response: {text: '{{request.path.x}}', headers: {B: null}}, on_assert_failure: ignore}
            steps:
              - request: GET /a/{x}
              - request: GET /b/{id}
                response: {text: x}
            """#,
            #"""
            s.yaml:2:50: error: the path of "step 1" has no {id}; write {id} in it for the segment that is meant
            s.yaml:2:111: error: null removes a header that defaults give; they give none of this name: leave it out
            s.yaml:2:138: error: on_assert_failure is record or reject, not "ignore": write record to send the response all the same, or reject to send a 422; the failure counts either way
            """#),
        DiagnosticVector(
            "good base",
            #"""
            mockserver: 1
            base_path: /api
            steps:
              - request: {method: GET, path: {matches: '/x/\d+'}}
              - request: GET /me?x=1&x=2&b
              - {request: OPTIONS *}
              - {request: {headers: {A: b}}}
            """#,
            ""),
        DiagnosticVector(
            "json duplicate",
            #"""
            {"mockserver": 1, "steps": [{"request": "GET /a", "request": "GET /b", "respons": 2}]}
            """#,
            path: "s.json",
            #"""
            s.json:1:51: error: the key "request" is there twice, first at column 30; leave one out
            s.json:1:72: error: unknown key "respons" in a step; did you mean "response"?
            """#),
    ]
}
