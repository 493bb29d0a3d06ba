import Testing

import ScenarioFiles
@testable import Scenarios

@Suite("Files, positions and findings")
struct SourceFileTests {
    @Test("lines end with LF, CRLF or CR and come without them")
    func lines() {
        let file = SourceFile(path: "f", bytes: Array("a\r\n\nb\rc é\n".utf8))
        #expect(file.lineCount == 5)
        #expect((0...6).map { file.line($0) } == ["", "a", "", "b", "c é", "", ""])
        #expect(SourceFile(path: "f").line(1) == "")
    }

    @Test("an offset becomes a line and a column in scalars")
    func offsets() {
        let file = SourceFile(path: "f", bytes: Array("é😀x\r\ny".utf8))
        #expect(file.position(atByte: 0).description == "f:1:1")
        #expect(file.position(atByte: 2).description == "f:1:2")
        #expect(file.position(atByte: 6).description == "f:1:3")
        #expect(file.position(atByte: 9).description == "f:2:1")
        #expect(file.position(atByte: 99).description == "f:2:2")
        #expect(file.position(atByte: -1).description == "f:1:1")
    }

    @Test("a character of a long line is found from its column, and its column from it", arguments: [0, 255, 256, 257])
    func longLines(before: Int) {
        let first = String(repeating: "x", count: before)
        let lines = [
            first, String(repeating: "é", count: 300) + "\t" + String(repeating: "a😀", count: 400), "", "é" + first,
        ]
        let file = SourceFile(path: "f", bytes: Array(lines.joined(separator: "\n").utf8))
        var offset = 0
        for (index, line) in lines.enumerated() {
            for (column, scalar) in line.unicodeScalars.enumerated() {
                let position = Position(file: file, line: index + 1, column: column + 1)
                #expect(file.position(atByte: offset) == position)
                #expect(file.offset(line: index + 1, column: column + 1) == offset)
                offset += String(scalar).utf8.count
            }
            #expect(file.offset(line: index + 1, column: line.unicodeScalars.count + 1) == offset)
            #expect(file.offset(line: index + 1, column: 100_000) == offset)
            offset += 1
        }
    }

    @Test("a file of ASCII has a character in each byte", arguments: ["\n", "\r\n", "\r"])
    func asciiLines(end: String) {
        let lines = ["ab", "", String(repeating: "x", count: 700), "c"]
        let file = SourceFile(path: "f", bytes: Array(lines.joined(separator: end).utf8))
        #expect(file.lineCount == lines.count)
        var offset = 0
        for (index, line) in lines.enumerated() {
            for column in 1...line.utf8.count + 1 {
                #expect(file.offset(line: index + 1, column: column) == offset + column - 1)
                #expect(file.position(atByte: offset + column - 1).description == "f:\(index + 1):\(column)")
            }
            for column in [0, -1, line.utf8.count + 2, 100_000] {
                #expect(file.offset(line: index + 1, column: column) == offset + line.utf8.count)
            }
            offset += line.utf8.count + end.utf8.count
        }
    }

    @Test("positions are equal by path, line and column, and ordered so")
    func equality() {
        let (a, b) = (SourceFile(path: "a"), SourceFile(path: "a", bytes: [0x61]))
        #expect(Position(file: a, line: 1, column: 2) == Position(file: b, line: 1, column: 2))
        #expect(Position(file: a, line: 1, column: 2).hashValue == Position(file: b, line: 1, column: 2).hashValue)
        #expect(Position(file: a, line: 1, column: 2) != Position(file: b, line: 1, column: 3))
        #expect(Position(file: a, line: 2, column: 1) > Position(file: a, line: 1, column: 9))
        #expect(Position(file: a, line: 2, column: 1) < Position(file: SourceFile(path: "b"), line: 1, column: 1))
    }

    @Test("findings are sorted by place, none twice, and read as editors want them")
    func diagnostics() {
        let file = SourceFile(path: "dir/f.yaml")
        func at(_ line: Int, _ column: Int) -> Position { Position(file: file, line: line, column: column) }
        var found = Diagnostics()
        found.warning(.secret, at: at(3, 1), "odd")
        #expect(!found.hasErrors)
        found.error(at: at(1, 9), "second")
        found.error(at: at(1, 2), "first")
        found.error(at: at(1, 9), "second")
        found.error(at: at(1, 9), "third")
        #expect(found.hasErrors)
        #expect(
            found.sorted.map(\.description) == [
                "dir/f.yaml:1:2: error: first", "dir/f.yaml:1:9: error: second", "dir/f.yaml:1:9: error: third",
                "dir/f.yaml:3:1: warning: odd [secret]",
            ])
    }
}
