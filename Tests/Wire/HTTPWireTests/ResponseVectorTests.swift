import HTTPMessage
import HTTPWire
import HTTPWireVectors
import Testing

@Suite("Response vectors")
struct ResponseVectorTests {
    @Test("a vector comes out as it says, whole, cut in two anywhere and byte by byte", arguments: ResponseVector.all)
    func plays(vector: ResponseVector) {
        let (outcome, differing) = responseOutcome(ofAnyCut: vector.bytes, to: vector.method)
        #expect(differing.isEmpty)
        #expect(outcome.left.isEmpty)
        switch vector.expectation {
        case .accepts(let expected):
            var response = outcome.response
            if expected.fields == nil { response?.fields = nil }
            #expect(response == expected)
            #expect(outcome.refusal == nil)
        case .refuses(let text):
            #expect(outcome.refusal == text)
            #expect(outcome.response == nil)
        }
    }

    @Test("no response behind a refused one is ever taken", arguments: ResponseVector.all)
    func splits(vector: ResponseVector) {
        guard case .refuses = vector.expectation else { return }
        var parser = ResponseParser()
        parser.expectResponse(to: vector.method.utf8)
        let refused = parser.play([vector.bytes[...]])
        parser.expectResponse(to: "GET".utf8)
        let again = parser.events("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        #expect(again == refused.events.suffix(1))
        let isReusable = parser.isReusable
        #expect(!isReusable)
    }

    @Test("an accepted vector has bytes of no response left behind it, if its end is not the connection's")
    func leaves() {
        for vector in ResponseVector.all {
            guard case .accepts(let expected) = vector.expectation, expected.framing != .close else { continue }
            let next = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
            let outcome = responseOutcome(of: [(vector.bytes + next)[...]], to: vector.method)
            #expect(outcome.left == next, "\(vector)")
            #expect(outcome.events == responseOutcome(of: [vector.bytes[...]], to: vector.method).events, "\(vector)")
        }
    }

    @Test("each vector has a name of its own, and behind each accepted one stands a refused one")
    func table() {
        let vectors = ResponseVector.all
        #expect(Set(vectors.map(\.name)).count == vectors.count)
        #expect(vectors.count >= 100)
        for (vector, twin) in zip(vectors, vectors.dropFirst()) {
            guard case .accepts = vector.expectation else { continue }
            guard case .refuses = twin.expectation else {
                Issue.record("\(vector) has no refused twin")
                continue
            }
        }
    }
}
