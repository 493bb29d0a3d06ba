extension LoadCase {
    static let templates = [
        LoadCase(
            "Template names", "request",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{request.method}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{request}}"}}]"#,
            "s.yaml:2:59: error: request needs a part: write {{request.method}} or another part"),
        LoadCase(
            "Template names", "count",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{count}}"}}]"#,
            not: "stubs: [{request: 'GET /{{count}}'}]",
            #"s.yaml:2:27: error: "count" can't stand in a path: it would match differently each time; write {id} to take any segment"#
        ),
        LoadCase(
            "Template names", "uuid",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{uuid}}"}}]"#,
            not: "stubs: [{request: GET /a, assert: {query: {a: '{{uuid}}'}}}]",
            #"s.yaml:2:50: error: "uuid" can't stand in an assertion: no request could be known to match it; define it in vars, which are evaluated once per run, or write {present: true}"#
        ),
        LoadCase(
            "Template names", "random.int",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{random.int(1, 6)}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{random.int(6, 1)}}"}}]"#,
            "s.yaml:2:67: error: random.int takes the lower number first: write random.int(1, 6)"),
        LoadCase(
            "Template names", "random.string",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{random.string(12)}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{random.string(0)}}"}}]"#,
            "s.yaml:2:66: error: random.string makes 1 to 65536 characters: write random.string(12)"),
        LoadCase(
            "Template names", "now",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{now(http, +5m)}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{now(http, 5m)}}"}}]"#,
            "s.yaml:2:62: error: an offset should stand here: write +5m or -1h"),
        LoadCase(
            "Template names", "env",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{env.HOME}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{env.PATH}}"}}]"#,
            "s.yaml:2:52: error: env.PATH may not be read; allow it with --allow-env PATH"),
        LoadCase(
            "Template names", "server",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{server.url}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{server.port}}"}}]"#,
            "s.yaml:2:52: error: server has only server.url: write {{server.url}}"),
        LoadCase(
            "Template names", "true",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{true}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{ture}}"}}]"#,
            #"s.yaml:2:52: error: nothing defines "ture"; did you mean "true"?"#),
        LoadCase(
            "Template names", "false",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{false}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{flase}}"}}]"#,
            #"s.yaml:2:52: error: nothing defines "flase"; did you mean "false"?"#),
        LoadCase(
            "Template names", "null",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{null}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{nul}}"}}]"#,
            #"s.yaml:2:52: error: nothing defines "nul"; did you mean "null"?"#),
        LoadCase(
            "Parts of a request", "method",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{request.method}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{request.methods}}"}}]"#,
            #"s.yaml:2:60: error: a request has no "methods"; did you mean "method"?"#),
        LoadCase(
            "Parts of a request", "host",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{request.host}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{request.hosts}}"}}]"#,
            #"s.yaml:2:60: error: a request has no "hosts"; did you mean "host"?"#),
        LoadCase(
            "Parts of a request", "target",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{request.target}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{request.url}}"}}]"#,
            #"s.yaml:2:60: error: a request has no "url"; it is called request.target"#
        ),
        LoadCase(
            "Parts of a request", "path",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{request.path.id}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{request.path.ix}}"}}]"#,
            #"s.yaml:2:65: error: the path of "stub 1" has no {ix}; did you mean "id"?"#),
        LoadCase(
            "Parts of a request", "query",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{request.query.q}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{request.query}}"}}]"#,
            "s.yaml:2:65: error: request.query needs a name: write {{request.query.page}}"),
        LoadCase(
            "Parts of a request", "headers",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{request.headers.x-id}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{request.header.x-id}}"}}]"#,
            #"s.yaml:2:60: error: a request has no "header"; did you mean "headers"?"#),
        LoadCase(
            "Parts of a request", "cookies",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{request.cookies.c}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{request.cookies}}"}}]"#,
            "s.yaml:2:67: error: request.cookies needs a name: write {{request.cookies.session}}"),
        LoadCase(
            "Parts of a request", "form",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{request.form.f}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{request.form[f]}}"}}]"#,
            "s.yaml:2:65: error: request.form needs a name: write {{request.form.name}}"),
        LoadCase(
            "Parts of a request", "json",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{request.json.a['b.c'][0]}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{request.json.a[-1]}}"}}]"#,
            "s.yaml:2:67: error: an element's index is a whole number, from 0: write [0]"),
        LoadCase(
            "Parts of a request", "body",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{request.body}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{request.text}}"}}]"#,
            #"s.yaml:2:60: error: a request has no "text"; it is called request.body"#
        ),
        LoadCase(
            "Forms of now", "iso",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{now(iso)}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{now(isoo)}}"}}]"#,
            #"s.yaml:2:56: error: "isoo" is not a form of now; write http, iso, unix or unix_ms"#),
        LoadCase(
            "Forms of now", "http",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{now(http)}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{now(htt)}}"}}]"#,
            #"s.yaml:2:56: error: "htt" is not a form of now; write http, iso, unix or unix_ms"#),
        LoadCase(
            "Forms of now", "unix",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{now(unix)}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{now(uni)}}"}}]"#,
            #"s.yaml:2:56: error: "uni" is not a form of now; write http, iso, unix or unix_ms"#),
        LoadCase(
            "Forms of now", "unix_ms",
            #"stubs: [{request: 'GET /{id}', response: {text: "{{now(unix_ms)}}"}}]"#,
            not: #"stubs: [{request: 'GET /{id}', response: {text: "{{now(unix_m)}}"}}]"#,
            #"s.yaml:2:56: error: "unix_m" is not a form of now; write http, iso, unix or unix_ms"#),
        LoadCase(
            "Filters", "json",
            #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | json}}"}}]"#,
            not: #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | json(1)}}"}}]"#,
            "s.yaml:3:63: error: json takes no value: write json without parentheses"),
        LoadCase(
            "Filters", "url",
            #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | url}}"}}]"#,
            not: #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | url(1)}}"}}]"#,
            "s.yaml:3:62: error: url takes no value: write url without parentheses"),
        LoadCase(
            "Filters", "base64",
            #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | base64}}"}}]"#,
            not: #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | base64(1)}}"}}]"#,
            "s.yaml:3:65: error: base64 takes no value: write base64 without parentheses"),
        LoadCase(
            "Filters", "base64url",
            #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | base64url}}"}}]"#,
            not: #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | base64url(1)}}"}}]"#,
            "s.yaml:3:68: error: base64url takes no value: write base64url without parentheses"),
        LoadCase(
            "Filters", "base64_decode",
            #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | base64_decode}}"}}]"#,
            not: """
                vars: {name: a}
                stubs: [{request: 'GET /{id}', response: {text: "{{name | base64_decode(1)}}"}}]
                """,
            "s.yaml:3:72: error: base64_decode takes no value: write base64_decode without parentheses"),
        LoadCase(
            "Filters", "sha256",
            #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | sha256}}"}}]"#,
            not: #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | sha256(1)}}"}}]"#,
            "s.yaml:3:65: error: sha256 takes no value: write sha256 without parentheses"),
        LoadCase(
            "Filters", "hex",
            #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | hex}}"}}]"#,
            not: #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | hex(1)}}"}}]"#,
            "s.yaml:3:62: error: hex takes no value: write hex without parentheses"),
        LoadCase(
            "Filters", "number",
            #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | number}}"}}]"#,
            not: #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | number(1)}}"}}]"#,
            "s.yaml:3:65: error: number takes no value: write number without parentheses"),
        LoadCase(
            "Filters", "string",
            #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | string}}"}}]"#,
            not: #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | string(1)}}"}}]"#,
            "s.yaml:3:65: error: string takes no value: write string without parentheses"),
        LoadCase(
            "Filters", "trim",
            #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | trim}}"}}]"#,
            not: #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | trim(1)}}"}}]"#,
            "s.yaml:3:63: error: trim takes no value: write trim without parentheses"),
        LoadCase(
            "Filters", "upper",
            #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | upper}}"}}]"#,
            not: #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | upper(1)}}"}}]"#,
            "s.yaml:3:64: error: upper takes no value: write upper without parentheses"),
        LoadCase(
            "Filters", "lower",
            #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | lower}}"}}]"#,
            not: #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | lower(1)}}"}}]"#,
            "s.yaml:3:64: error: lower takes no value: write lower without parentheses"),
        LoadCase(
            "Filters", "hmac_sha256",
            """
            vars: {name: a}
            stubs: [{request: 'GET /{id}', response: {text: "{{name | hmac_sha256('key') | hex}}"}}]
            """,
            not: #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | hmac_sha256}}"}}]"#,
            "s.yaml:3:70: error: hmac_sha256 takes a value: write hmac_sha256('key')"),
        LoadCase(
            "Filters", "default",
            #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | default('b')}}"}}]"#,
            not: #"vars: {name: a}\#nstubs: [{request: 'GET /{id}', response: {text: "{{name | defalt('b')}}"}}]"#,
            #"s.yaml:3:59: error: "defalt" is not a filter; did you mean "default"?"#),
    ]
}
