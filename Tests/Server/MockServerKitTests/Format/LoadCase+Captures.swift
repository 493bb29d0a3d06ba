extension LoadCase {
    static let captures = [
        LoadCase(
            "Capture", "path",
            "stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {path: id}}, response: {text: '{{v}}'}}]",
            not: "stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {path: ix}}, response: {text: '{{v}}'}}]",
            #"s.yaml:2:65: error: the path of "a" has no {ix}; did you mean "id"?"#),
        LoadCase(
            "Capture", "header",
            "stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {header: X-A}}, response: {text: '{{v}}'}}]",
            not: """
                stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {header: X A}}, response: {text: '{{v}}'}}]
                """,
            #"s.yaml:2:67: error: "X A" is not a header name; write X-A"#),
        LoadCase(
            "Capture", "query",
            "stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {query: a}}, response: {text: '{{v}}'}}]",
            not: "stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {query: }}, response: {text: '{{v}}'}}]",
            "s.yaml:2:59: error: query needs a name: write {query: id}"),
        LoadCase(
            "Capture", "cookie",
            "stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {cookie: a}}, response: {text: '{{v}}'}}]",
            not: """
                stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {cookies: a}}, response: {text: '{{v}}'}}]
                """,
            #"s.yaml:2:59: error: unknown key "cookies" in a capture; it is called cookie"#),
        LoadCase(
            "Capture", "form",
            "stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {form: a}}, response: {text: '{{v}}'}}]",
            not: """
                stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {form: a, query: a}}, response: {text: '{{v}}'}}]
                """,
            #"s.yaml:2:68: error: a capture has one source: "query" can't stand beside "form"; leave one out"#),
        LoadCase(
            "Capture", "json",
            "stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {json: $.a}}, response: {text: '{{v}}'}}]",
            not: "stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {json: $.}}, response: {text: '{{v}}'}}]",
            """
            s.yaml:2:67: error: the end stands where a name or * should, after .; put a name with other characters in quotes and brackets: ['…']
            """),
        LoadCase(
            "Capture", "text",
            "stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {text}}, response: {text: '{{v}}'}}]",
            not: "stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {text: a}}, response: {text: '{{v}}'}}]",
            "s.yaml:2:65: error: text takes no name: write {text}"),
        LoadCase(
            "Capture", "method",
            "stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {method}}, response: {text: '{{v}}'}}]",
            not: """
                stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {method: GET}}, response: {text: '{{v}}'}}]
                """,
            "s.yaml:2:67: error: method takes no name: write {method}"),
        LoadCase(
            "Capture", "host",
            "stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {host}}, response: {text: '{{v}}'}}]",
            not: "stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {host: h}}, response: {text: '{{v}}'}}]",
            "s.yaml:2:65: error: host takes no name: write {host}"),
        LoadCase(
            "Capture", "matches",
            """
            stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {text, matches: 'a(.)'}}, response: {text: '{{v}}'}}]
            """,
            not: """
                stubs: [{id: a, request: {path: '/a/{id}'}, capture: {v: {text, matches: 'a.'}}, response: {text: '{{v}}'}}]
                """,
            """
            s.yaml:2:74: error: the regular expression has no group, and the first group is the value; write one, like (.+)
            """),
    ]
}
