import SeededRandom
import Testing

@testable import Scenarios

@Suite("A multipart body")
struct MultipartParserTests {
    /// The contents of the parts, or the reason why there are none.
    private func parts(_ body: [UInt8], boundary: String = "B") -> [String] {
        do throws(MultipartParser.ParseError) {
            return try MultipartParser.parts(of: body, boundary: Array(boundary.utf8)).map {
                String(decoding: body[$0.content], as: UTF8.self)
            }
        } catch {
            return ["! " + error.reason]
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let body: String
        let parts: [String]
        var testDescription: String { name }

        init(_ name: String, _ body: String, _ parts: [String]) {
            (self.name, self.parts) = (name, parts)
            self.body = body.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        }
    }

    @Test(
        "is split at its boundary",
        arguments: [
            Row("one part", "--B\nA: 1\n\nx\n--B--\n", ["x"]),
            Row("no line end behind the close", "--B\n\nx\n--B--", ["x"]),
            Row("a preamble and an epilogue", "hello\n--B\n\nx\n--B--\nbye\n--B\n\ny\n--B--", ["x"]),
            Row("white space of the transport", "--B \t\n\nx\n--B  \n\ny\n--B-- \t\n", ["x", "y"]),
            Row("no content", "--B\nA: 1\n\n\n--B\nA: 1\n\n--B--", ["", ""]),
            Row("no header", "--B\n\n\n--B\n\nx\n--B--", ["", "x"]),
            Row("line ends in the content", "--B\n\n\nx\n\n\n--B--", ["\r\nx\r\n\r\n"]),
            Row(
                "the boundary inside a line", "--B\n\nx --B\n--Bx\n -- B\n--\n--b\n--B--",
                ["x --B\r\n--Bx\r\n -- B\r\n--\r\n--b"]),
            Row("no parts", "--B--", []),
            Row("no boundary", "x\n--\n\nx\n", ["! no line of it is its boundary"]),
            Row(
                "another boundary", "x\n--C\n\nx\n--C--",
                ["! its Content-Type says boundary B, but its lines have C"]),
            Row("another boundary that does not close the body", "--C\n\nx", ["! no line of it is its boundary"]),
            Row(
                "a longer boundary", "--Bc\n\nx\n--Bc--", ["! its Content-Type says boundary B, but its lines have Bc"]),
            Row("an empty body", "", ["! no line of it is its boundary"]),
            Row("no close", "--B\n\nx\n--B\n\ny", ["! part 2 does not end: the closing boundary is missing"]),
            Row("no empty line", "--B\nA: 1\n--B--", ["! part 1 has no empty line after its header"]),
            Row("a header without end", "--B\nA: 1", ["! part 1 has no empty line after its header"]),
            Row(
                "a line without a colon", "--B\nA 1\n\nx\n--B--",
                ["! part 1 has a line in its header that is not a field"]),
            Row(
                "a delimiter in place of a header", "--B\n--B--\n\n\n--B--",
                ["! part 1 has a line in its header that is not a field"]),
        ])
    func vectors(row: Row) {
        #expect(parts(Array(row.body.utf8)) == row.parts)
    }

    @Test("has lines that end in CRLF")
    func lineFeeds() {
        let text = Array("--B\n\nx\n--B--\n".utf8)
        #expect(parts(text) == ["! no line of it is its boundary and ends in CRLF"])
        #expect(parts(Array("pre\n".utf8) + text) == ["! no line of it is its boundary and ends in CRLF"])
    }

    @Test("has at most 10,000 parts, with headers of at most 16 KiB")
    func limits() {
        let part = "--B\r\n\r\nx\r\n"
        let most = Array(String(repeating: part, count: MultipartParser.mostParts).utf8)
        #expect(parts(most + Array("--B--".utf8)).count == 10_000)
        #expect(parts(most + Array((part + "--B--").utf8)) == ["! it has more than 10000 parts"])
        func header(_ count: Int) -> [UInt8] {
            Array("--B\r\nA: \(String(repeating: "a", count: count - 5))\r\n\r\nx\r\n--B--".utf8)
        }
        #expect(parts(header(16 << 10)) == ["x"])
        #expect(parts(header(16 << 10 + 1)) == ["! the header of part 1 is longer than 16 KiB"])
        #expect(
            parts(Array("--B\r\n".utf8) + [UInt8](repeating: 0x61, count: 20_000))
                == ["! the header of part 1 is longer than 16 KiB"])
    }

    @Test("comes back from the parts that made it, whatever they hold")
    func fuzz() {
        var random = SplitMix(seed: 3)
        let pieces = ["\r\n", "--", "B", "--B-", "\n", "\r", "x", " ", "--C", ":"]
        for _ in 0..<500 {
            let contents = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                (0..<Int.random(in: 0...8, using: &random)).map { _ in
                    pieces.randomElement(using: &random) ?? ""
                }.joined().replacing("--BB", with: "").replacing("--B", with: "-B")
            }
            let body = contents.map { "--B\r\nA: 1\r\n\r\n\($0)\r\n" }.joined() + "--B--"
            #expect(parts(Array(body.utf8)) == contents, "\(body.debugDescription)")
        }
    }

    @Test("never breaks the parser, whatever its bytes are")
    func noise() {
        var random = SplitMix(seed: 4)
        let alphabet = Array("\r\n-B: x".utf8)
        for _ in 0..<5_000 {
            let body = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? 0
            }
            for part in parts(body) { #expect(part.utf8.count <= 60 + body.count) }
        }
    }
}
