import MockServerKit
import Testing

@Suite("A template in a response", .timeLimit(.minutes(60)))
struct TemplateCaseTests {
    @Test("makes this text", arguments: TemplateCase.all.map(\.name), WireProtocol.allCases)
    func makes(row: String, wire: WireProtocol) throws {
        for vector in TemplateCase.all where vector.name == row {
            let server = try MockServer(
                CaseFolder.scenario(
                    """
                    linger: 0ms
                    vars: {name: A b}
                    stubs: [{request: 'POST /x/{id}', response: {text: '{{\(vector.template)}}'}}]
                    """))
            let client = try WireClient(server, wire)
            try client.send(TemplateCase.request)
            let text = text(try client.response().body)
            #expect(try text.wholeMatch(of: Regex(vector.text)) != nil, "\(vector.template): \(text)")
            #expect(try finish(server).passed)
        }
    }
}
