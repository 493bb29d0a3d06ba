extension LoadCase {
    static let scenarios = [
        LoadCase(
            "Scenario", "mockserver",
            "mockserver: 1\nstubs: [{request: GET /x}]",
            not: "mockserver: 2\nstubs: [{request: GET /x}]",
            "s.yaml:1:13: error: this is version 1 of the format: write mockserver: 1"),
        LoadCase(
            "Scenario", "$schema",
            "$schema: ./scenario.schema.json\nstubs: [{request: GET /x}]",
            not: "$schema: [a]\nstubs: [{request: GET /x}]",
            "s.yaml:2:10: error: text is needed here, not a list: write a"),
        LoadCase(
            "Scenario", "name",
            "name: A name\nstubs: [{request: GET /x}]",
            not: "name: {a: b}\nstubs: [{request: GET /x}]",
            "s.yaml:2:7: error: text is needed here, not a map: write b"),
        LoadCase(
            "Scenario", "description",
            "description: 007\nstubs: [{request: GET /x}]",
            not: "description: [a]\nstubs: [{request: GET /x}]",
            "s.yaml:2:14: error: text is needed here, not a list: write a"),
        LoadCase(
            "Scenario", "include",
            "include: [common.yaml]",
            not: "include: common.yaml",
            "s.yaml:2:10: error: include must be a list of files: write [common.yaml]"),
        LoadCase(
            "Scenario", "include",
            "include: [common.yaml]",
            not: "include: [../common.yaml]",
            #"s.yaml:2:11: error: the file "../common.yaml" leaves the scenario's folder by ".."; copy it into the folder, or below it"#
        ),
        LoadCase(
            "Scenario", "vars",
            "vars: {a: 1}\nstubs: [{request: GET /x}]",
            not: "vars: [a]\nstubs: [{request: GET /x}]",
            "s.yaml:2:7: error: vars is a map of names and values, not a list: write {token: abc}"),
        LoadCase(
            "Scenario", "vars",
            "vars: {a: 1, b: '{{a}}'}\nstubs: [{request: GET /x}]",
            not: "vars: {b: '{{a}}', a: 1}\nstubs: [{request: GET /x}]",
            #"s.yaml:2:14: error: "a" is defined only below; vars are evaluated in order, so move a up"#),
        LoadCase(
            "Scenario", "defaults",
            "defaults: {response: {headers: {A: b}}}\nstubs: [{request: GET /x}]",
            not: "defaults: {respone: {headers: {A: b}}}\nstubs: [{request: GET /x}]",
            #"s.yaml:2:12: error: unknown key "respone" in defaults; did you mean "response"?"#),
        LoadCase(
            "Scenario", "base_path",
            "base_path: /api\nstubs: [{request: GET /x}]",
            not: "base_path: /api/\nstubs: [{request: GET /x}]",
            "s.yaml:2:12: error: base_path begins with / and does not end with one: write /api"),
        LoadCase(
            "Scenario", "order",
            "order: any\nstubs: [{request: GET /x}]",
            not: "order: anyy\nstubs: [{request: GET /x}]",
            #"s.yaml:2:8: error: order is strict or any, not "anyy"; did you mean "any"?"#),
        LoadCase(
            "Scenario", "steps",
            "steps: [{request: GET /a}]",
            not: "steps: {request: GET /a}",
            "s.yaml:2:8: error: steps must be a list; write it in brackets: [{request: …}]"),
        LoadCase(
            "Scenario", "stubs",
            "stubs: [{request: GET /x}]",
            not: "stubs: {request: GET /x}",
            "s.yaml:2:8: error: stubs must be a list; write it in brackets: [{request: …}]"),
        LoadCase(
            "Scenario", "unmatched",
            "unmatched: 404\nstubs: [{request: GET /x}]",
            not: "unmatched: 99\nstubs: [{request: GET /x}]",
            #"s.yaml:2:12: error: a status is a number from 200 to 999 or a template alone, not "99": write 200 or '{{name}}'"#
        ),
        LoadCase(
            "Scenario", "expect",
            "expect: [{request: GET /a}]",
            not: "expect: {request: GET /a}",
            "s.yaml:2:9: error: expect must be a list; write it in brackets: [{request: …}]"),
        LoadCase(
            "Scenario", "linger",
            "linger: 1s\nstubs: [{request: GET /x}]",
            not: "linger: 1\nstubs: [{request: GET /x}]",
            "s.yaml:2:9: error: a unit is needed: write 1ms or 1s"),
        LoadCase(
            "Scenario", "clock",
            "clock: virtual\nstubs: [{request: GET /x}]",
            not: "clock: virtuel\nstubs: [{request: GET /x}]",
            #"s.yaml:2:8: error: clock is real, instant or virtual, not "virtuel"; did you mean "virtual"?"#),
        LoadCase(
            "Scenario", "cors",
            "cors: true\nstubs: [{request: GET /x}]",
            not: "cors: yes\nstubs: [{request: GET /x}]",
            "s.yaml:2:7: error: cors is true or false: write true"),
        LoadCase(
            "CORS", "origins",
            "cors: {origins: [http://a.test]}\nstubs: [{request: GET /x}]",
            not: "cors: {origins: [http://a.test/]}\nstubs: [{request: GET /x}]",
            "s.yaml:2:18: error: browsers send this origin as http://a.test: write it so"),
        LoadCase(
            "CORS", "headers",
            "cors: {headers: [X-A]}\nstubs: [{request: GET /x}]",
            not: "cors: {headers: [X A]}\nstubs: [{request: GET /x}]",
            #"s.yaml:2:18: error: "X A" is not a header name; write X-A"#),
        LoadCase(
            "CORS", "max_age",
            "cors: {max_age: 10m}\nstubs: [{request: GET /x}]",
            not: "cors: {max_age: 10}\nstubs: [{request: GET /x}]",
            "s.yaml:2:17: error: a unit is needed: write 10s"),
        LoadCase(
            "Scenario", "seed",
            "seed: 7\nstubs: [{request: GET /x}]",
            not: "seed: -7\nstubs: [{request: GET /x}]",
            "s.yaml:2:7: error: seed is a whole number from 0 to 18446744073709551615: write 7, or another such number"),
        LoadCase(
            "Scenario", "redact",
            "redact: [X-Key, query.token, form.pin, cookies.sid, $.password]\nstubs: [{request: GET /x}]",
            not: "redact: [X-Key, cookie.sid]\nstubs: [{request: GET /x}]",
            #"s.yaml:2:17: error: "cookie.sid" is not known here; did you mean cookies.sid?"#),
        LoadCase(
            "Scenario", "redact",
            "redact: none\nstubs: [{request: GET /x}]",
            not: "redact: [none]\nstubs: [{request: GET /x}]",
            "s.yaml:2:10: error: none stands alone: write redact: none"),
        LoadCase(
            "Defaults", "response",
            "defaults: {response: {status: 201}}\nstubs: [{request: GET /x}]",
            not: "defaults: {response: {statu: 201}}\nstubs: [{request: GET /x}]",
            #"s.yaml:2:23: error: unknown key "statu" in a response; did you mean "status"?"#),
        LoadCase(
            "Defaults", "assert",
            "defaults: {assert: {headers: {A: b}}}\nstubs: [{request: GET /x}]",
            not: "defaults: {assert: {header: {A: b}}}\nstubs: [{request: GET /x}]",
            #"s.yaml:2:21: error: unknown key "header" in a request; it is called headers"#),
        LoadCase(
            "Defaults", "on_assert_failure",
            "defaults: {on_assert_failure: reject}\nstubs: [{request: GET /x}]",
            not: "defaults: {on_assert_failure: refuse}\nstubs: [{request: GET /x}]",
            #"s.yaml:2:31: error: on_assert_failure is record or reject, not "refuse": write reject to send a 422; the failure counts either way"#
        ),
        LoadCase(
            "Defaults", "head",
            "defaults: {head: from_get}\nstubs: [{request: GET /x}]",
            not: "defaults: {head: from_post}\nstubs: [{request: GET /x}]",
            #"s.yaml:2:18: error: head is from_get, not "from_post"; did you mean "from_get"?"#),
    ]
}
