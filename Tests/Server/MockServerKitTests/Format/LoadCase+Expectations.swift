extension LoadCase {
    static let expectations = [
        LoadCase(
            "Expectation", "request",
            "expect: [{request: GET /a}]",
            not: "expect: [{times: 1}]",
            "s.yaml:2:11: error: an item of expect has a request, a step and what it comes before, or connections: write {request: GET /me, times: 2}, {step: a, before: b} or {connections: 1}"
        ),
        LoadCase(
            "Expectation", "times",
            "expect: [{request: GET /a, times: {at_most: 4}}]",
            not: "expect: [{request: GET /a, times: 0}]",
            "s.yaml:2:35: error: 0 times can't be wanted; write never: true in place of times"),
        LoadCase(
            "Expectation", "never",
            "expect: [{request: GET /a, never: true}]",
            not: "expect: [{request: GET /a, never: true, times: 1}]",
            "s.yaml:2:28: error: never can't stand beside times; leave one out"),
        LoadCase(
            "Expectation", "max_in_flight",
            "expect: [{request: GET /a, max_in_flight: 4}]",
            not: "expect: [{request: GET /a, max_in_flight: 0}]",
            "s.yaml:2:43: error: max_in_flight is a whole number of at least 1: write 1"),
        LoadCase(
            "Expectation", "step",
            "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', times: 1}]\nexpect: [{step: a, before: b}]",
            not: """
                steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', times: 1}]
                expect: [{step: c, before: b}]
                """,
            #"s.yaml:3:17: error: no step has the id "c"; there are a, b"#),
        LoadCase(
            "Expectation", "before",
            "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', times: 1}]\nexpect: [{step: a, before: b}]",
            not: "steps: [{id: a, request: GET /a}, {id: b, request: 'GET /b', times: 1}]\nexpect: [{step: a}]",
            "s.yaml:3:11: error: a step of expect comes before another: write {step: a, before: b}, with that step's id"
        ),
        LoadCase(
            "Expectation", "connections",
            "stubs: [{request: GET /x}]\nexpect: [{connections: {at_most: 1}}]",
            not: "stubs: [{request: GET /x}]\nexpect: [{connections: {at_mots: 1}}]",
            #"s.yaml:3:25: error: unknown key "at_mots" in connections; did you mean "at_most"?"#),
    ]
}
