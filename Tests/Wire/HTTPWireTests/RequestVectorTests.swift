import HTTPMessage
import HTTPWire
import HTTPWireVectors
import Testing

@Suite("Request vectors")
struct RequestVectorTests {
    @Test("a vector comes out as it says, whole, cut in two anywhere and byte by byte", arguments: RequestVector.all)
    func plays(vector: RequestVector) {
        let (outcome, differing) = outcome(ofAnyCut: vector.bytes)
        #expect(differing.isEmpty)
        switch vector.expectation {
        case .accepts(let requests):
            var found = outcome.requests
            for index in found.indices where index < requests.count && requests[index].fields == nil {
                found[index].fields = nil
            }
            #expect(found == requests)
            #expect(outcome.refusal == nil)
            #expect(outcome.progress == .idle)
            #expect(outcome.unconsumed.isEmpty)
        case .refuses(let status, let text):
            #expect(outcome.refusal?.status == status)
            #expect(outcome.refusal?.text == text)
            #expect(outcome.requests.isEmpty)
            #expect(outcome.progress == .refused)
        }
    }

    @Test("a connection that is secured takes targets of both schemes", arguments: ["https", "HTTPS", "http"])
    func secured(scheme: String) {
        let (outcome, differing) = outcome(
            ofAnyCut: Array("GET \(scheme)://other:1/a HTTP/1.1\r\nHost: h\r\n\r\n".utf8), acceptsHTTPS: true)
        #expect(differing.isEmpty)
        #expect(outcome.requests.map(\.target) == ["\(scheme)://other:1/a"])
        #expect(outcome.requests.map(\.authority) == ["other:1"])
    }

    @Test("no request behind a refused one is ever taken", arguments: RequestVector.refused)
    func smuggles(vector: RequestVector) {
        let second = "GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n"
        let alone = outcome(of: [vector.bytes[...]])
        let together = vector.bytes + second.utf8
        #expect(outcome(of: [together[...]]).events == alone.events)
        #expect(outcome(of: [vector.bytes[...], Array(second.utf8)[...]]).requests.isEmpty)

        var parser = RequestParser()
        together.withUnsafeBytes { parser.feed($0) }
        while case .head = parser.next() {}
        let refusal = parser.next()
        second.utf8.withContiguousStorageIfAvailable { parser.feed(UnsafeRawBufferPointer($0)) }
        #expect(parser.next() == refusal)
        let rest = parser.unconsumed
        #expect(rest.isEmpty)
    }

    @Test("there are at least 150 vectors, each with a name of its own, accepted and refused")
    func table() {
        let names = RequestVector.all.map(\.name)
        #expect(names.count >= 150)
        #expect(Set(names).count == names.count)
        #expect(RequestVector.refused.count > names.count / 3)
        #expect(RequestVector.refused.count < names.count)
    }

    @Test("a head is kept byte for byte, and every part of it lies in it")
    func raw() {
        for vector in RequestVector.all {
            let heads = outcome(of: [vector.bytes[...]]).events.compactMap { event in
                if case .head(let head, _) = event { head } else { nil }
            }
            for head in heads {
                let raw = head.raw ?? []
                #expect(raw.starts(with: head.method))
                #expect(raw.suffix(4) == Array("\r\n\r\n".utf8)[...])
                #expect(vector.bytes.split(separator: raw, maxSplits: 1, omittingEmptySubsequences: false).count == 2)
            }
        }
    }
}
