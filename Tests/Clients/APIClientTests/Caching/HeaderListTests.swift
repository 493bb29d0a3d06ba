import Testing

@testable import APIClient

@Suite("Headers") struct HeaderListTests {
    @Test("have lists, whose elements are read in lower case")
    func lists() {
        let headers: HTTPHeaders = ["Vary": "Accept,Accept-Language ,\t*,, ", "Empty": ""]
        #expect(headers.list("vary") == ["accept", "accept-language", "*"])
        #expect(headers.list("Empty") == [])
        #expect(headers.list("Cache-Control") == [])
    }
}
