import HTTPMessage
import RequestFixtures
import Scenarios
import Testing

@Suite("A GraphQL request")
struct GraphQLMatchingTests {
    private static func post(_ body: String, type: String = "application/json") -> Request {
        Request("POST /graphql", ["Content-Type: \(type)"], body: body)
    }

    private static let hero =
        #"{"query":"query Hero($id: ID!) { hero(id: $id) { name } }","variables":{"id":"1","n":2}}"#
    private static let villain = #"{"query":"query Villain { villain { name } }","variables":{"id":"x"}}"#

    @Test(
        "matches by operation, query and variables",
        arguments: [
            Vector("graphql: {operation: Hero}", post(hero), post(villain)),
            Vector(
                "graphql: {operation: B}", post(#"{"operationName":"B","query":"query A {a} query B {b}"}"#),
                post(#"{"operationName":"A","query":"query A {a} query B {b}"}"#)),
            Vector(
                "graphql: {operation: {absent: true}}", post(#"{"query":"{a}","operationName":null}"#), post(hero)),
            Vector(
                "graphql: {operation: A}", post(#"{"query":"query A {a}"}"#),
                post(#"{"query":"query A {a} query B {b}"}"#)),
            Vector(
                "graphql: {operation: A}", post(#"{"operationName":"","query":"query A {a}"}"#),
                post(#"{"operationName":"","query":"query A {a} query B {b}"}"#)),
            Vector(
                "graphql: {operation: A}", post(#"{"operationName":null,"query":"query A {a}"}"#),
                post(#"{"operationName":null,"query":"query A {a} query B {b}"}"#)),
            Vector(
                "graphql: {operation: {absent: true}}",
                post(#"{"operationName":"","query":"query A {a} query B {b}"}"#),
                post(#"{"operationName":"","query":"query A {a}"}"#)),
            Vector(
                "graphql: {operation: A}", Request("GET /graphql?operationName=&query=query+A%7Ba%7D"),
                Request("GET /graphql?operationName=&query=query+A%7Ba%7D+query+B%7Bb%7D")),
            Vector(
                "graphql: {operation: A}",
                Request("POST /graphql?operationName=", ["Content-Type: application/graphql"], body: "query A {a}"),
                Request("POST /graphql?operationName=", ["Content-Type: application/graphql"], body: "{a}")),
            Vector(
                "not: {graphql: {operation: {starts_with: ''}}}", post(#"{"operationName":"","query":"{a}"}"#),
                post(#"{"operationName":"","query":"query A {a}"}"#)),
            Vector("graphql: {operation: {one_of: [Hero, X]}}", post(hero), post(villain)),
            Vector("graphql: {query: 'query Hero($id: ID!) {hero(id:$id),{name}}'}", post(hero), post(villain)),
            Vector("graphql: {query: '{a}'}", post(#"{"query":"{ a }"}"#), post(#"{"query":"{ a b }"}"#)),
            Vector("graphql: {query: '{a}'}", post(#"{"query":"{\n a # x\n}"}"#), post(#"{"query":5}"#)),
            Vector("graphql: {variables: {id: '1'}}", post(hero), post(villain)),
            Vector("graphql: {variables: {id: {$matches: '\\d+'}, x: {$absent: true}}}", post(hero), post(villain)),
            Vector("graphql: {variables: {}}", post(hero), post(#"{"query":"{a}"}"#)),
            Vector("graphql: {variables: {$absent: true}}", post(#"{"query":"{a}"}"#), post(hero)),
            Vector(
                "graphql: {operation: Hero, variables: {n: 2}}", post("[\(villain),\(hero)]"), post("[\(villain),7]")),
            Vector(
                "graphql: {operation: Hero, variables: {id: '1'}}", post("[\(hero)]"),
                post(#"[{"operationName":"Hero"},{"variables":{"id":"1"}}]"#)),
            Vector(
                "graphql: {operation: A, query: '{a}', variables: {x: 1}}",
                Request("GET /graphql?query=%7Ba%7D&operationName=A&variables=%7B%22x%22%3A1%7D"),
                Request("GET /graphql?query=%7Ba%7D&operationName=A&variables=x")),
            Vector(
                "graphql: {operation: A}", Request("GET /graphql?operationName=A&extensions=%7B%7D"), Request("GET /x")),
            Vector(
                "graphql: {query: '{a}'}", post("{\n a\n}", type: "application/graphql; charset=utf-8"),
                post("{b}", type: "application/graphql")),
            Vector("not: {graphql: {operation: Hero}}", post(villain), post(hero)),
        ])
    func keys(vector: Vector) throws {
        let fixture = try Fixture(assert: vector.matcher)
        #expect(try fixture.matches(vector.matching))
        #expect(try !fixture.matches(vector.differing))
    }

    @Test("takes values of variables, which may not be set yet")
    func templates() throws {
        let fixture = try Fixture(
            assert: "graphql: {query: '{ {{field}} }', variables: {id: '{{id}}'}}", vars: "field: a\nid: 7")
        #expect(try fixture.matches(Self.post(#"{"query":"{a}","variables":{"id":7}}"#)))
        #expect(try !fixture.matches(Self.post(#"{"query":"{b}","variables":{"id":7}}"#)))
        let unset = try Fixture(assert: "graphql: {query: '{ {{later}} }'}", set: "later: x")
        #expect(try !unset.matches(Self.post(Self.hero)))
        let broken = try Fixture(assert: "graphql: {query: '{ {{field}} }'}", vars: "field: '?'")
        #expect(
            try broken.report(Self.post(Self.hero)) == """
                7:22 graphql query differs at line 1, column 1 of the received query
                - { <[0]>
                + query
                """)
        #expect(
            try broken.report(Self.post(#"{"query":"{a}"}"#)) == #"""
                7:22 graphql query can't be compared: the expected query is not GraphQL at line 1, column 3: "?" can't \#
                stand here; leave it out
                """#)
    }

    @Test("says which operation came, the first token that differs and each variable")
    func leaves() throws {
        let fixture = try Fixture(
            assert: """
                graphql:
                  operation: Hero
                  query: |
                    query Hero($id: ID!) {
                      hero(id: $id) { id }
                    }
                  variables: {id: '2', n: {$gt: 5}}
                """)
        #expect(
            try fixture.report(Self.post(Self.hero)) == """
                7:14 graphql query differs at line 1, column 40 of the received query
                - id
                + name
                11:23 json $.variables.id differs
                - "2"
                + "1"
                11:37 json $.variables.n differs
                - greater than 5
                + 2
                """)
        #expect(
            try fixture.report(
                Self.post(
                    #"[{"query":"{a}"},{"operationName":"Hero","query":"query Hero($id: ID!) {\n\n hero(id: $id) { id }\n }?"},5]"#
                )
            )
            .hasPrefix(
                """
                7:14 graphql query is not GraphQL at line 4, column 3: "?" can't stand here; leave it out, in request 2 of 3 of the batch
                11:18 json $[1].variables is missing, in request 2 of 3 of the batch
                """))
        #expect(
            try fixture.report(
                Request("GET /graphql?query=query+Her%7Ba%7D&variables=%7B%22id%22%3A%222%22%2C%22n%22%3A1%7D")) == """
                    6:18 graphql operation differs
                    - Hero
                    + Her
                    7:14 graphql query differs at line 1, column 7 of the received query
                    - Hero
                    + Her
                    11:37 query parameter variables differs at $.n
                    - greater than 5
                    + 1
                    """)
    }

    @Test(
        "says why there is no operation",
        arguments: [
            (#"{"query":"{a}"}"#, "the query's operation has no name"),
            (#"{"query":"query A {a} query B {b}"}"#, "there is no operationName, and the query has 2 operations"),
            (#"{"query":"{"}"#, "there is no operationName, and the query can't be read"),
            (#"{"id":"x"}"#, "there is neither operationName nor a query"),
            (#"{"operationName":null,"query":"{a}"}"#, "the query's operation has no name"),
            (#"{"operationName":"","query":"{a}"}"#, "the query's operation has no name"),
            (
                #"{"operationName":"","query":"query A {a} query B {b}"}"#,
                "operationName is empty, and the query has 2 operations"
            ),
            (#"{"operationName":"","query":"{"}"#, "operationName is empty, and the query can't be read"),
            (#"{"operationName":""}"#, "operationName is empty, and there is no query"),
        ])
    func operations(body: String, reason: String) throws {
        let report = try Fixture(assert: "graphql: {operation: A}").report(Self.post(body))
        #expect(report == "5:26 graphql operation is missing: \(reason)\n- A")
    }

    @Test(
        "says why there is none",
        arguments: [
            (Request("GET /x"), "the body is empty, and the URL has no parameter query"),
            (post("5"), "the body is a number, and an object is wanted"), (post("[]"), "the batch is empty"),
            (post("{"), "line 1, column 2: the text ends early"),
        ])
    func problems(request: Request, reason: String) throws {
        let report = try Fixture(assert: "graphql: {operation: A}").report(request)
        #expect(report.hasPrefix("5:14 graphql can't be read: \(reason.prefix(20))"), "\(report)")
    }
}
