import Testing

@testable import Scenarios

@Suite("A JSONPath")
struct JSONPathReaderTests {
    @Test(
        "is taken apart",
        arguments: [
            ("$", "", true), ("$.a.b", "[a][b]", true), ("$['a.b'][0]", "[a.b][0]", true), ("$[-1]", "[-1]", true),
            ("$.a[*]", "[a][*]", false), ("$..a", "..[a]", false), ("$[0, 'b']", "[0,b]", false), ("$.*", "[*]", false),
            (#"$["\u00e9\ud83d\ude00\n"]"#, "[é😀\n]", true), ("$.ä1", "[ä1]", true), ("$..[0]", "..[0]", false),
        ])
    func accepted(text: String, expected: String, isSingular: Bool) throws {
        let path = try JSONPathReader.read(text)
        let described = path.segments.map { segment in
            let selectors = segment.selectors.map { selector in
                switch selector {
                case .name(let name): name
                case .index(let index): String(index)
                case .wildcard: "*"
                }
            }
            return "\(segment.descendant ? ".." : "")[\(selectors.joined(separator: ","))]"
        }.joined()
        #expect(described == expected)
        #expect(path.isSingular == isSingular)
    }

    @Test(
        "is refused at the character that is wrong",
        arguments: [
            ("", 0), ("a", 0), ("$a", 1), ("$.", 2), ("$.1", 2), ("$[", 2), ("$[01]", 2), ("$[-0]", 2), ("$['a", 2),
            ("$[0", 3), ("$[0:1]", 3), ("$[?@.a]", 2), ("$['\\x']", 4), ("$['\\ud800']", 9), ("$[9007199254740992]", 2),
            ("$[-9223372036854775808]", 2), ("$.a ", 3), ("$['\\", 4),
        ])
    func refused(text: String, offset: Int) {
        do {
            _ = try JSONPathReader.read(text)
            Issue.record("\(text) is accepted")
        } catch {
            #expect(error.offset == offset)
        }
    }
}
