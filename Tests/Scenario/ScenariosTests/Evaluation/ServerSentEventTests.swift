import ExactJSON
import Scenarios
import Testing

@Suite("A server-sent event") struct ServerSentEventTests {
    private static let position = Position(file: SourceFile(path: "s.yaml"), line: 1, column: 1)

    private static func text(_ text: String?) -> Template? { text.map { Template(text: $0, position: position) } }

    private func wire(_ event: ServerSentEvent) throws -> String {
        String(decoding: try event.bytes(in: .empty), as: UTF8.self)
    }

    @Test(
        "has a field for each line of its data, however the lines end",
        arguments: [
            ("one", "data: one\n\n"), ("", "data: \n\n"), ("one\ntwo", "data: one\ndata: two\n\n"),
            ("one\r\ntwo\rthree", "data: one\ndata: two\ndata: three\n\n"), ("one\n", "data: one\ndata: \n\n"),
            (" one", "data:  one\n\n"), ("a\n\nb", "data: a\ndata: \ndata: b\n\n"),
        ])
    func data(data: String, wire expected: String) throws {
        let template = Template(text: data, position: Self.position)
        #expect(try wire(ServerSentEvent(data: .text(template), position: Self.position)) == expected)
    }

    @Test("has its fields in a fixed order")
    func fields() throws {
        let event = ServerSentEvent(
            event: Self.text("e"), data: .json(.constant(["a": [1]])), id: Self.text("7"), retry: 500,
            comment: Self.text("c\nd"), position: Self.position)
        #expect(try wire(event) == ": c\n: d\nevent: e\nid: 7\nretry: 500\ndata: {\"a\":[1]}\n\n")
        #expect(try wire(ServerSentEvent(comment: Self.text("c"), position: Self.position)) == ": c\n\n")
    }

    @Test("has no id or type that would end its line", arguments: ["a\nb", "a\rb", "a\u{0}b"])
    func refused(text: String) throws {
        let id = ServerSentEvent(id: Self.text(text), position: Self.position)
        #expect(throws: EvaluationError.self) { try id.bytes(in: .empty) }
        let type = ServerSentEvent(event: Self.text(text), position: Self.position)
        if text.utf8.contains(0) {
            #expect(try wire(type) == "event: \(text)\n\n")
        } else {
            #expect(throws: EvaluationError.self) { try type.bytes(in: .empty) }
        }
    }
}
