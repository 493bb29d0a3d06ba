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
        ])
    func shortened(text: String, expected: String) {
        let index = SecretIndex([Array("secret-12345".utf8)])
        #expect((index.replacing(in: text, isProse: true) ?? text) == expected)
        #expect((index.replacing(in: text) ?? text) == expected)
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

    @Test("a text of nothing but values that begin alike is searched whole")
    func dense() {
        let values = (1_000..<2_000).map { "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJtb2NrIn0.\($0)" }
        let text = values.joined(separator: "\n")
        let expected = values.map { "(redacted, \($0.utf8.count) bytes)" }.joined(separator: "\n")
        #expect(replaced(text, by: values) == expected)
    }
}
