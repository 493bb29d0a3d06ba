import Testing

@testable import APIClient

@Suite("Headers") struct HTTPHeadersTests {
    @Test("are found by name in any case, and keep the spelling that came first into them")
    func names() {
        var headers: HTTPHeaders = ["X-One": "1", "b": "2"]
        #expect(headers["x-oNE"] == "1")
        #expect(headers.fields.map(\.name) == ["b", "X-One"])
        headers["X-ONE"] = nil
        #expect(headers["X-One"] == nil)
        #expect(headers == ["B": "2"])
    }

    @Test("join the values of a repeated name, also of an empty one")
    func repeated() {
        #expect(HTTPHeaders([("a", "1"), ("A", "2")]) == ["a": "1, 2"])
        #expect(HTTPHeaders([("a", ""), ("A", "2")]) == ["a": ", 2"])
    }

    @Test("differ by a value")
    func values() {
        #expect(HTTPHeaders([("a", "1")]) != ["a": "2"])
        #expect(Set<HTTPHeaders>([["a": "1"], ["A": "1"], ["a": "2"]]).count == 2)
    }
}
