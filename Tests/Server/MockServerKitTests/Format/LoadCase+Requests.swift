extension LoadCase {
    static let requests = [
        LoadCase(
            "Request", "method",
            "stubs: [{request: {method: GET}}]",
            not: "stubs: [{request: {method: 'GET '}}]",
            #"s.yaml:2:28: error: "GET " is not a method: write letters, digits and !#$%&'*+-.^_`|~, like GET"#),
        LoadCase(
            "Request", "host",
            "stubs: [{request: {host: h}}]",
            not: "stubs: [{request: {host: [h]}}]",
            "s.yaml:2:26: error: one value is wanted here, not a list: write h"),
        LoadCase(
            "Request", "path",
            "stubs: [{request: {path: /a}}]",
            not: "stubs: [{request: {path: a}}]",
            "s.yaml:2:26: error: a path begins with /: write /a"),
        LoadCase(
            "Request", "target",
            "stubs: [{request: {target: /a}}]",
            not: "stubs: [{request: {target: {}}}]",
            "s.yaml:2:28: error: an operator is missing: {} wants nothing; write {present: true} for any value"),
        LoadCase(
            "Request", "query",
            "stubs: [{request: {query: {a: 1}}}]",
            not: "stubs: [{request: {query: a}}]",
            "s.yaml:2:27: error: query is a map of names and values, not text: write {page: 1}"),
        LoadCase(
            "Request", "query_exact",
            "stubs: [{request: {query_exact: {a: 1}}}]",
            not: "stubs: [{request: {query_exact: [a]}}]",
            "s.yaml:2:33: error: query_exact is a map of names and values, not a list: write {a: {present: true}}"),
        LoadCase(
            "Request", "headers",
            "stubs: [{request: {headers: {A: 1}}}]",
            not: "stubs: [{request: {headers: {A b: 1}}}]",
            #"s.yaml:2:30: error: "A b" is not a header name; write A-b"#),
        LoadCase(
            "Request", "headers",
            #"stubs: [{request: {headers: {If-Match: '"v1"'}}}]"#,
            not: #"stubs: [{request: {headers: {If-Match: "v1"}}}]"#,
            #"s.yaml:2:40: error: an entity tag has quotes of its own; write '"v1"'"#),
        LoadCase(
            "Request", "cookies",
            "stubs: [{request: {cookies: {a: 1}}}]",
            not: "stubs: [{request: {cookies: {a: }}}]",
            "s.yaml:2:33: error: a value is needed here; write '' for the empty text"),
        LoadCase(
            "Request", "form",
            "stubs: [{request: {form: {a: 1}}}]",
            not: "stubs: [{request: {form: {a: {equal: 1}}}}]",
            #"s.yaml:2:31: error: unknown operator "equal"; did you mean "equals"?"#),
        LoadCase(
            "Request", "form_exact",
            "stubs: [{request: {form_exact: {a: 1}}}]",
            not: "stubs: [{request: {form_exact: 1}}]",
            "s.yaml:2:32: error: form_exact is a map of names and values, not a number: write {name: alice}"),
        LoadCase(
            "Request", "bearer",
            "stubs: [{request: {bearer: a}}]",
            not: "stubs: [{request: {bearer: Bearer a}}]",
            #"s.yaml:2:28: error: bearer takes the token alone, without "Bearer" before it: write a"#),
        LoadCase(
            "Request", "basic",
            "stubs: [{request: {basic: {user: a}}}]",
            not: "stubs: [{request: {basic: {}}}]",
            "s.yaml:2:27: error: basic is empty: write {user: alice, password: secret}"),
        LoadCase(
            "Request", "json",
            "stubs: [{request: {json: {a: 7}}}]",
            not: "stubs: [{request: {json: {a: 007}}}]",
            #"s.yaml:2:30: error: a number has no leading zeros in JSON; quote it if text is meant: "007""#),
        LoadCase(
            "Request", "json_exact",
            "stubs: [{request: {json_exact: {a: {$gt: 1}}}}]",
            not: "stubs: [{request: {json_exact: {a: {$gtt: 1}}}}]",
            """
            s.yaml:2:37: error: unknown operator "$gtt"; did you mean "$gt"?; write "$$gtt" for a member of that name
            """),
        LoadCase(
            "Request", "json_path",
            "stubs: [{request: {json_path: {$.a: 1}}}]",
            not: "stubs: [{request: {json_path: {$.: 1}}}]",
            """
            s.yaml:2:34: error: the end stands where a name or * should, after .; put a name with other characters in quotes and brackets: ['…']
            """),
        LoadCase(
            "Request", "json_schema",
            "stubs: [{request: {json_schema: {type: object}}}]",
            not: "stubs: [{request: {json_schema: {type: objekt}}}]",
            """
            s.yaml:2:34: error: type must not be "objekt"; did you mean object?
            """),
        LoadCase(
            "Request", "text",
            "stubs: [{request: {text: {matches: 'a+'}}}]",
            not: "stubs: [{request: {text: {matches: 'a('}}}]",
            "s.yaml:2:39: error: the regular expression is wrong: missing closing parenthesis; write \\( for the character"
        ),
        LoadCase(
            "Request", "base64",
            "stubs: [{request: {base64: AAEC}}]",
            not: "stubs: [{request: {base64: AAE}}]",
            """
            s.yaml:2:28: error: "AAE" is not base64: write A-Z, a-z, 0-9, + and /, with = at the end to make the number of characters a multiple of 4
            """),
        LoadCase(
            "Request", "file",
            "stubs: [{request: {file: upload.bin}}]",
            not: "stubs: [{request: {file: upload.bim}}]",
            #"s.yaml:2:26: error: the file "upload.bim" does not exist; did you mean "upload.bin"?"#),
        LoadCase(
            "Request", "body",
            "stubs: [{request: {body: {empty: true}}}]",
            not: "stubs: [{request: {body: {empty: 0}}}]",
            "s.yaml:2:34: error: true or false should stand here: write false"),
        LoadCase(
            "Request", "multipart",
            "stubs: [{request: {multipart: [{name: a}]}}]",
            not: "stubs: [{request: {multipart: []}}]",
            "s.yaml:2:31: error: multipart takes a list of at least one part: write [{name: title, text: Hello}]"),
        LoadCase(
            "Request", "multipart_exact",
            "stubs: [{request: {multipart_exact: []}}]",
            not: "stubs: [{request: {multipart_exact: [{}]}}]",
            "s.yaml:2:38: error: a part is empty: write {name: title}"),
        LoadCase(
            "Request", "graphql",
            "stubs: [{request: {graphql: {operation: A}}}]",
            not: "stubs: [{request: {graphql: {}}}]",
            "s.yaml:2:29: error: graphql is empty: write {operation: Hero}"),
        LoadCase(
            "Request", "protocol",
            "stubs: [{request: {protocol: h2}}]",
            not: "stubs: [{request: {protocol: h3}}]",
            #"s.yaml:2:30: error: protocol is http/1.1 or h2, not "h3"; did you mean "h2"?"#),
        LoadCase(
            "Request", "connection",
            "stubs: [{request: {connection: new}}]",
            not: "stubs: [{request: {connection: old}}]",
            #"s.yaml:2:32: error: connection is new or {same_as: STEP}, not "old": for a connection that was used before, write {same_as: login}, with the id of an earlier step"#
        ),
        LoadCase(
            "Request", "tls",
            "stubs: [{request: {tls: {sni: h}}}]",
            not: "stubs: [{request: {tls: {}}}]",
            "s.yaml:2:25: error: tls is empty: write {sni: example.com}"),
        LoadCase(
            "Request", "all_of",
            "stubs: [{request: {all_of: [GET /a]}}]",
            not: "stubs: [{request: {all_of: []}}]",
            "s.yaml:2:28: error: all_of takes a list of at least one request: write [{path: /a}, {path: /b}]"),
        LoadCase(
            "Request", "any_of",
            "stubs: [{request: {any_of: [GET /a]}}]",
            not: "stubs: [{request: {any_of: GET /a}}]",
            "s.yaml:2:28: error: any_of takes a list of at least one request: write [{path: /a}, {path: /b}]"),
        LoadCase(
            "Request", "not",
            "stubs: [{request: {not: GET /a}}]",
            not: "stubs: [{request: {not: GET a}}]",
            "s.yaml:2:29: error: a path begins with /: write GET /a"),
        LoadCase(
            "Basic credentials", "user",
            "stubs: [{request: {basic: {user: a}}}]",
            not: "stubs: [{request: {basic: {user: 'a:b'}}}]",
            "s.yaml:2:34: error: a user name can't hold a colon: the first one ends it (RFC 7617, section 2); write what follows it as password"
        ),
        LoadCase(
            "Basic credentials", "password",
            "stubs: [{request: {basic: {password: 'a:b'}}}]",
            not: "stubs: [{request: {basic: {pasword: 'a:b'}}}]",
            #"s.yaml:2:28: error: unknown key "pasword" in basic; did you mean "password"?"#),
        LoadCase(
            "Body", "length",
            "stubs: [{request: {body: {length: 5MiB}}}]",
            not: "stubs: [{request: {body: {length: 5MB5}}}]",
            #"s.yaml:2:35: error: "5MB5" is not a number of bytes; write 512, 64KiB or 5MiB"#),
        LoadCase(
            "Body", "empty",
            "stubs: [{request: {body: {empty: false}}}]",
            not: "stubs: [{request: {body: {empty: 'false'}}}]",
            "s.yaml:2:34: error: true or false should stand here: write false without quotes"),
        LoadCase(
            "Body", "sha256",
            "stubs: [{request: {body: {sha256: abababababababababababababababababababababababababababababababab}}}]",
            not: """
                stubs: [{request: {body: {sha256: ababababababababababababababababababababababababababababababab}}}]
                """,
            """
            s.yaml:2:35: error: a SHA-256 digest has 64 hexadecimal digits, and "ababababababababababababababababababababababababababababababab" is not one; write what sha256sum prints
            """),
        LoadCase(
            "GraphQL", "operation",
            "stubs: [{request: {graphql: {operation: A}}}]",
            not: "stubs: [{request: {graphql: {operations: A}}}]",
            #"s.yaml:2:30: error: unknown key "operations" in graphql; did you mean "operation"?"#),
        LoadCase(
            "GraphQL", "query",
            "stubs: [{request: {graphql: {query: '{a}'}}}]",
            not: #"stubs: [{request: {graphql: {query: '{a"'}}}]"#,
            "s.yaml:2:40: error: the query is not GraphQL: a string does not end on its line"),
        LoadCase(
            "GraphQL", "variables",
            "stubs: [{request: {graphql: {variables: {a: {$gt: 1}}}}}]",
            not: "stubs: [{request: {graphql: {variables: {a: {$gt: x}}}}}]",
            #"s.yaml:2:51: error: "x" is not a number: write 2, or another such number"#),
        LoadCase(
            "Schema file", "file",
            "stubs: [{request: {json_schema: {file: order.schema.json}}}]",
            not: "stubs: [{request: {json_schema: {file: odder.schema.json}}}]",
            #"s.yaml:2:40: error: the file "odder.schema.json" does not exist; did you mean "order.schema.json"?"#),
        LoadCase(
            "Connection of a request", "same_as",
            "steps: [{id: a, request: GET /a}]\nstubs: [{request: {connection: {same_as: a}}}]",
            not: "steps: [{id: a, request: GET /a}]\nstubs: [{request: {connection: {same_as: b}}}]",
            #"s.yaml:3:42: error: no step has the id "b"; there is only a"#),
        LoadCase(
            "TLS", "sni",
            "stubs: [{request: {tls: {sni: h}}}]",
            not: "stubs: [{request: {tls: {sny: h}}}]",
            #"s.yaml:2:26: error: unknown key "sny" in tls; did you mean "sni"?"#),
        LoadCase(
            "TLS", "client_certificate",
            "stubs: [{request: {tls: {client_certificate: {subject: CN=a}}}}]",
            not: "stubs: [{request: {tls: {client_certificate: CN=a}}}]",
            "s.yaml:2:46: error: client_certificate is a map like {subject: CN=alice}, not text; write {subject: 'CN=a'}"
        ),
        LoadCase(
            "Client certificate", "subject",
            "stubs: [{request: {tls: {client_certificate: {subject: {contains: a}}}}}]",
            not: "stubs: [{request: {tls: {client_certificate: {issuer: {contains: a}}}}}]",
            #"s.yaml:2:47: error: unknown key "issuer" in client_certificate; only a certificate's subject can be compared: write subject, or leave it out"#
        ),
    ]
}
