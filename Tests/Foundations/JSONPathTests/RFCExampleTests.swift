import ExactJSON
import JSONPath
import Testing

@Suite("Examples of RFC 9535")
struct RFCExampleTests {
    @Test("the examples select the nodes that the RFC lists", arguments: RFCExamples.all)
    func example(_ vector: JSONPathVector) throws {
        #expect(try paths(vector.query, in: vector.document) == vector.paths)
    }

    @Test("the examples' values are those at their paths", arguments: RFCExamples.all)
    func value(_ vector: JSONPathVector) throws {
        let document = try JSON(parsing: vector.document)
        for node in try JSONPathQuery(vector.query).nodes(in: document) {
            let again = try JSONPathQuery(node.path).nodes(in: document)
            #expect(again.map(\.value) == [node.value])
            #expect(again.map(\.path) == [node.path])
        }
    }

    @Test("table 11: comparisons", arguments: RFCExamples.comparisons)
    func comparison(_ expression: String, _ result: Bool) throws {
        let document = try JSON(parsing: #"{"obj": {"x": "y"}, "arr": [2, 3]}"#)
        let nodes = try JSONPathQuery("$[?\(expression)]").nodes(in: document)
        #expect(nodes.count == (result ? 2 : 0))
    }

    @Test(
        "table 14: well-typed function expressions",
        arguments: [
            "$[?length(@) < 3]", "$[?count(@.*) == 1]", "$[?match(@.timezone, 'Europe/.*')]",
            "$[?value(@..color) == \"red\"]",
        ])
    func wellTyped(_ query: String) {
        #expect(throws: Never.self) { try JSONPathQuery(query) }
    }

    @Test(
        "table 14: function expressions that are not well-typed",
        arguments: [
            "$[?length(@.*) < 3]", "$[?count(1) == 1]", "$[?match(@.timezone, 'Europe/.*') == true]",
            "$[?value(@..color)]", "$[?count(foo(@.*)) == 1]", "$[?bar(@.a)]", "$[?bnl(@.*)]", "$[?blt(1==1)]",
            "$[?blt(1)]", "$[?bal(1)]",
        ])
    func notWellTyped(_ query: String) {
        #expect(throws: JSONPathError.self) { try JSONPathQuery(query) }
    }
}
