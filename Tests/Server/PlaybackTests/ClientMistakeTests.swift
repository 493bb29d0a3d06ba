import HTTPMessage
import Playback
import Scenarios
import Testing

/// What a failure says of mistakes that clients often make.
@Suite struct ClientMistakeTests {
    typealias Case = FailureTextTests.Case

    @Test("the failure is told whole", arguments: values + bodies)
    func told(_ row: Case) throws {
        try row.expectOneFailure()
    }

    static let values = [
        Case(
            "no space behind Bearer",
            #"""
            steps: [{id: a, request: GET /x, assert: {headers: {Authorization: Bearer tok-1}}}]
            """#,
            { try $0.request("GET /x", [("Authorization", "Bearertok-1")]) },
            #"""
            script.yaml:2:68: error: step "a": header Authorization differs: the space after Bearer is missing
            2 | steps: [{id: a, request: GET /x, assert: {headers: {Authorization: Bearer tok-1}}}]
              |                                                                    ^
               - Bearer tok-1
               + Be… (11 characters)
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "another scheme",
            #"""
            steps: [{id: a, request: GET /x, assert: {headers: {Authorization: Bearer tok-1}}}]
            """#,
            { try $0.request("GET /x", [("Authorization", "Basic YTpi")]) },
            #"""
            script.yaml:2:68: error: step "a": header Authorization differs: the scheme is Basic, expected Bearer
            2 | steps: [{id: a, request: GET /x, assert: {headers: {Authorization: Bearer tok-1}}}]
              |                                                                    ^
               - Bearer tok-1
               + Basic YTpi
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "the scheme in lower case",
            #"""
            steps: [{id: a, request: GET /x, assert: {headers: {Authorization: Bearer tok-1}}}]
            """#,
            { try $0.request("GET /x", [("Authorization", "bearer tok-1")]) },
            #"""
            script.yaml:2:68: error: step "a": header Authorization differs: the scheme is bearer, expected Bearer
            2 | steps: [{id: a, request: GET /x, assert: {headers: {Authorization: Bearer tok-1}}}]
              |                                                                    ^
               - Bearer tok-1
               + bearer tok-1
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "no scheme",
            #"""
            steps: [{id: a, request: GET /x, assert: {headers: {Authorization: Bearer tok-1}}}]
            """#,
            { try $0.request("GET /x", [("Authorization", "tok-1")]) },
            #"""
            script.yaml:2:68: error: step "a": header Authorization differs: the scheme Bearer is missing
            2 | steps: [{id: a, request: GET /x, assert: {headers: {Authorization: Bearer tok-1}}}]
              |                                                                    ^
               - Bearer tok-1
               + tok-1
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a colon behind the scheme",
            #"""
            steps: [{id: a, request: GET /x, assert: {headers: {Authorization: Bearer tok-1}}}]
            """#,
            { try $0.request("GET /x", [("Authorization", "Bearer: tok-1")]) },
            #"""
            script.yaml:2:68: error: step "a": header Authorization differs: a colon follows Bearer, expected a space
            2 | steps: [{id: a, request: GET /x, assert: {headers: {Authorization: Bearer tok-1}}}]
              |                                                                    ^
               - Bearer tok-1
               + Bea… (13 characters, differs from the 7th on)
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a scheme alone",
            #"""
            steps: [{id: a, request: GET /x, assert: {headers: {Authorization: Bearer tok-1}}}]
            """#,
            { try $0.request("GET /x", [("Authorization", "Bearer")]) },
            #"""
            script.yaml:2:68: error: step "a": header Authorization differs: nothing follows Bearer
            2 | steps: [{id: a, request: GET /x, assert: {headers: {Authorization: Bearer tok-1}}}]
              |                                                                    ^
               - Bearer tok-1
               + Bearer
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "another scheme than an operator begins with",
            #"""
            steps: [{id: a, request: GET /x, assert: {headers: {Authorization: {starts_with: 'Bearer '}}}}]
            """#,
            { try $0.request("GET /x", [("Authorization", "Basic YTpi")]) },
            #"""
            script.yaml:2:82: error: step "a": header Authorization differs: the scheme is Basic, expected Bearer
            2 | steps: [{id: a, request: GET /x, assert: {headers: {Authorization: {starts_with: 'Bearer '}}}}]
              |                                                                                  ^
               - starting with Bearer 
               + Basic YTpi
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "another scheme than an expression begins with",
            #"""
            steps: [{id: a, request: GET /x, assert: {headers: {Authorization: {matches: 'Bearer .+'}}}}]
            """#,
            { try $0.request("GET /x", [("Authorization", "Bearertok-1")]) },
            #"""
            script.yaml:2:78: error: step "a": header Authorization differs: the space after Bearer is missing
            2 | steps: [{id: a, request: GET /x, assert: {headers: {Authorization: {matches: 'Bearer .+'}}}}]
              |                                                                              ^
               - matching Bearer .+
               + Be… (11 characters, differs from the 7th on)
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "another scheme than that of bearer",
            #"""
            steps: [{id: a, request: GET /x, assert: {bearer: tok-1}}]
            """#,
            { try $0.request("GET /x", [("Authorization", "Basic YTpi")]) },
            #"""
            script.yaml:2:51: error: step "a": bearer token is missing: in Authorization the scheme is Basic, expected Bearer
            2 | steps: [{id: a, request: GET /x, assert: {bearer: tok-1}}]
              |                                                   ^
               - tok-1
               + Basic YTpi
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "no space behind the scheme of bearer",
            #"""
            steps: [{id: a, request: GET /x, assert: {bearer: tok-1}}]
            """#,
            { try $0.request("GET /x", [("Authorization", "Bearertok-1")]) },
            #"""
            script.yaml:2:51: error: step "a": bearer token is missing: in Authorization the space after Bearer is missing
            2 | steps: [{id: a, request: GET /x, assert: {bearer: tok-1}}]
              |                                                   ^
               - tok-1
               + Be… (11 characters, differs from the 1st on)
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "another token is no mistake of the scheme",
            #"""
            steps: [{id: a, request: GET /x, assert: {headers: {Authorization: Bearer tok-1}}}]
            """#,
            { try $0.request("GET /x", [("Authorization", "Bearer tok-2")]) },
            #"""
            script.yaml:2:68: error: step "a": header Authorization differs
            2 | steps: [{id: a, request: GET /x, assert: {headers: {Authorization: Bearer tok-1}}}]
              |                                                                    ^
               - Bearer tok-1
               + Bearer tok-2
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "the near miss of an unmatched request",
            #"""
            steps: [{id: a, request: {method: GET, headers: {Authorization: Bearer tok-1}}}]
            """#,
            { try $0.request("GET /x", [("Authorization", "Bearertok-1")]) },
            #"""
            script.yaml:2:65: error: nothing takes GET /x
            2 | steps: [{id: a, request: {method: GET, headers: {Authorization: Bearer tok-1}}}]
              |                                                                 ^ nearest is step "a": header Authorization differs: the space after Bearer is missing
               - Bearer tok-1
               + Be… (11 characters)
               #1  GET /x   connection 1   +0.0 ms   501  unmatched
            """#),
        Case(
            "a plus sign in a query",
            #"""
            steps: [{id: a, request: GET /x, assert: {query: {q: a+b}}}]
            """#,
            { try $0.request("GET /x?q=a+b", []) },
            #"""
            script.yaml:2:54: error: step "a": query parameter q differs: + means a space in a query; send %2B
            2 | steps: [{id: a, request: GET /x, assert: {query: {q: a+b}}}]
              |                                                      ^
               - a+b
               + a b
               #1  GET /x?q=a+b   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a plus sign in a form",
            #"""
            steps: [{id: a, request: POST /x, assert: {form: {q: a+b+c}}}]
            """#,
            { try $0.request("POST /x", [("Content-Type", "application/x-www-form-urlencoded")], body: "q=a+b+c") },
            #"""
            script.yaml:2:54: error: step "a": form q differs: + means a space in a form; send %2B
            2 | steps: [{id: a, request: POST /x, assert: {form: {q: a+b+c}}}]
              |                                                      ^
               - a+b+c
               + a b c
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "another letter is no plus sign",
            #"""
            steps: [{id: a, request: GET /x, assert: {query: {q: a+b}}}]
            """#,
            { try $0.request("GET /x?q=a+c", []) },
            #"""
            script.yaml:2:54: error: step "a": query parameter q differs
            2 | steps: [{id: a, request: GET /x, assert: {query: {q: a+b}}}]
              |                                                      ^
               - a+b
               + a c
               #1  GET /x?q=a+c   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a query encoded twice",
            #"""
            steps: [{id: a, request: GET /x, assert: {query: {q: a b}}}]
            """#,
            { try $0.request("GET /x?q=a%2520b", []) },
            #"""
            script.yaml:2:54: error: step "a": query parameter q differs: it is encoded twice
            2 | steps: [{id: a, request: GET /x, assert: {query: {q: a b}}}]
              |                                                      ^
               - a b
               + a%20b
               #1  GET /x?q=a%2520b   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a path encoded twice, both in one spelling",
            #"""
            steps: [{id: a, request: {method: GET, path: '/files/a b'}}]
            """#,
            { try $0.request("GET /files/a%2520b", []) },
            #"""
            script.yaml:2:46: error: nothing takes GET /files/a%2520b
            2 | steps: [{id: a, request: {method: GET, path: '/files/a b'}}]
              |                                              ^ nearest is step "a": path differs: it is encoded twice
               - /files/a%20b
               + /files/a%2520b
               #1  GET /files/a%2520b   connection 1   +0.0 ms   501  unmatched
            """#),
        Case(
            "a path with a parameter encoded twice",
            #"""
            steps: [{id: a, request: {method: GET, path: '/{any}/a b'}}]
            """#,
            { try $0.request("GET /x/a%2520b", []) },
            #"""
            script.yaml:2:46: error: nothing takes GET /x/a%2520b
            2 | steps: [{id: a, request: {method: GET, path: '/{any}/a b'}}]
              |                                              ^ nearest is step "a": path differs: it is encoded twice
               - /{any}/a%20b
               + /x/a%2520b
               #1  GET /x/a%2520b   connection 1   +0.0 ms   501  unmatched
            """#),
        Case(
            "another path with escapes, in one spelling",
            #"""
            steps: [{id: a, request: {method: GET, path: '/files/a b'}}]
            """#,
            { try $0.request("GET /files/a%20c", []) },
            #"""
            script.yaml:2:46: error: nothing takes GET /files/a%20c
            2 | steps: [{id: a, request: {method: GET, path: '/files/a b'}}]
              |                                              ^ nearest is step "a": path differs
               - /files/a%20b
               + /files/a%20c
               #1  GET /files/a%20c   connection 1   +0.0 ms   501  unmatched
            """#),
        Case(
            "an operator's path encoded twice",
            #"""
            steps: [{id: a, request: 'GET /files/{name}', assert: {path: {equals: '/files/a b'}}}]
            """#,
            { try $0.request("GET /files/a%2520b", []) },
            #"""
            script.yaml:2:71: error: step "a": path differs: it is encoded twice
            2 | steps: [{id: a, request: 'GET /files/{name}', assert: {path: {equals: '/files/a b'}}}]
              |                                                                       ^
               - /files/a%20b
               + /files/a%2520b
               #1  GET /files/a%2520b   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "the values of a list in one",
            #"""
            steps: [{id: a, request: GET /x, assert: {query: {tag: [new, sale]}}}]
            """#,
            { try $0.request("GET /x?tag=new,sale", []) },
            #"""
            script.yaml:2:56: error: step "a": query parameter tag differs: its values are joined by ","; send tag=…&tag=… with a value each
            2 | steps: [{id: a, request: GET /x, assert: {query: {tag: [new, sale]}}}]
              |                                                        ^
               - new
               - sale
               + new,sale
               #1  GET /x?tag=new,sale   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "the values of a list in one field of a form",
            #"""
            steps: [{id: a, request: POST /x, assert: {form: {tag: [new, sale]}}}]
            """#,
            {
                try $0.request(
                    "POST /x", [("Content-Type", "application/x-www-form-urlencoded")], body: "tag=new%7Csale")
            },
            #"""
            script.yaml:2:56: error: step "a": form tag differs: its values are joined by "|"; send tag=…&tag=… with a value each
            2 | steps: [{id: a, request: POST /x, assert: {form: {tag: [new, sale]}}}]
              |                                                        ^
               - new
               - sale
               + new|sale
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
    ]

    static let bodies = [
        Case(
            "JSON encoded twice",
            #"""
            steps: [{id: a, request: POST /x, assert: {json: {a: 1}}}]
            """#,
            { try $0.request("POST /x", [("Content-Type", "application/json")], body: #""{\"a\":1}""#) },
            #"""
            script.yaml:2:50: error: step "a": json $ differs: it is a string that holds JSON, so it was encoded twice
            2 | steps: [{id: a, request: POST /x, assert: {json: {a: 1}}}]
              |                                                  ^
               - {"a":1}
               + "{\"a\":1}"
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a member encoded twice",
            #"""
            steps: [{id: a, request: POST /x, assert: {json: {user: {id: 7}}}}]
            """#,
            { try $0.request("POST /x", [("Content-Type", "application/json")], body: #"{"user":"{\"id\":7}"}"#) },
            #"""
            script.yaml:2:57: error: step "a": json $.user differs: it is a string that holds JSON, so it was encoded twice
            2 | steps: [{id: a, request: POST /x, assert: {json: {user: {id: 7}}}}]
              |                                                         ^
               - {"id":7}
               + "{\"id\":7}"
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a number as a string is no JSON that was encoded twice",
            #"""
            steps: [{id: a, request: POST /x, assert: {json: {n: 7}}}]
            """#,
            { try $0.request("POST /x", [("Content-Type", "application/json")], body: #"{"n":"7"}"#) },
            #"""
            script.yaml:2:54: error: step "a": json $.n differs
            2 | steps: [{id: a, request: POST /x, assert: {json: {n: 7}}}]
              |                                                      ^
               - 7 (number)
               + "7" (string)
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a string encoded twice",
            #"""
            steps: [{id: a, request: POST /x, assert: {json: {s: ab}}}]
            """#,
            { try $0.request("POST /x", [("Content-Type", "application/json")], body: #"{"s":"\"ab\""}"#) },
            #"""
            script.yaml:2:54: error: step "a": json $.s differs: it is a string that holds JSON, so it was encoded twice
            2 | steps: [{id: a, request: POST /x, assert: {json: {s: ab}}}]
              |                                                      ^
               - "ab"
               + "\"ab\""
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "JSON encoded twice, which a query of it does not find",
            #"""
            steps: [{id: a, request: POST /x, assert: {json_path: {$.a: 1}}}]
            """#,
            { try $0.request("POST /x", [("Content-Type", "application/json")], body: #""{\"a\":1}""#) },
            #"""
            script.yaml:2:61: error: step "a": json $.a is missing; the body is a string that holds JSON, so it was encoded twice
            2 | steps: [{id: a, request: POST /x, assert: {json_path: {$.a: 1}}}]
              |                                                             ^
               - 1
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "another string is not JSON",
            #"""
            steps: [{id: a, request: POST /x, assert: {json: {a: 1}}}]
            """#,
            { try $0.request("POST /x", [("Content-Type", "application/json")], body: #""text""#) },
            #"""
            script.yaml:2:50: error: step "a": json $ differs
            2 | steps: [{id: a, request: POST /x, assert: {json: {a: 1}}}]
              |                                                  ^
               - {"a":1}
               + "text"
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "Latin-1 that is said to be UTF-8",
            #"""
            steps: [{id: a, request: POST /x, assert: {text: café}}]
            """#,
            {
                try $0.request(
                    "POST /x", [("Content-Type", "text/plain; charset=utf-8")], bytes: [0x63, 0x61, 0x66, 0xE9])
            },
            #"""
            script.yaml:2:50: error: step "a": text can't be read: the body is not UTF-8 at offset 3: the Content-Type says charset utf-8, but the bytes are those of Latin-1; encode the body as UTF-8
            2 | steps: [{id: a, request: POST /x, assert: {text: café}}]
              |                                                  ^
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "Latin-1 that is said to be Latin-1",
            #"""
            steps: [{id: a, request: POST /x, assert: {text: café}}]
            """#,
            {
                try $0.request(
                    "POST /x", [("Content-Type", "text/plain; charset=iso-8859-1")], bytes: [0x63, 0x61, 0x66, 0xE9])
            },
            #"""
            script.yaml:2:50: error: step "a": text can't be read: the body is not UTF-8 at offset 3: the Content-Type says charset iso-8859-1, and only UTF-8 is read; send UTF-8
            2 | steps: [{id: a, request: POST /x, assert: {text: café}}]
              |                                                  ^
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "JSON in Latin-1",
            #"""
            steps: [{id: a, request: POST /x, assert: {json: {a: é}}}]
            """#,
            {
                try $0.request(
                    "POST /x", [("Content-Type", "application/json")],
                    bytes: Array("{\"a\":\"".utf8) + [0xE9] + Array("\"}".utf8))
            },
            #"""
            script.yaml:2:50: error: step "a": json $ can't be read: line 1, column 7: the text is not valid UTF-8 here; its bytes are those of Latin-1; send UTF-8
            2 | steps: [{id: a, request: POST /x, assert: {json: {a: é}}}]
              |                                                  ^
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "UTF-8 that is said to be Latin-1",
            #"""
            steps: [{id: a, request: POST /x, assert: {text: café}}]
            """#,
            { try $0.request("POST /x", [("Content-Type", "text/plain; charset=ISO-8859-1")], body: "cafés") },
            #"""
            script.yaml:2:50: error: step "a": text differs: the Content-Type says charset ISO-8859-1, but the body is UTF-8
            2 | steps: [{id: a, request: POST /x, assert: {text: café}}]
              |                                                  ^
               - café
               + cafés
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a charset of the Content-Type that is not that of the body",
            #"""
            steps: [{id: a, request: POST /x, assert: {headers: {Content-Type: 'text/plain; charset=utf-8'}}}]
            """#,
            { try $0.request("POST /x", [("Content-Type", "text/plain; charset=latin1")], body: "é") },
            #"""
            script.yaml:2:68: error: step "a": header Content-Type differs: the Content-Type says charset latin1, but the body is UTF-8
            2 | steps: [{id: a, request: POST /x, assert: {headers: {Content-Type: 'text/plain; charset=utf-8'}}}]
              |                                                                    ^
               - text/plain; charset=utf-8
               + text/plain; charset=latin1
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a query in Latin-1",
            #"""
            steps: [{id: a, request: GET /x, assert: {query: {q: é}}}]
            """#,
            { try $0.request("GET /x?q=%E9", []) },
            #"""
            script.yaml:2:54: error: step "a": query parameter q differs: it is Latin-1, expected UTF-8
            2 | steps: [{id: a, request: GET /x, assert: {query: {q: é}}}]
              |                                                      ^
               - é
               + \xE9
               #1  GET /x?q=%E9   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "UTF-8 encoded again",
            #"""
            steps: [{id: a, request: POST /x, assert: {json: {a: é}}}]
            """#,
            { try $0.request("POST /x", [("Content-Type", "application/json")], body: "{\"a\":\"Ã©\"}") },
            #"""
            script.yaml:2:54: error: step "a": json $.a differs: its UTF-8 was read as Latin-1 and encoded again
            2 | steps: [{id: a, request: POST /x, assert: {json: {a: é}}}]
              |                                                      ^
               - "é"
               + "Ã©"
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a match of a part",
            #"""
            steps: [{id: a, request: GET /x, assert: {headers: {X: {matches: '[0-9]+'}}}}]
            """#,
            { try $0.request("GET /x", [("X", "v12")]) },
            #"""
            script.yaml:2:66: error: step "a": header X differs: matches compares the whole value, of which the expression matches only a part; write .* where more may stand
            2 | steps: [{id: a, request: GET /x, assert: {headers: {X: {matches: '[0-9]+'}}}}]
              |                                                                  ^
               - matching [0-9]+
               + v12
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a match of a part of a string in JSON",
            #"""
            steps: [{id: a, request: POST /x, assert: {json: {a: {$matches: '[0-9]+'}}}}]
            """#,
            { try $0.request("POST /x", [("Content-Type", "application/json")], body: #"{"a":"v12"}"#) },
            #"""
            script.yaml:2:65: error: step "a": json $.a differs: matches compares the whole value, of which the expression matches only a part; write .* where more may stand
            2 | steps: [{id: a, request: POST /x, assert: {json: {a: {$matches: '[0-9]+'}}}}]
              |                                                                 ^
               - matching [0-9]+
               + "v12"
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "no match at all",
            #"""
            steps: [{id: a, request: GET /x, assert: {headers: {X: {matches: '[0-9]+'}}}}]
            """#,
            { try $0.request("GET /x", [("X", "v")]) },
            #"""
            script.yaml:2:66: error: step "a": header X differs
            2 | steps: [{id: a, request: GET /x, assert: {headers: {X: {matches: '[0-9]+'}}}}]
              |                                                                  ^
               - matching [0-9]+
               + v
               #1  GET /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "another boundary than that of the Content-Type",
            #"""
            steps: [{id: a, request: POST /x, assert: {multipart: [{name: a}]}}]
            """#,
            {
                try $0.request(
                    "POST /x", [("Content-Type", "multipart/form-data; boundary=abc")],
                    body: "--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--xyz--\r\n")
            },
            #"""
            script.yaml:2:55: error: step "a": multipart: can't be read: its Content-Type says boundary abc, but its lines have xyz
            2 | steps: [{id: a, request: POST /x, assert: {multipart: [{name: a}]}}]
              |                                                       ^
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "another boundary, where the parts stand in lines of their own: none of them is to blame",
            #"""
            steps:
              - id: a
                request: POST /x
                assert:
                  multipart:
                    - {name: a}
            """#,
            {
                try $0.request(
                    "POST /x", [("Content-Type", "multipart/form-data; boundary=abc")],
                    body: "--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--xyz--\r\n")
            },
            #"""
            script.yaml:6:7: error: step "a": multipart: can't be read: its Content-Type says boundary abc, but its lines have xyz
            6 |       multipart:
              |       ^
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "JSON in the notation of Python",
            #"""
            steps: [{id: a, request: POST /x, assert: {json: {a: b}}}]
            """#,
            { try $0.request("POST /x", [("Content-Type", "application/json")], body: "{'a': 'b'}") },
            #"""
            script.yaml:2:50: error: step "a": json $ can't be read: line 1, column 2: ' stands where a member's name or } should; JSON has double quotes around names and strings
            2 | steps: [{id: a, request: POST /x, assert: {json: {a: b}}}]
              |                                                  ^
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "UTF-8 whose size was counted in characters",
            #"""
            steps: [{id: a, request: POST /x, assert: {text: abé}}]
            """#,
            {
                try $0.request(
                    "POST /x", [("Content-Type", "text/plain"), ("Content-Length", "3")], bytes: [0x61, 0x62, 0xC3])
            },
            #"""
            script.yaml:2:50: error: step "a": text can't be read: the body is not UTF-8 at offset 2: as UTF-8 it ends within a character; Content-Length counts bytes, not characters
            2 | steps: [{id: a, request: POST /x, assert: {text: abé}}]
              |                                                  ^
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "UTF-8 that is cut and has no Content-Length, as JSON",
            #"""
            steps: [{id: a, request: POST /x, assert: {json: {a: b}}}]
            """#,
            {
                try $0.request(
                    "POST /x", [("Content-Type", "application/json")], bytes: Array("{\"a\":\"é".utf8) + [0xE2, 0x82])
            },
            #"""
            script.yaml:2:50: error: step "a": json $ can't be read: line 1, column 8: the text is not valid UTF-8 here; as UTF-8 it ends within a character
            2 | steps: [{id: a, request: POST /x, assert: {json: {a: b}}}]
              |                                                  ^
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a GraphQL query alone, where variables are wanted",
            #"""
            steps: [{id: a, request: POST /x, assert: {graphql: {variables: {id: 7}}}}]
            """#,
            { try $0.request("POST /x", [("Content-Type", "application/graphql")], body: "{ a }") },
            #"""
            script.yaml:2:65: error: step "a": graphql variables is missing: the body is the query alone; send JSON {query, variables}
            2 | steps: [{id: a, request: POST /x, assert: {graphql: {variables: {id: 7}}}}]
              |                                                                 ^
               - {"id":7}
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
        Case(
            "a member that several operators miss is one failure",
            #"""
            steps: [{id: a, request: POST /x, assert: {json: {stars: {$gte: 1, $lte: 5}}}}]
            """#,
            { try $0.request("POST /x", [("Content-Type", "application/json")], body: "{\"star\":3}") },
            #"""
            script.yaml:2:65: error: step "a": json $.stars is missing; there is star
            2 | steps: [{id: a, request: POST /x, assert: {json: {stars: {$gte: 1, $lte: 5}}}}]
              |                                                                 ^
               - at least 1
               - at most 5
               #1  POST /x   connection 1   +0.0 ms   200  step "a"
            """#),
    ]
}
