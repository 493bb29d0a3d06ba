import ExactJSON
import Testing

@Suite("Reading JSON")
struct JSONParserTests {
    @Test("a text is read if RFC 8259 says it is JSON, and refused if not", arguments: JSONVector.all)
    func vector(_ vector: JSONVector) {
        let value = try? JSON(parsing: vector.bytes)
        #expect((value != nil) == vector.isJSON)
        let reading = PositionedJSON.read(vector.bytes)
        #expect((reading.root != nil && reading.errors.isEmpty) == vector.isJSON)
        if let value, let root = reading.root { #expect(root.json == value) }
    }

    @Test("what is read and written again is the same value", arguments: JSONVector.all.filter(\.isJSON))
    func roundTrip(_ vector: JSONVector) throws {
        let value = try JSON(parsing: vector.bytes)
        #expect(try JSON(parsing: value.bytes(.compact)) == value)
        #expect(try JSON(parsing: value.bytes(.pretty)) == value)
    }

    @Test("no prefix of a text traps, and none of an object's is JSON")
    func prefixes() {
        let text = Array(#"{"a":[1.5e3,true,null,"x\u00e9\ud83d\ude00é"],"b":{"c":-0.1}}"#.utf8)
        for length in text.indices {
            #expect(throws: JSONError.self) { try JSON(parsing: text[..<length]) }
        }
        #expect(throws: Never.self) { try JSON(parsing: text) }
    }

    @Test("escapes become their scalars")
    func escapes() throws {
        let value = try JSON(parsing: #""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00é""#)
        #expect(value == .string("\"\\/\u{8}\u{C}\n\r\t\u{E9}\u{1F600}\u{E9}"))
    }

    @Test(
        "an error says what is wrong and where",
        arguments: [
            ("", 1, 1, "there is no JSON value, the text is empty"),
            ("\u{FEFF}{}", 1, 1, "the text begins with a byte order mark, which JSON does not allow"),
            ("[1,", 1, 4, "the text ends where a value should follow"),
            ("{\"a\": 1,\n \"b\" 2}", 2, 6, "2 stands where : should"),
            ("{\"é\": x}", 1, 7, "x is not a JSON value; write true, false or null, or put the word in quotes"),
            ("[1,\r\n2,]", 2, 2, "a comma stands before the closing ]"),
            ("{\"a\":1,}", 1, 7, "a comma stands before the closing }"),
            ("{} {}", 1, 4, "{ follows after the value's end"),
            ("[1\r2]", 2, 1, "2 stands where , or ] should"),
            ("[\u{A0}1]", 1, 2, "U+00A0 stands where a value should"),
            ("[007]", 1, 2, "a number must not begin with a zero that more digits follow"),
            ("[1.]", 1, 4, "the number lacks a digit after its point"),
            ("[-]", 1, 3, "the number lacks a digit after its sign"),
            ("[1e]", 1, 4, "the number lacks a digit in its exponent"),
            ("\"a\tb\"", 1, 3, "the control character U+0009 stands in a string; write it as an escape"),
            ("[\"abc", 1, 2, "the string that begins here has no closing quote"),
            ("\"\\x\"", 1, 2, "\\x is not an escape of JSON"),
            ("\"\\u12\"", 1, 2, "\\u must be followed by four hexadecimal digits"),
            ("\"😀\\uD83D!\"", 1, 3, "\\uD83D is half of a surrogate pair without its other half"),
            ("{\"a\":[{\"b c\":1,\n\"b c\":2}]}", 2, 1, "the member $.a[0]['b c'] is there twice"),
            ("{a:1}", 1, 2, "a stands where a member's name or } should"),
        ])
    func error(_ text: String, line: Int, column: Int, message: String) {
        let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
        #expect(error?.message == message)
        #expect(error?.position.line == line)
        #expect(error?.position.column == column)
        #expect(error?.description == "line \(line), column \(column): \(message)")
    }

    @Test("an error's offset counts bytes")
    func offset() {
        let error = #expect(throws: JSONError.self) { try JSON(parsing: "[\"é\",\n?]") }
        #expect(error?.position == JSONPosition(offset: 7, line: 2, column: 1))
    }

    @Test("invalid UTF-8 is found at its first byte")
    func invalidUTF8() {
        let error = #expect(throws: JSONError.self) { try JSON(parsing: [0x22, 0x61, 0xC3, 0x22]) }
        #expect(error?.reason == .invalidUTF8)
        #expect(error?.position.offset == 2)
    }

    @Test("nesting beyond the limit is its own error")
    func depth() throws {
        #expect(throws: Never.self) { try JSON(parsing: "[[[]]]", depthLimit: 3) }
        let error = #expect(throws: JSONError.self) { try JSON(parsing: "[[{\"a\":[]}]]", depthLimit: 3) }
        #expect(error?.reason == .tooDeep(limit: 3))
        #expect(error?.position.column == 8)
    }

    @Test("a repeated member may be let through, and then the last value stays")
    func duplicatesKept() throws {
        let value = try JSON(parsing: #"{"a":1,"b":2,"a":3}"#, duplicates: .keepLast)
        #expect(value == ["a": 3, "b": 2])
        let many = (0..<20).map { "\"m\($0)\":0" } + ["\"m7\":1"]
        let text = "{" + many.joined(separator: ",") + "}"
        #expect(try JSON(parsing: text, duplicates: .keepLast)["m7"] == 1)
        #expect(throws: JSONError.self) { try JSON(parsing: text) }
    }
}

@Suite("Reading JSON with positions")
struct PositionedJSONTests {
    @Test("each value and each name knows its line and column")
    func positions() throws {
        let reading = PositionedJSON.read(Array("{\n  \"é\": [1,\r\n    true],\r  \"b\": {}\n}".utf8))
        let root = try #require(reading.root)
        guard case .object(let members) = root.content else {
            Issue.record("no object")
            return
        }
        #expect(root.position == JSONPosition(offset: 0, line: 1, column: 1))
        #expect(members.map(\.name) == ["é", "b"])
        #expect(members.map(\.position.line) == [2, 4])
        #expect(members.map(\.position.column) == [3, 3])
        #expect(members.map(\.value.position.column) == [8, 8])
        guard case .array(let elements) = members[0].value.content else {
            Issue.record("no array")
            return
        }
        #expect(elements.map(\.position.line) == [2, 3])
        #expect(elements.map(\.position.column) == [9, 5])
    }

    @Test("all repeated members are reported, and the syntax error behind them")
    func allErrors() {
        let reading = PositionedJSON.read(Array("{\"a\":1,\n\"a\":{\"b\":1,\"b\":2},\n\"a\":3,}".utf8))
        #expect(reading.root == nil)
        #expect(
            reading.errors.map(\.description) == [
                "line 2, column 1: the member $.a is there twice",
                "line 2, column 12: the member $.a.b is there twice",
                "line 3, column 1: the member $.a is there twice",
                "line 3, column 6: a comma stands before the closing }",
            ])
    }

    @Test("repeated members stay in the tree")
    func repeated() throws {
        let reading = PositionedJSON.read(Array(#"{"a":1,"a":2}"#.utf8))
        guard case .object(let members) = try #require(reading.root).content else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.name) == ["a", "a"])
        #expect(reading.errors.count == 1)
    }
}
