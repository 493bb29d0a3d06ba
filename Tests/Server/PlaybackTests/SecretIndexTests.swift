import SeededRandom
import Testing
import TextCoding

@testable import Playback

@Suite struct SecretIndexTests {
    private func replaced(_ text: String, by values: [String], isProse: Bool = false, cuts: SecretIndex.Cuts = [])
        -> String
    {
        let index = SecretIndex(values.map { Array($0.utf8) })
        let replaced = index.replacing(in: text.utf8, isProse: isProse, cuts: cuts)
        return replaced.map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    static let rows: [(text: String, values: [String], replaced: String)] = [
        ("a secret-1 b", ["secret-1"], "a (redacted, 8 bytes) b"),
        ("secret-1secret-2", ["secret-1", "secret-2"], "(redacted, 8 bytes)(redacted, 8 bytes)"),
        // The longest one counts, in whatever order they come.
        ("secret-12345", ["secret-1", "secret-12345", "secret-123"], "(redacted, 12 bytes)"),
        ("secret-1234x", ["secret-1", "secret-12345", "secret-123"], "(redacted, 10 bytes)4x"),
        ("secret-1zzz", ["secret-1", "secret-1aaa", "secret-1yyy"], "(redacted, 8 bytes)zzz"),
        ("secret-", ["secret-1"], "secret-"),
        // A name is kept, though a shorter value in it begins alike.
        (#"{"secret-1":"secret-1"}"#, ["secret-1"], #"{"secret-1":"(redacted, 8 bytes)"}"#),
        ("/?secret-1=secret-1", ["secret-1"], "/?secret-1=(redacted, 8 bytes)"),
        ("(redacted, 8 bytes)", ["redacted"], "(redacted, 8 bytes)"),
        // In JSON by encoders of .NET, Go, PHP and Java.
        (#"{"k":"a/b\u002Bc=d\u0026e12"}"#, ["a/b+c=d&e12"], #"{"k":"(redacted, 11 bytes)"}"#),
        (#"{"k":"a/b+c=d\u0026e\u003c12"}"#, ["a/b+c=d&e<12"], #"{"k":"(redacted, 12 bytes)"}"#),
        (#"{"k":"it\u0027s\/\u003Csecret\u003E"}"#, ["it's/<secret>"], #"{"k":"(redacted, 13 bytes)"}"#),
        (#"{"k":"p\u00E4ssw\u00F6rd"}"#, ["pässwörd"], #"{"k":"(redacted, 10 bytes)"}"#),
        (#"{"k":"p\u00e4ssw\u00f6rd"}"#, ["pässwörd"], #"{"k":"(redacted, 10 bytes)"}"#),
        ("/a%5C%22quoted%5C%22b", [#"a"quoted"b"#], "/(redacted, 10 bytes)"),
        (#"{"k":"a\"quoted\"\\b"}"#, [#"a"quoted"\b"#], #"{"k":"(redacted, 11 bytes)"}"#),
        // Some characters escaped and others not, needlessly, and with digits of both cases.
        ("a Ab9+x/Yz%3D%3DQw7 b", ["Ab9+x/Yz==Qw7"], "a (redacted, 13 bytes) b"),
        ("a %41b9%2Bx%2fYz%3d%3DQ%777 b", ["Ab9+x/Yz==Qw7"], "a (redacted, 13 bytes) b"),
        ("a Ab9+x/Yz%253d%253DQw7 b", ["Ab9+x/Yz==Qw7"], "a (redacted, 13 bytes) b"),
        ("a Ab9+x/Yz%253d%3DQw7 b", ["Ab9+x/Yz==Qw7"], "a (redacted, 13 bytes) b"),
        ("a Ab9%252525%32Bx/Yz=%3DQw7 b", ["Ab9%2Bx/Yz==Qw7"], "a (redacted, 15 bytes) b"),
        (#""Ab9+x\/Yz\u003d\u003DQw7""#, ["Ab9+x/Yz==Qw7"], #""(redacted, 13 bytes)""#),
        (#""\u0041b9\u002bx/Yz\u003D=Q\u00777""#, ["Ab9+x/Yz==Qw7"], #""(redacted, 13 bytes)""#),
        (#""key \ud83d\uDD11\u00e4 ä""#, ["key 🔑ä ä"], #""(redacted, 13 bytes)""#),
        // JSON in JSON, and in a URL; a URL in JSON.
        (#""{\"k\":\"Ab9+x\\/Yz\\u003d=Qw7\"}""#, ["Ab9+x/Yz==Qw7"], #""{\"k\":\"(redacted, 13 bytes)\"}""#),
        (#"/?q=%22Ab9%2bx%5C/Yz%5cu003d=Qw7%22"#, ["Ab9+x/Yz==Qw7"], "/?q=%22(redacted, 13 bytes)%22"),
        (#""\/?q=Ab9%2Bx\/Yz%3D\u0025\u0033DQw7&r""#, ["Ab9+x/Yz==Qw7"], #""\/?q=(redacted, 13 bytes)&r""#),
        // The escapes of one notation in a value that is written in the other.
        (#""s%3Aab\/c\u003d""#, ["s%3Aab/c="], #""(redacted, 9 bytes)""#),
        (#"a\nb\u0041c%3D"#, [#"a\nb\u0041c="#], "(redacted, 12 bytes)"),
        // Spaces in forms.
        ("k=my+secret%201&l", ["my secret 1"], "k=(redacted, 11 bytes)&l"),
        ("k=my%2Bsecret+1", ["my+secret 1"], "k=(redacted, 11 bytes)"),
        // In base64 and in hexadecimal digits.
        ("k=Pz8%2fPz8%2FPj4%3D", ["??????>>"], "k=(redacted, 8 bytes)"),
        ("a 7365637265742D2d31 b", ["secret--1"], "a (redacted, 9 bytes) b"),
        // Names are kept in each spelling.
        (#"{"secret\u002d1" :"secret\u002d1"}"#, ["secret-1"], #"{"secret\u002d1" :"(redacted, 8 bytes)"}"#),
        ("/?secret%2d1=secret%2d1", ["secret-1"], "/?secret%2d1=(redacted, 8 bytes)"),
        // A longer one counts though a shorter one begins it without an escape.
        ("a secret-1%3D b", ["secret-1", "secret-1="], "a (redacted, 9 bytes) b"),
        // What is not an escape, or of something else.
        (
            #"secret%2 secret\u002 secret%2g1 secret\x2d1 secret%2E1 secret\u002e1"#, ["secret-1"],
            #"secret%2 secret\u002 secret%2g1 secret\x2d1 secret%2E1 secret\u002e1"#
        ),
        (
            #"key \ud83d \udd11 \udd11\ud83d \ud83d\u0041"#, ["key 🔑ä ä"],
            #"key \ud83d \udd11 \udd11\ud83d \ud83d\u0041"#
        ),
    ]

    @Test("each value is replaced wherever it stands", arguments: rows)
    func replacing(_ row: (text: String, values: [String], replaced: String)) {
        #expect(replaced(row.text, by: row.values) == row.replaced)
        #expect(replaced(row.text, by: row.values.reversed()) == row.replaced)
    }

    @Test(
        "where a text is cut, so is the beginning of a value at its end",
        arguments: [
            ("a secret-1", "a (redacted, 12 bytes)"), ("a secret-1=", "a secret-1="), ("a secre", "a secre"),
            ("a secret-x", "a secret-x"), ("a secret-12345", "a (redacted, 12 bytes)"),
            // In base64.
            ("a c2VjcmV0", "a (redacted, 12 bytes)"),
            // Escaped, also within an escape.
            ("a secret%2", "a (redacted, 12 bytes)"), ("a secret%", "a (redacted, 12 bytes)"),
            ("a %73ecret%2D1", "a (redacted, 12 bytes)"), ("a secret%252", "a (redacted, 12 bytes)"),
            (#"a secret\u002"#, "a (redacted, 12 bytes)"), (#"a secret\"#, "a (redacted, 12 bytes)"),
            (#"a secret%5Cu00"#, "a (redacted, 12 bytes)"), ("a secre%2", "a secre%2"), ("a secres%2", "a secres%2"),
            ("a %73ecrex%2", "a %73ecrex%2"),
        ])
    func cut(text: String, expected: String) {
        #expect(replaced(text, by: ["secret-12345"], cuts: .end) == expected)
    }

    @Test(
        "where the beginning of a text is missing, so is the end of a value at its start, in each spelling",
        arguments: [
            ("ret-12345 a", "(redacted, 12 bytes) a"), ("-12345", "(redacted, 12 bytes)"), ("12345 a", "12345 a"),
            ("ret-1234 a", "ret-1234 a"), ("ret-1234", "ret-1234"),
            ("ret-12345secret-12345", "(redacted, 12 bytes)(redacted, 12 bytes)"),
            // In base64, in hexadecimal digits, and percent-encoded.
            ("cmV0LTEyMzQ1 a", "(redacted, 12 bytes) a"), ("65637265742d3132333435", "(redacted, 12 bytes)"),
            ("2d3132333435&a", "(redacted, 12 bytes)&a"),
            ("ret%2D12345 a", "(redacted, 12 bytes) a"), ("65t%2D12345 a", "(redacted, 12 bytes) a"),
            // Within an escape.
            ("2D12%3345 a", "2D12%3345 a"), ("72et%2D12345 a", "(redacted, 12 bytes) a"),
            ("2et-12345 a", "(redacted, 12 bytes) a"), ("2572et%252D12345 a", "(redacted, 12 bytes) a"),
            (#"u0072et\u002d12345 a"#, "(redacted, 12 bytes) a"),
            (#"5Cu0072et%5Cu002d12345 a"#, "(redacted, 12 bytes) a"),
            (#"072et\u002d12345 a"#, "(redacted, 12 bytes) a"),
        ])
    func cutAtStart(text: String, expected: String) {
        #expect(replaced(text, by: ["secret-12345"], cuts: .start) == expected)
        #expect(replaced("x\(text)", by: ["secret-12345"]).hasPrefix("x\(text.prefix(5))"))
    }

    @Test("a text that is only the middle of a value")
    func cutOnBothSides() {
        #expect(replaced("cret-12", by: ["secret-12345"], cuts: [.start, .end]) == "(redacted, 12 bytes)")
        #expect(replaced("cret-12", by: ["secret-12345"], cuts: .start) == "cret-12")
        #expect(replaced("cret-1x", by: ["secret-12345"], cuts: [.start, .end]) == "cret-1x")
    }

    @Test(
        "in a text for people the beginning of a value before an ellipsis",
        arguments: [
            ("`GET /secret-1…` is not", "`GET /(redacted, 12 bytes)…` is not"),
            (
                "\"a secret-12… (80 bytes)\" and \"secret-1… (90 bytes)\"",
                "\"a (redacted, 12 bytes)… (80 bytes)\" and \"(redacted, 12 bytes)… (90 bytes)\""
            ),
            ("secre…", "secre…"), ("secret-1 …", "secret-1 …"), ("secret-1.", "secret-1."),
            ("`GET /secret%2D1…` is", "`GET /(redacted, 12 bytes)…` is"),
            ("`GET /secret%2…` is", "`GET /(redacted, 12 bytes)…` is"), ("secret%2 …", "secret%2 …"),
        ])
    func shortened(text: String, expected: String) {
        let index = SecretIndex([Array("secret-12345".utf8)])
        #expect((index.replacing(in: text, isProse: true) ?? text) == expected)
        #expect((index.replacing(in: text) ?? text) == expected)
    }

    /// A text as an encoder may write it that escapes the mark of its notation, and of the other characters any.
    private func encoded(_ text: String, asJSON: Bool, _ random: inout SplitMix) -> String {
        func digits(_ value: some BinaryInteger, _ count: Int) -> String {
            let digits = String(value, radix: 16)
            return (String(repeating: "0", count: count - digits.count) + digits).map {
                Bool.random(using: &random) ? $0.uppercased() : String($0)
            }.joined()
        }
        let share = Int.random(in: 1...8, using: &random)
        return text.unicodeScalars.map { scalar -> String in
            let isMark = asJSON ? scalar == "\\" || scalar == "\"" : scalar == "%"
            guard isMark || Int.random(in: 0..<8, using: &random) < share else { return String(scalar) }
            if !asJSON { return String(scalar).utf8.map { "%" + digits($0, 2) }.joined() }
            if "\\/\"".unicodeScalars.contains(scalar), Bool.random(using: &random) { return "\\\(scalar)" }
            return String(scalar).utf16.map { "\\u" + digits($0, 4) }.joined()
        }.joined()
    }

    private func value(_ random: inout SplitMix) -> String {
        let characters = Array(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/=._~-!<>&'@:;,%\\\"üé🔑 ")
        return String(
            (0..<Int.random(in: 12...40, using: &random)).map { _ in characters.randomElement(using: &random) ?? "a" })
    }

    @Test("each value is replaced in random encodings of each of its characters, and nothing else is", arguments: 0..<4)
    func randomEncodings(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        let values = (0..<20).map { _ in value(&random) }
        let index = SecretIndex(values.map { Array($0.utf8) })
        func replaced(_ text: String) -> String? {
            index.replacing(in: "<-\(text)->".utf8).map { String(decoding: $0, as: UTF8.self) }
        }
        for value in values {
            let expected = "<-(redacted, \(value.utf8.count) bytes)->"
            for level in 0...3 {
                var text = value
                for _ in 0..<level { text = encoded(text, asJSON: .random(using: &random), &random) }
                #expect(replaced(text) == expected, "\(value), \(text)")
                let other = self.value(&random) + encoded(self.value(&random), asJSON: .random(using: &random), &random)
                #expect(index.replacing(in: other.utf8, cuts: [.start, .end]) == nil, "\(other)")
            }
            let hex = Hex.encode(value.utf8).map { Bool.random(using: &random) ? $0.uppercased() : String($0) }
            #expect(replaced(hex.joined()) == expected, "\(value)")
            let base64 = encoded(Base64.encode(value.utf8), asJSON: .random(using: &random), &random)
            #expect(replaced(base64) == expected, "\(value), \(base64)")
        }
    }

    @Test(
        "wherever a text is cut in a value, each part of it of enough bytes is replaced, in random encodings",
        arguments: 0..<4)
    func randomCuts(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        for _ in 0..<20 {
            let value = value(&random)
            let index = SecretIndex([Array(value.utf8)])
            let pieces = value.unicodeScalars.map { encoded(String($0), asJSON: seed.isMultiple(of: 2), &random) }
            let text = Array(pieces.joined().utf8)
            let mark = "(redacted, \(value.utf8.count) bytes)"
            // Behind as many characters as a part must have, and before so many.
            let first = pieces.prefix(RedactedValues.shortest).joined().utf8.count
            let last = pieces.dropFirst().suffix(RedactedValues.shortest + 1).joined().utf8.count
            for size in first..<text.count {
                let beginning = index.replacing(in: Array("a ".utf8) + text.prefix(size), cuts: .end)
                #expect(beginning.map { String(decoding: $0, as: UTF8.self) } == "a " + mark, "\(value): \(size)")
            }
            for size in last..<text.count {
                let end = index.replacing(in: text.suffix(size) + Array(" b".utf8), cuts: .start)
                #expect(end.map { String(decoding: $0, as: UTF8.self) } == mark + " b", "\(value): \(size)")
            }
        }
    }

    @Test("values that are added are found, and a copy does not get them")
    func adding() {
        var index = SecretIndex()
        var copies: [Int: SecretIndex] = [:]
        for number in 1_000..<1_600 {
            if number.isMultiple(of: 50) { copies[number] = index }
            index.add(Array("\(number)-secret".utf8))
        }
        for number in 1_000..<1_600 {
            let text = Array("a \(number)-secret b".utf8)
            let (isFound, isInCopy) = (index.isIn(text), copies[number]?.isIn(text) ?? false)
            #expect(isFound && !isInCopy, "\(number)")
        }
    }

    /// The spellings that are compared with a text of so many bytes, most of which are like a value at first.
    private func lookups(_ count: Int, beginning: String) -> Int {
        let index = SecretIndex((0..<count).map { Array("\(beginning)\($0 &* 7_919 % 100_000)".utf8) })
        let piece = "\(beginning)-\(Base64.encode((0..<200).map { UInt8(truncatingIfNeeded: $0 &* 31) })) "
        var work = SecretIndex.Work()
        let text = Array(String(repeating: piece, count: 100).utf8)
        #expect(index.replacing(in: text, counting: &work) == nil)
        return work.lookups
    }

    @Test(
        "searching a text for a thousand values takes hardly more steps than for ten, even if all begin alike",
        arguments: ["", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJtb2NrIn0."])
    func work(_ beginning: String) {
        let (few, many) = (lookups(10, beginning: beginning), lookups(1_000, beginning: beginning))
        // Each of the 100 pieces is compared with the logarithm of all spellings, at some of its 270 offsets.
        #expect(many <= few + 100 * 270, "\(few), \(many)")
    }

    @Test(
        "a text that nearly has a value at each offset is searched in bounded work, or replaced as a whole",
        arguments: [("a", 20_000, 1), ("ab", 20_000, 1), ("a", 300, 200)])
    func adversary(_ piece: String, size: Int, count: Int) {
        let values = (0..<count).map {
            Array((String(repeating: piece, count: size / piece.utf8.count + $0) + "!").utf8)
        }
        let text = Array(String(repeating: piece, count: 400_000 / piece.utf8.count).utf8)
        var work = SecretIndex.Work()
        let replaced = SecretIndex(values).replacing(in: text, counting: &work)
        // Without a bound, each offset takes as many steps as the value has bytes.
        #expect(work.bytes + 8 * work.lookups < 140 * text.count)
        #expect(replaced.map { String(decoding: $0, as: UTF8.self) } == "(redacted, 400000 bytes)")
    }

    @Test("a text of nothing but escapes of escapes is read in bounded work")
    func nested() {
        let piece = #"\\%5C%255C\u005C%25255C"#
        let text = Array(String(repeating: piece, count: 4_000).utf8)
        var work = SecretIndex.Work()
        let values = (0..<100).map { Array(String(repeating: #"\%"#, count: 100 + $0).utf8) }
        let replaced = SecretIndex(values).replacing(in: text, counting: &work)
        #expect(work.steps < 140 * text.count)
        #expect(replaced != nil || work.lookups < text.count)
    }

    @Test("a text of nothing but values that begin alike is searched whole")
    func dense() {
        let values = (1_000..<2_000).map { "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJtb2NrIn0.\($0)" }
        let text = values.joined(separator: "\n")
        let expected = values.map { "(redacted, \($0.utf8.count) bytes)" }.joined(separator: "\n")
        #expect(replaced(text, by: values) == expected)
    }
}
