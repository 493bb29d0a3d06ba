import ScenarioFiles
import Scenarios
import Testing

@Suite("What is wrong in json_path and json_schema")
struct JSONConditionDiagnosticsTests {
    @Test("is reported whole, at its line and column", arguments: Self.cases)
    func diagnostics(_ vector: DiagnosticVector) throws {
        try vector.check()
    }

    static let cases: [DiagnosticVector] = [
        DiagnosticVector(
            "json_path",
            #"""
            mockserver: 1
            stubs:
              - request: {path: /a, json_path: {"$.a[": 1, "$.a[*]": 3, "$.a": {$gt: 1}, "a": 1}}
              - request: {path: /b, json_path: []}
              - request: {path: /c, json_path: {"$.a": {all_of: [{gt: 1}, 7], not: {one_of: [{a: 1}]}}}}
              - request: {path: /d, json_path: {"$[?match(@.a, '\\\\d')]": [1]}}
              - request: {path: /e, json_path: {"$.a[*]": {gt: 1}, "$.b[*]": {matches: x}, "$.c[*]": {contains: 1}}}
            """#,
            #"""
            s.yaml:3:41: error: this [ has no closing ]; write it
            s.yaml:3:58: warning: the query yields an array of all that it selects, which never equals this: write {contains: …} or a list [json-path-list]
            s.yaml:3:69: error: unknown operator "$gt"; did you mean "gt"?
            s.yaml:3:79: error: a JSONPath begins with $, not with a; write $. before it
            s.yaml:4:36: error: json_path is a map of queries and values, not a list: write {"$.items[*].id": {contains: 7}}
            s.yaml:6:52: warning: match() is always false, because its regular expression is not valid: \d is not known; write [0-9] [json-path]
            s.yaml:7:47: warning: the query yields an array of all that it selects, for which this never holds: write a query for one value, or filter in the query, like "$.items[?@.price > 1]": {present: true} [json-path-list]
            s.yaml:7:66: warning: the query yields an array of all that it selects, for which this never holds: write a query for one value, or filter in the query, like "$.items[?@.price > 1]": {present: true} [json-path-list]
            """#),
        DiagnosticVector(
            "json_schema",
            #"""
            mockserver: 1
            stubs:
              - request: {path: /a, json_schema: {type: strng, properties: {a: {minLength: -1, $ref: x.json}}}}
              - request: {path: /b, json_schema: {file: none.json}}
              - request: {path: /c, json_schema: 3}
              - request: {path: /d, json_schema: {const: "{{nme}}"}}
              - request: {path: /e, json_schema: {file: a.json}}
              - request: {path: /f, json_schema: {$ref: a.json}}
              - request: {path: /g, json_schema: {file: t.txt}}
              - request: {path: /h, json_schema: {$ref: 'https://example.com/x'}}
            """#,
            #"""
            s.yaml:3:39: error: type must not be "strng"; did you mean string?
            s.yaml:3:69: error: minLength must be a non-negative integer, not -1: write 0
            s.yaml:3:84: error: x.json does not exist in FOLDER; there are a.json, in.gz, in.json, out.txt, t.txt: name one of them or create the file
            s.yaml:4:45: error: the file "none.json" does not exist in FOLDER; there are a.json, in.gz, in.json, out.txt, t.txt: name one of them or create the file
            s.yaml:5:38: error: json_schema is a schema, or names one: write {type: object, …} or {file: order.schema.json}
            s.yaml:6:49: error: nothing defines "nme"; write vars: {nme: …} at the top, or capture: {nme: {query: nme}} in an earlier step
            s.yaml:9:45: error: the file "t.txt" is not JSON: line 1, column 1: Hello is not a JSON value; write true, false or null, or put the word in quotes
            s.yaml:10:39: error: there is no schema with the URI https://example.com/x; nothing is downloaded: save the schema beside the scenario and write $ref: x.json, or write $id: https://example.com/x in a json_schema of the scenario
            """#),
    ]
}
