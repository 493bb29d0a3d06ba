import Playback
import Scenarios
import Testing

/// `json_path` and `json_schema` in a run.
@Suite struct JSONConditionTests {
    @Test(
        "a result of json_path is one value, an array of values, or absent",
        arguments: [
            (#"{"$.a": 1}"#, true), (#"{"$.a": 2}"#, false), (#"{"$.a": {gte: 1, lt: 2}}"#, true),
            (#"{"$.list[*]": [1, 2]}"#, true), (#"{"$.list[*]": [2, 1]}"#, false),
            (#"{"$.list[*]": {unordered: [2, 1]}}"#, true), (#"{"$.list[*]": {contains: 2}}"#, true),
            (#"{"$.list[*]": {contains: 3}}"#, false), (#"{"$.list[*]": {length: 2}}"#, true),
            (#"{"$.list": [1, 2]}"#, true), (#"{"$.list": {length: 2}}"#, true),
            (#"{"$.b": {absent: true}}"#, true), (#"{"$.b": {present: true}}"#, false), (#"{"$.n": null}"#, true),
            (#"{"$.n": {absent: true}}"#, false), (#"{"$..b": {absent: true}}"#, true), (#"{"$.b": {not: 1}}"#, true),
            (#"{"$.o": {equals: {$gt: 1}}}"#, true), (#"{"$.o": {equals: {}}}"#, false),
            (#"{"$.a": {one_of: [3, 1]}}"#, true), (#"{"$.t": {matches: 'x+'}}"#, true),
            (#"{"$.t": {all_of: [{starts_with: x}, {ends_with: y}]}}"#, false),
            (#"{"$.list[?@ > 1]": [2]}"#, true), (#"{"$['a','t']": [1, xx]}"#, true), (#"{"$.a": "{{one}}"}"#, true),
            (#"{"$.a": 1, "$.t": y}"#, false),
        ])
    func results(condition: String, matches: Bool) throws {
        let driver = try driver("json_path: \(condition)", #"{"a":1,"list":[1,2],"n":null,"o":{"$gt":1},"t":"xx"}"#)
        #expect(driver.failures.isEmpty == matches, "\(driver.report)")
    }

    private func driver(_ condition: String, _ body: String) throws -> ScriptDriver {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            vars: {one: 1}
            stubs:
              - {id: s, request: POST /a, assert: {\(condition)}}
            """)
        try driver.request("POST /a", body: body)
        return driver
    }

    @Test("a failure of json_path names the normalized path of each result")
    func pathText() throws {
        let driver = try driver(#"json_path: {"$..id": {contains: 7}}"#, #"{"id":1,"list":[{"id":2}]}"#)
        #expect(
            driver.report == """
                script.yaml:4:61: error: stub "s": json $..id differs
                4 |   - {id: s, request: POST /a, assert: {json_path: {"$..id": {contains: 7}}}}
                  |                                                             ^
                   - containing 7
                   + $['id']: 1
                   + $['list'][0]['id']: 2
                   #1  POST /a   connection 1   +0.0 ms   200  stub "s"
                """)
    }

    @Test(
        "a body that is not JSON fails, absent included",
        arguments: [#"json_path: {"$.a": {absent: true}}"#, "json_schema: true"])
    func notJSON(condition: String) throws {
        let driver = try driver(condition, "{")
        #expect(
            driver.failures.map(\.title) == [
                "stub \"s\": json $ can't be read: line 1, column 2: the text ends where a member's name or } should follow"
            ])
    }

    private static let slowBody = "[" + Array(repeating: "1", count: 4_000).joined(separator: ",") + "]"

    @Test("a query that takes too long does not match under not, either")
    func slowPathNegated() throws {
        let driver = try driver(
            #"not: {json_path: {"$[?count($[?count($[*]) > 0]) > 0]": {present: true}}}"#, Self.slowBody)
        #expect(driver.failures.count == 1)
        #expect(
            driver.report.contains("was not decided: the query takes too long on this body"), "\(driver.report)")
    }

    @Test("a query that takes too long is a failure that says so")
    func slowPath() throws {
        let driver = try driver(#"json_path: {"$[?count($[?count($[*]) > 0]) > 0]": {present: true}}"#, Self.slowBody)
        #expect(
            driver.failures.map(\.title) == [
                "stub \"s\": json $[?count($[?count($[*]) > 0]) > 0] can't be evaluated: the query takes too long on this body"
            ])
    }

    @Test(
        "a failure of json_schema names the value, the keyword and its position in the schema",
        arguments: [
            (#"{"id":1,"name":"xx"}"#, nil, 0),
            (
                #"{"id":"1","name":"xx"}"#,
                #"json $.id is not of type integer: "1" (string) (type at /properties/id/type)"#, 72
            ),
            (#"{"id":1}"#, #"json $ lacks the required member "name" (required at /required)"#, 89),
        ] as [(String, String?, Int)])
    func schemaText(body: String, title: String?, column: Int) throws {
        let driver = try driver("json_schema: {properties: {id: {type: integer}}, required: [name]}", body)
        let failure = driver.failures.first
        #expect(failure?.title == title.map { "stub \"s\": \($0)" })
        #expect(failure?.position.column ?? 0 == column)
    }

    @Test("a schema that refers to itself, and one with too much work, end")
    func boundedSchema() throws {
        let tree = #"json_schema: {$id: tree, properties: {next: {$ref: tree}}, required: [v]}"#
        #expect(try driver(tree, #"{"v":1,"next":{"v":2,"next":{"v":3}}}"#).failures.isEmpty)
        #expect(
            try driver(tree, #"{"v":1,"next":{"v":2,"next":{}}}"#).failures.first?.title.hasPrefix(
                "stub \"s\": json $.next.next lacks") == true)
        let levels = (0..<40).map { "a\($0): {allOf: [{$ref: '#/$defs/a\($0 + 1)'}, {$ref: '#/$defs/a\($0 + 1)'}]}" }
        let wide = "json_schema: {$ref: '#/$defs/a0', $defs: {\(levels.joined(separator: ", ")), a40: {type: integer}}}"
        let failures = try driver(wide, "1").failures
        #expect(failures.count == 1 && failures[0].kind == .assertion)
        // A limit has no keyword to name.
        let limited = "was not validated wholly: that takes more than 100020 steps (at /$defs/a"
        #expect(failures.first?.title.contains(limited) == true, "\(failures.map(\.title))")
        let loop = try driver("json_schema: {if: true, then: {$ref: '#'}}", "1").failures.map(\.title)
        #expect(
            loop == [
                "stub \"s\": json $ cannot be validated: the schema's references lead back to itself for the same value"
            ])
        // Nobody knows whether the body complies, so it can't be said that it does not.
        let negated = try driver("not: {\(wide)}", "1").failures
        #expect(negated.count == 1 && negated[0].kind == .assertion, "\(negated.map(\.title))")
    }
}
