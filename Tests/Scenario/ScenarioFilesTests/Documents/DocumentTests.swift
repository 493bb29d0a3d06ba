import ExactJSON
import ScenarioFiles
import Scenarios
import Testing

@Suite("Reading YAML")
struct DocumentTests {
    private func read(_ text: String) -> Document { Document.read(path: "f.yaml", bytes: Array(text.utf8)) }

    @Test("each key and value knows its place")
    func positions() throws {
        let document = read("# c\na: 1\né: {x: \"y\", z: [b, 'c']}\nl:\n- |\n  t\n- k: v\nn:\n")
        #expect(document.isComplete && document.diagnostics.isEmpty)
        let root = try #require(document.root?.mapping)
        #expect(document.root?.position.description == "f.yaml:2:1")
        #expect(
            root.entries.map(\.key.position.description) == ["f.yaml:2:1", "f.yaml:3:1", "f.yaml:4:1", "f.yaml:8:1"])
        #expect(root["a"]?.value.position.description == "f.yaml:2:4")
        let flow = try #require(root["é"]?.value)
        #expect(flow.position.description == "f.yaml:3:4")
        #expect(flow.mapping?["x"]?.value.position.description == "f.yaml:3:8")
        #expect(flow.mapping?["z"]?.value.sequence?.map(\.position.column) == [17, 20])
        let list = try #require(root["l"]?.value)
        #expect(list.position.description == "f.yaml:5:1")
        #expect(list.sequence?.map(\.position.description) == ["f.yaml:5:3", "f.yaml:7:3"])
        #expect(root["n"]?.value.position.description == "f.yaml:8:3")
        #expect(root["n"]?.value.isMissing == true)
    }

    @Test("styles are told apart")
    func styles() throws {
        let document = read("- a\n- 'b'\n- \"c\\n\"\n- |\n  d\n- >\n  e\n  f\n")
        let scalars = try #require(document.root?.sequence).compactMap(\.scalar)
        #expect(scalars.map(\.style) == [.plain, .singleQuoted, .doubleQuoted, .literal, .folded])
        #expect(scalars.map(\.text) == ["a", "b", "c\n", "d\n", "e f\n"])
        #expect(scalars.map(\.isText) == [false, true, true, true, true])
    }

    @Test("a place behind an anchor or a tag is that of the content")
    func properties() throws {
        let document = read("a: &x  b\nc: !!str 1\nd: &y # c\n  e: f\ng: &z !!seq [h]\ni: &w\nj: *x\nk: *y\n")
        #expect(document.diagnostics.isEmpty)
        let root = try #require(document.root?.mapping)
        let positions = root.entries.map { "\($0.value.position.line):\($0.value.position.column)" }
        #expect(positions == ["1:8", "2:10", "4:3", "5:13", "6:4", "1:8", "4:3"])
        #expect(root["c"]?.value.scalar?.isText == true)
        #expect(root["j"]?.key.position.line == 7)
    }

    @Test(
        "keys must be text and there once",
        arguments: [
            ("200: a", ["1:1: a key must be text: write status: 200 for a status, or quote it: \"200\""]),
            (
                "true: x\n1.5: y\n007: z\n~: w\nnull: v\n.inf: u",
                [
                    "1:1: a key must be text; quote it: \"true\"", "2:1: a key must be text; quote it: \"1.5\"",
                    "3:1: a key must be text; quote it: \"007\"", "4:1: a key must be text; quote it: \"~\"",
                    "5:1: a key must be text; quote it: \"null\"", "6:1: a key must be text; quote it: \".inf\"",
                ]
            ), ("'200': a\nno: b\non: c\ny: d\n!!str 1: e", []),
            ("? [a]\n: b", ["1:3: a key must be text, and this is a list"]),
            (
                "? {a: b}\n: b",
                [
                    "1:3: a key must be text, and this is a map; if a template is meant, quote the template: \"{{token}}\""
                ]
            ),
            (
                "a: 1\nb: {c: 1, c: 2, 'c': 3}\n\"a\": 2",
                [
                    "2:11: the key \"c\" is there twice, first at column 5; leave one out",
                    "2:17: the key \"c\" is there twice, first at column 5; leave one out",
                    "3:1: the key \"a\" is there twice, first at line 1; leave one out",
                ]
            ), ("a: {b: 1}\nb: {b: 1}", []), ("\u{E9}: 1\ne\u{301}: 2", []),
            ("x: {<<: {a: b}}", ["1:5: merge keys (<<) are not part of YAML 1.2; write the keys out"]), ("'<<': a", []),
            ("[a: b, ? c]", []),
        ] as [(String, [String])])
    func keys(text: String, expected: [String]) {
        #expect(findings(text) == expected)
    }

    @Test("a key that is there twice is found among few and among many", arguments: [1, 8, 9, 40])
    func repeatedKeys(count: Int) {
        let lines = (1...count).map { "k\($0): \($0)" }
        #expect(read(lines.joined(separator: "\n")).diagnostics.isEmpty)
        let text = (lines + ["k1: again", "other: 1", "k\(count): again"]).joined(separator: "\n")
        #expect(
            findings(read(text).diagnostics) == [
                "\(count + 1):1: the key \"k1\" is there twice, first at line 1; leave one out",
                "\(count + 3):1: the key \"k\(count)\" is there twice, first at line \(count); leave one out",
            ])
    }

    @Test("a key counts whose value is left out", arguments: [0, 8])
    func repeatedKeyWithoutValue(others: Int) {
        let lines = ["a: *gone"] + (0..<others).map { "k\($0): 1" } + ["a: 1"]
        #expect(
            findings(read(lines.joined(separator: "\n")).diagnostics) == [
                "1:4: no anchor &gone stands before this alias; quote a value that begins with *",
                "\(others + 2):1: the key \"a\" is there twice, first at line 1; leave one out",
            ])
    }

    @Test(
        "tags but those of the core schema are errors",
        arguments: [
            ("a: !foo b", ["1:4: the tag !foo is not known here; leave it out, or quote a value that begins with !"]),
            (
                "a: !!binary b",
                ["1:4: the tag !!binary is not known here; leave it out, or quote a value that begins with !"]
            ),
            (
                "a: !!set {b}",
                ["1:4: the tag !!set is not known here; leave it out, or quote a value that begins with !"]
            ),
            (
                "a: !!map [b]",
                ["1:4: the tag !!map is not known here; leave it out, or quote a value that begins with !"]
            ),
            ("a: !!int x", ["1:4: x is not !!int"]), ("a: !!int 1.5", ["1:4: 1.5 is not !!int"]),
            ("a: !!bool 'true'", ["1:4: true is not !!bool"]),
            ("a: [!!int 1, !!float 1, !!bool true, !!null ~, !!str x, ! y, !!seq [], !!map {}]", []),
        ] as [(String, [String])])
    func tags(text: String, expected: [String]) {
        #expect(findings(text) == expected)
    }

    @Test(
        "aliases that name nothing",
        arguments: [
            ("a: *json", "1:4: no anchor &json stands before this alias; quote a value that begins with *"),
            ("a: &token b\nc: *tokne", "2:4: no anchor &tokne stands before this alias; did you mean *token?"),
            ("a: &x [*x]", "1:8: the alias *x stands inside of what it names; write its value out"),
            ("a: &x 1\nb: &x [{c: *x}]", "2:12: the alias *x stands inside of what it names; write its value out"),
        ])
    func badAliases(text: String, finding: String) {
        #expect(findings(text) == [finding])
    }

    @Test("an alias stands for the nearest anchor before it, as value, element or key")
    func aliases() throws {
        let document = read("a: &x 1\nb: *x\nc: &x [2]\nd: [*x, *x]\ne: &k key\n*k : f")
        #expect(document.diagnostics.isEmpty)
        let json = try #require(document.root?.json)
        #expect(json == ["a": 1, "b": 1, "c": [2], "d": [[2], [2]], "e": "key", "key": "f"])
    }

    @Test("aliases may expand to 1 MiB and not past it")
    func expansion() {
        let half = String(repeating: "a", count: 1 << 19)
        #expect(findings("a: &x \(half)\nb: *x\nc: *x") == [])
        #expect(
            findings("a: &x \(half)\nb: *x\nc: *x\nd: *x") == [
                "4:4: the file's aliases expand past 1 MiB; leave some out"
            ])
        var laughs = "a0: &a0 [x, x]\n"
        for level in 1..<60 { laughs += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
        #expect(
            findings(laughs).map { $0.drop { $0 != " " } } == [" the file's aliases expand past 1 MiB; leave some out"])
        var empties = "a0: &a0 ['', '']\n"
        for level in 1..<60 { empties += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
        #expect(findings(empties).count == 1)
    }

    @Test("nesting is bounded, through aliases too")
    func depth() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(findings(nested(128)) == [])
        #expect(findings(nested(129)) == ["1:129: maps and lists are nested more than 128 deep"])
        #expect(
            findings(String(repeating: "[", count: 100_000)) == ["1:129: maps and lists are nested more than 128 deep"])
        #expect(
            findings(String(repeating: "- ", count: 100_000)) == ["1:257: maps and lists are nested more than 128 deep"]
        )
        #expect(findings("- &a \(nested(100))\n- [[*a]]") == [])
        let deep =
            "- &a \(nested(100))\n- &b \(nested(20).replacingInnermost("*a"))\n- \(nested(10).replacingInnermost("*b"))"
        #expect(findings(deep) == ["3:13: with this alias maps and lists are nested more than 128 deep"])
    }

    @Test(
        "bytes that are no text say what they are",
        arguments: [
            ([0xFF, 0xFE, 0x61, 0], "1:1: the file is UTF-16; save it as UTF-8"),
            ([0xFE, 0xFF, 0, 0x61], "1:1: the file is UTF-16; save it as UTF-8"),
            ([0x61, 0, 0x3A, 0], "1:2: the file is UTF-16; save it as UTF-8"),
            ([0x61, 0x0A, 0x62, 0], "2:2: a NUL byte stands here; leave it out, since the file must be text"),
            ([0xC3, 0xA9, 0x3A, 0x20, 0xE9], "1:4: the file is not UTF-8 here; save it as UTF-8"),
        ] as [([UInt8], String)])
    func encodings(bytes: [UInt8], finding: String) {
        for path in ["f.yaml", "f.json"] {
            #expect(findings(Document.read(path: path, bytes: bytes).diagnostics) == [finding])
        }
    }

    @Test(
        "characters that YAML lacks are named",
        arguments: [
            (
                "a: b\n# \u{7}",
                #"2:3: the control character U+0007 is not allowed; write it as "\u0007" in double quotes"#
            ),
            (
                "a: \"\u{7F}\"",
                #"1:5: the control character U+007F is not allowed; write it as "\u007F" in double quotes"#
            ),
            ("a: b\u{2028}c", #"1:5: U+2028 was a line break in old YAML; write it as "\u2028" in double quotes"#),
            ("a: \u{FEFF}b", "1:4: a byte order mark may stand only at the very beginning; leave it out"),
        ])
    func characters(text: String, finding: String) {
        #expect(findings(text) == [finding])
    }

    @Test("a key is there twice only if each character is the same", arguments: 1...12)
    func similarKeys(count: Int) {
        let keys = ["id", "dd", "axb", "ayb", "é", "e\u{301}", "a b", "b a", "x", "xx", "ixd", "k"].prefix(count)
        let lines = keys.map { "\($0): 1\n" }
        #expect(findings(lines.joined()) == [])
        for (index, key) in keys.enumerated() {
            #expect(
                findings(lines.joined() + "\(key): 2\n")
                    == ["\(count + 1):1: the key \"\(key)\" is there twice, first at line \(index + 1); leave one out"])
        }
    }

    @Test("a control character is found wherever it stands", arguments: [0x00, 0x07, 0x1F, 0x7F] as [UInt8])
    func controlCharacters(byte: UInt8) {
        for offset in 3..<40 {
            var bytes = Array("a: \(String(repeating: "x", count: 37))\n".utf8)
            bytes[offset] = byte
            let found = Document.read(path: "f.yaml", bytes: bytes).diagnostics
            #expect(found.map(\.position.column) == [offset + 1])
        }
        for byte in [0x20, 0x7E] as [UInt8] {
            let bytes = Array("a: x".utf8) + [UInt8](repeating: byte, count: 20) + Array("x\n".utf8)
            #expect(Document.read(path: "f.yaml", bytes: bytes).diagnostics.isEmpty)
        }
    }

    @Test("a byte order mark may begin a YAML file and takes no column, but not a JSON file")
    func byteOrderMark() throws {
        let document = read("\u{FEFF}a: é\u{1F600}\n")
        #expect(document.diagnostics.isEmpty)
        #expect(document.root?.mapping?.entries.first?.key.position.column == 1)
        #expect(document.file.line(1) == "a: é😀")
        #expect(
            findings("\u{FEFF}{}", path: "f.json")
                == ["1:1: the file begins with a byte order mark, which JSON does not allow; save it without one"])
    }

    @Test("JSON is read as YAML too, but for what libyaml lacks")
    func jsonInYAML() throws {
        let text = "{\"a\":[1,2.50,true,null,\"\\u00e9\\/\"],\n  \"b\":{}}"
        let yaml = try #require(read(text).root?.json)
        let json = try #require(Document.read(path: "f.json", bytes: Array(text.utf8)).root?.json)
        #expect(yaml == json)
        #expect(json == ["a": [1, 2.5, true, nil, "é/"], "b": [:]])
    }

    @Test("no prefix and no damaged byte of a file traps")
    func damage() {
        let text = Array(
            "a: &x {b: [1, \"c\\u00e9\", 'd''e'], f: |\n   g\n}\nh: >-\n  i\n\n  {{j}}\nk: *x\n? l\n: !!str m\n".utf8)
        for length in text.indices { _ = Document.read(path: "f.yaml", bytes: Array(text[..<length])) }
        for offset in text.indices {
            for byte in "\t\n {}[]:,-&*!|>'\"%@#\\\u{0}".utf8 {
                var damaged = text
                damaged[offset] = byte
                let document = Document.read(path: "f.yaml", bytes: damaged)
                #expect(document.isComplete || !document.diagnostics.isEmpty)
            }
        }
    }
}

extension String {
    fileprivate func replacingInnermost(_ text: String) -> String {
        let middle = index(startIndex, offsetBy: count / 2)
        return self[..<middle] + text + self[middle...]
    }
}
