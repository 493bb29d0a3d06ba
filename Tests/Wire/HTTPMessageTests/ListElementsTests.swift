import HTTPMessage
import Testing

@Test(
    "a list element is found in any line, case and white space aside",
    arguments: [
        ([("Connection", "close")], true),
        ([("connection", "Keep-Alive, \tCLOSE ")], true),
        ([("Connection", "keep-alive"), ("Connection", "close")], true),
        ([("Connection", ",, close")], true),
        ([("Connection", "closed")], false),
        ([("Connection", "keep-alive close")], false),
        ([("Connection", "")], false),
        ([("X-Connection", "close")], false),
        ([], false),
    ]
)
func listElement(pairs: [(String, String)], found: Bool) {
    #expect(Fields(pairs).containsListElement("close", in: "Connection") == found)
}

@Test("optional white space is trimmed at both ends and kept inside")
func trimming() {
    #expect(Array(" \ta b\t ".utf8)[...].trimmingOptionalWhitespace.elementsEqual("a b".utf8))
    #expect(Array(" \t ".utf8)[...].trimmingOptionalWhitespace.isEmpty)
}
