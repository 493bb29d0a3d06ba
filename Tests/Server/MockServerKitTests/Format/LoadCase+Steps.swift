extension LoadCase {
    static let steps = [
        LoadCase(
            "Step", "id",
            "steps: [{id: a, request: GET /a, times: 1}]",
            not: "steps: [{id: a, request: GET /a}, {id: a, request: GET /b}]",
            #"s.yaml:2:40: error: the id "a" is taken already, in line 2; write another"#),
        LoadCase(
            "Step", "request",
            "steps: [{request: GET /a}]",
            not: "steps: [{response: 200}]",
            "s.yaml:2:10: error: a step needs a request: write request: GET /me"),
        LoadCase(
            "Step", "request",
            "steps: [{request: GET /a}]",
            not: "steps: [{request: get /a}]",
            "s.yaml:2:19: error: a method is upper case: write GET /a"),
        LoadCase(
            "Step", "early",
            "steps: [{id: a, request: {headers: {A: b}}, early: true}]",
            not: "steps: [{id: a, request: {text: b}, early: true}]",
            #"s.yaml:2:27: error: text can't be used here: step "a" is early, so it is decided before the body of the "#
                + "request comes; leave it out, or leave early out"),
        LoadCase(
            "Step", "when",
            "vars: {cart: full}\nsteps: [{id: a, request: GET /a, when: {cart: full}}]",
            not: "vars: {cart: full}\nsteps: [{id: a, request: GET /a, when: {card: full}}]",
            #"s.yaml:3:41: error: nothing defines "card"; did you mean "cart"?"#),
        LoadCase(
            "Step", "assert",
            "steps: [{id: a, request: GET /a, assert: {query: {a: 1}}}]",
            not: "steps: [{id: a, request: GET /a, assert: {queri: {a: 1}}}]",
            #"s.yaml:2:43: error: unknown key "queri" in a request; did you mean "query"?"#),
        LoadCase(
            "Step", "assert_defaults",
            "steps: [{id: a, request: GET /a, assert_defaults: false}]",
            not: "steps: [{id: a, request: GET /a, assert_defaults: no}]",
            "s.yaml:2:51: error: true or false should stand here: write false"),
        LoadCase(
            "Step", "on_assert_failure",
            "steps: [{id: a, request: GET /a, on_assert_failure: reject}]",
            not: "steps: [{id: a, request: GET /a, on_assert_failure: rejct}]",
            #"s.yaml:2:53: error: on_assert_failure is record or reject, not "rejct"; did you mean "reject"?"#),
        LoadCase(
            "Step", "times",
            "steps: [{id: a, request: GET /a, times: 2}]",
            not: "steps: [{id: a, request: GET /a, times: 0}]",
            "s.yaml:2:41: error: 0 times can't be wanted; leave the step out, or write it under stubs, with never: true"
        ),
        LoadCase(
            "Step", "after",
            "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', after: [a]}]",
            not: "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', after: [c]}]",
            #"s.yaml:2:70: error: no step has the id "c"; there are a, b"#),
        LoadCase(
            "Step", "after",
            "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', after: []}]",
            not: "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', after: [b]}]",
            #"s.yaml:2:69: error: no step can be the first: step "b" waits for step "b"; leave the after of step "b" out"#
        ),
        LoadCase(
            "Step", "capture",
            "steps: [{id: a, request: GET /a, capture: {k: {header: X-K}}, response: {text: '{{k}}'}}]",
            not: "steps: [{id: a, request: GET /a, capture: {k-1: {header: X-K}}}]",
            #"s.yaml:2:44: error: "k-1" is not a name; use letters, digits and _, and begin with a letter or _, like k_1"#
        ),
        LoadCase(
            "Step", "set",
            "steps: [{id: a, request: GET /a, set: {k: 1}}]",
            not: "steps: [{id: a, request: GET /a, set: {count: 1}}]",
            #"s.yaml:2:40: error: "count" can't be a variable: in every template it is how many requests the step has taken; write another name, like my_count"#
        ),
        LoadCase(
            "Step", "response",
            "steps: [{id: a, request: GET /a, response: 404}]",
            not: "steps: [{id: a, request: GET /a, response: 1000}]",
            #"s.yaml:2:44: error: a status is a number from 200 to 999 or a template alone, not "1000": write 200 or '{{name}}'"#
        ),
        LoadCase(
            "Step", "responses",
            "steps: [{id: a, request: GET /a, responses: [503, 200]}]",
            not: "steps: [{id: a, request: GET /a, responses: []}]",
            "s.yaml:2:45: error: responses must be a list with at least one response: write [503, 200]"),
        LoadCase(
            "Step", "responses",
            "steps: [{id: a, request: GET /a, responses: [503, 200]}]",
            not: "steps: [{id: a, request: GET /a, responses: [503, 200], response: 200}]",
            "s.yaml:2:57: error: response and responses can't stand beside each other; leave one out"),
        LoadCase(
            "Step", "then",
            "steps: [{id: a, request: GET /a, responses: [503, 200], then: cycle}]",
            not: "steps: [{id: a, request: GET /a, then: cycle}]",
            "s.yaml:2:34: error: then says what follows the last of responses; write responses, or leave then out"),
        LoadCase(
            "Step", "hold",
            "steps: [{id: a, request: GET /a, times: 2, hold: {until: {arrivals: 2}}}]",
            not: "steps: [{id: a, request: GET /a, times: 1, hold: {until: {arrivals: 2}}}]",
            """
            s.yaml:2:69: error: the hold waits for 2 requests, but the step takes at most 1; lower arrivals, or write times: 2
            """),
        LoadCase(
            "Step", "max_in_flight",
            "steps: [{id: a, request: GET /a, times: 2, max_in_flight: 1}]",
            not: "steps: [{id: a, request: GET /a, times: 2, max_in_flight: 0}]",
            "s.yaml:2:59: error: max_in_flight is a whole number of at least 1: write 1"),
        LoadCase(
            "Step", "interval",
            "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', interval: {gte: 1s}}]",
            not: "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', interval: {gte: 1}}]",
            "s.yaml:2:78: error: a unit is needed: write 1ms or 1s"),
        LoadCase(
            "Step", "client",
            "steps: [{id: a, request: GET /a, client: answered}]",
            not: "steps: [{id: a, request: GET /a, client: stays}]",
            #"s.yaml:2:42: error: client is answered, cancels or any, not "stays": write answered if it takes the response to its end"#
        ),
        LoadCase(
            "Stub", "never",
            "stubs: [{id: a, request: GET /a, never: true}]",
            not: "stubs: [{id: a, request: GET /a, never: true, response: 200}]",
            #"s.yaml:2:47: error: a stub that must never match has no response: "response" can't stand beside never; leave one out"#
        ),
        LoadCase(
            "Stub", "never",
            "stubs: [{id: a, request: GET /a, never: true}]",
            not: "steps: [{id: a, request: GET /a, never: true}]",
            "s.yaml:2:34: error: never goes with a stub: write the request under stubs, or as an item of expect"),
        LoadCase(
            "Stub", "head",
            "stubs: [{id: a, request: GET /a, head: from_get}]",
            not: "steps: [{id: a, request: GET /a, head: from_get}]",
            #"s.yaml:2:34: error: unknown key "head" in a step; it goes with a stub; to take HEAD in a step, write request: {method: [GET, HEAD], path: /a}, or leave it out"#
        ),
        LoadCase(
            "Stub", "times",
            "stubs: [{id: a, request: GET /a, times: {at_most: 2}}]",
            not: "stubs: [{id: a, request: GET /a, times: {at_least: 2}}]",
            "s.yaml:2:42: error: a stub is never required, so at_least has no meaning; leave it out, and write an item of "
                + "expect, like {request: GET /a, times: {at_least: 2}}, or a step in place of the stub"),
        LoadCase(
            "Stub", "response",
            "stubs: [{id: a, request: GET /a, response: 200}]",
            not: "stubs: [{id: a, request: GET /a, after: [], response: 200}]",
            "s.yaml:2:34: error: a stub waits for nothing; leave after out, or write when: {…}, with set in the other step"
        ),
        LoadCase(
            "Parallel block", "parallel",
            "steps: [{parallel: [{request: GET /a}, [{request: GET /b}]]}]",
            not: "steps: [{parallel: []}]",
            "s.yaml:2:20: error: parallel takes a list of at least one step: write [{request: GET /a}, {request: GET /b}]"
        ),
        LoadCase(
            "Parallel block", "id",
            "steps: [{id: p, parallel: [{request: GET /a}]}, {request: GET /b, after: [p]}]",
            not: "steps: [{id: p, parallel: [{request: GET /a}]}, {request: GET /b, after: [q]}]",
            #"s.yaml:2:75: error: no step has the id "q"; there are step 1, step 2"#),
        LoadCase(
            "Times", "at_least",
            "steps: [{id: a, request: GET /a, times: {at_least: 0}}]",
            not: "steps: [{id: a, request: GET /a, times: {at_least: -1}}]",
            "s.yaml:2:52: error: at_least is a whole number of at least 0: write 0"),
        LoadCase(
            "Times", "at_most",
            "steps: [{id: a, request: GET /a, times: {at_most: 5}}]",
            not: "steps: [{id: a, request: GET /a, times: {at_most: 0}}]",
            "s.yaml:2:51: error: 0 times can't be wanted; leave the step out, or write it under stubs, with never: true"
        ),
        LoadCase(
            "Times", "at_most",
            "steps: [{id: a, request: GET /a, times: {at_least: 2, at_most: 2}}]",
            not: "steps: [{id: a, request: GET /a, times: {at_least: 3, at_most: 2}}]",
            "s.yaml:2:41: error: at_least is above at_most: write {at_least: 2, at_most: 3}"),
        LoadCase(
            "Times", "at_least",
            "steps: [{id: a, request: GET /a, times: {at_least: 1}}]",
            not: "steps: [{id: a, request: GET /a, times: {}}]",
            "s.yaml:2:41: error: times is empty: write {at_least: 1}, {at_most: 5} or a number"),
        LoadCase(
            "Hold", "until",
            "steps: [{id: a, request: GET /a, times: 2, hold: {until: {arrivals: 2}}}]",
            not: "steps: [{id: a, request: GET /a, times: 2, hold: {timeout: 1s}}]",
            "s.yaml:2:50: error: a hold says what opens it: write until: {arrivals: 3} or until: {step: refresh}"),
        LoadCase(
            "Hold", "release",
            "steps: [{id: a, request: GET /a, times: 2, hold: {until: {arrivals: 2}, release: [2, 1]}}]",
            not: "steps: [{id: a, request: GET /a, times: 2, hold: {until: {arrivals: 2}, release: [2, 2]}}]",
            "s.yaml:2:82: error: the order names each of the 2 arrivals once, from 1 to 2: write [2, 1]"),
        LoadCase(
            "Hold", "timeout",
            "steps: [{id: a, request: GET /a, times: 2, hold: {until: {arrivals: 2}, timeout: 1s}}]",
            not: "steps: [{id: a, request: GET /a, times: 2, hold: {until: {arrivals: 2}, timeout: 1}}]",
            "s.yaml:2:82: error: a unit is needed: write 1ms or 1s"),
        LoadCase(
            "Until", "arrivals",
            "steps: [{id: a, request: GET /a, times: 2, hold: {until: {arrivals: 2}}}]",
            not: "steps: [{id: a, request: GET /a, times: 2, hold: {until: {arrivals: 0}}}]",
            "s.yaml:2:69: error: arrivals is a whole number of at least 1: write 1"),
        LoadCase(
            "Until", "each",
            "steps: [{id: a, request: GET /a, times: 4, hold: {until: {arrivals: 2, each: true}}}]",
            not: "steps: [{id: a, request: GET /a, times: 3, hold: {until: {arrivals: 2, each: true}}}]",
            """
            s.yaml:2:69: error: each holds groups of 2, and 3 requests are not a multiple of that: the last group would never be whole; write times: 4
            """),
        LoadCase(
            "Until", "step",
            "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', hold: {until: {step: a}}}]",
            not: "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', hold: {until: {step: b}}}]",
            "s.yaml:2:83: error: a hold can't wait for its own step: its responses would wait for themselves; name another step"
        ),
        LoadCase(
            "Until", "taken",
            "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', hold: {until: {step: a, taken: true}}}]",
            not: """
                steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', times: 2, hold: {until: {arrivals: 2, taken: true}}}]
                """,
            #"s.yaml:2:100: error: "taken" goes with a step; leave it out, or write step in place of arrivals"#),
        LoadCase(
            "Until", "quiet",
            "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', hold: {until: {step: a, quiet: 200ms}}}]",
            not: """
                steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', times: 2, hold: {until: {arrivals: 2, quiet: 1s}}}]
                """,
            #"s.yaml:2:100: error: "quiet" goes with a step; leave it out, or write step in place of arrivals"#),
        LoadCase(
            "Interval", "gt",
            "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', interval: {gt: 1s}}]",
            not: "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', interval: {gt: 1x}}]",
            #"s.yaml:2:77: error: "x" is not a unit of time; write ms, s, m, h or d"#),
        LoadCase(
            "Interval", "gte",
            "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', interval: {gte: 1s}}]",
            not: "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', interval: {ge: 1s}}]",
            #"s.yaml:2:73: error: unknown key "ge" in an interval; it is called gte"#),
        LoadCase(
            "Interval", "lt",
            "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', interval: {gt: 1s, lt: 2s}}]",
            not: "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', interval: {gt: 2s, lt: 1s}}]",
            "s.yaml:2:85: error: no interval is that short: the other limit is longer: write {gt: 1s, lt: 2s}"),
        LoadCase(
            "Interval", "lte",
            "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', interval: {lte: 1s}}]",
            not: "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', interval: {lte: }}]",
            "s.yaml:2:78: error: a value is needed here: write one, or leave the key out"),
    ]
}
