import ScenarioFiles
import Scenarios
import Testing

@Suite("What is wrong in what is wanted")
struct MatcherDiagnosticsTests {
    @Test("is reported whole, at its line and column", arguments: Self.cases)
    func diagnostics(_ vector: DiagnosticVector) throws {
        try vector.check()
    }

    static let cases: [DiagnosticVector] = [
        DiagnosticVector(
            "operator",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {headers: {A: {equal: x}}}
            """#,
            #"""
            s.yaml:4:28: error: unknown operator "equal"; did you mean "equals"?
            """#),
        DiagnosticVector(
            "no operator",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {headers: {A: {}}}
            """#,
            #"""
            s.yaml:4:27: error: an operator is missing: {} wants nothing; write {present: true} for any value
            """#),
        DiagnosticVector(
            "missing value",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: 
                  headers:
                    A:
                    B: x

            """#,
            #"""
            s.yaml:6:11: error: a value is needed here; write '' for the empty text
            """#),
        DiagnosticVector(
            "header name",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {headers: {'A B': x}}
            """#,
            #"""
            s.yaml:4:24: error: "A B" is not a header name; write A-B
            """#),
        DiagnosticVector(
            "header value",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {headers: {A: "x\ny"}}
            """#,
            #"""
            s.yaml:4:27: error: a header value can't hold a line break; write [x, y] for several values
            """#),
        DiagnosticVector(
            "etag",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {headers: {If-None-Match: v1, ETag: {one_of: [v1, '"a"', W/"b", '*']}, If-Range: 'Sun, 06 Nov 1994 08:49:37 GMT', if-match: '"a", "b"'}}
            """#,
            #"""
            s.yaml:4:39: error: an entity tag has quotes of its own; write '"v1"'
            s.yaml:4:59: error: an entity tag has quotes of its own; write '"v1"'
            """#),
        DiagnosticVector(
            "etag sent",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {headers: {ETag: it's, X: {text: v1}}}
            """#,
            #"""
            s.yaml:4:32: error: an entity tag has quotes of its own; write '"it''s"'
            """#),
        DiagnosticVector(
            "etag on purpose",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                response: {headers: {ETag: {text: v1}}}
            """#,
            ""),
        DiagnosticVector(
            "regex",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {headers: {A: {matches: 'a(b'}}}
            """#,
            #"""
            s.yaml:4:41: error: the regular expression is wrong: missing closing parenthesis; write \( for the character
            """#),
        DiagnosticVector(
            "regex template",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {headers: {A: {matches: 'a({{request.method}}'}}}
            """#,
            #"""
            s.yaml:4:38: error: the regular expression is wrong: missing closing parenthesis; write \( for the character
            """#),
        DiagnosticVector(
            "comparison",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {headers: {A: {gt: five}}}
            """#,
            #"""
            s.yaml:4:32: error: "five" is not a number: write 5
            """#),
        DiagnosticVector(
            "length",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {headers: {A: {length: {gte: -1, foo: 2}}, B: {length: 1.5}}}
            """#,
            #"""
            s.yaml:4:42: error: a length is a whole number of at least 0: write 0
            s.yaml:4:46: error: unknown operator "foo" of a length; there are equals, gt, gte, lt, lte
            s.yaml:4:68: error: a length is a whole number of at least 0: write 1 or 2
            """#),
        DiagnosticVector(
            "one_of",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {headers: {A: {one_of: x}, B: {any_of: []}}}
            """#,
            #"""
            s.yaml:4:36: error: one_of takes a list of at least one item: write [x]
            s.yaml:4:52: error: any_of takes a list of at least one item: write [{starts_with: a}, {ends_with: b}]
            """#),
        DiagnosticVector(
            "present",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {headers: {A: {present: yes}}}
            """#,
            #"""
            s.yaml:4:37: error: true or false should stand here: write true
            """#),
        DiagnosticVector(
            "list in text",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {text: [a, b], bearer: Bearer x}
            """#,
            #"""
            s.yaml:4:20: error: one value is wanted here, not a list: write {one_of: [a, b]}
            s.yaml:4:36: error: bearer takes the token alone, without "Bearer" before it: write x
            """#),
        DiagnosticVector(
            "headers no map",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {headers: [a]}
            """#,
            #"""
            s.yaml:4:23: error: headers is a map of names and values, not a list: write {a: {present: true}}
            """#),
        DiagnosticVector(
            "json operators",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {json: {a: {$gt: 1, b: 2}, c: {$foo: 1}, d: {$$ref: 1}, e: 007, f: {$unordered: 1}}}
            """#,
            #"""
            s.yaml:4:33: error: a map holds members or operators, not both: "$gt" is an operator, "b" a member; write "$$gt" for a member of that name
            s.yaml:4:44: error: unknown operator "$foo"; there are $equals, $equals_ignore_case, $contains, $starts_with, $ends_with, $matches, $one_of, $present, $absent, $gt, $gte, $lt, $lte, $length, $all_of, $any_of, $not, $unordered; write "$$foo" for a member of that name
            s.yaml:4:72: error: a number has no leading zeros in JSON; quote it if text is meant: "007"
            s.yaml:4:93: error: $unordered takes a list: write [1]
            """#),
        DiagnosticVector(
            "json template name",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {json: {'{{request.method}}': 1}}
            """#,
            #"""
            s.yaml:4:22: error: the name of a wanted member can't be made by a template; write it out
            """#),
        DiagnosticVector(
            "json numbers",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {json: [0o17, .inf, .nan, 1.10]}
            """#,
            #"""
            s.yaml:4:21: error: JSON writes numbers in decimal only; quote it if text is meant: "0o17"
            s.yaml:4:27: error: JSON has no infinity; quote it if text is meant: ".inf"
            s.yaml:4:33: error: JSON has no "not a number"; quote it if text is meant: ".nan"
            """#),
        DiagnosticVector(
            "combination",
            #"""
            mockserver: 1
            steps:
              - request: GET /a
                assert: {any_of: [], all_of: GET /a, not: [GET /a]}
            """#,
            #"""
            s.yaml:4:22: error: any_of takes a list of at least one request: write [{path: /a}, {path: /b}]
            s.yaml:4:34: error: all_of takes a list of at least one request: write [{path: /a}, {path: /b}]
            s.yaml:4:47: error: a request is a text like GET /me or a map, not a list; write GET /a
            """#),
    ]
}
