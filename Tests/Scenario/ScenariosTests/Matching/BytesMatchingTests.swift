import ContentCompression
import HTTPMessage
import RequestFixtures
import ScenarioFiles
import Testing
import TextCoding

@testable import Scenarios

@Suite("The bytes of a body as they came")
struct BytesMatchingTests {
    private static func post(_ body: String) -> Request { Request("POST /x", body: body) }
    private static func post(_ bytes: [UInt8]) -> Request { Request("POST /x", bytes: bytes) }
    private static let digest = Hex.encode(SHA256.hash(Array("abc".utf8)))

    @Test(
        "are compared by base64, length, presence and digest",
        arguments: [
            Vector("base64: YWJj", post("abc"), post("abd")),
            Vector("base64: /w==", post([0xFF]), post([0xFF, 0])),
            Vector("base64: ''", post(""), post(" ")),
            Vector("base64: \"YWJj\\n  ZA==\"", post("abcd"), post("abc")),
            Vector("body: {length: 3}", post("abc"), post("ab")),
            Vector("body: {length: 1KiB}", post(String(repeating: "a", count: 1024)), post("a")),
            Vector("body: {length: {gte: 2B, lt: 0.004KB}}", post("abc"), post("abcd")),
            Vector("body: {length: {equals: 2}}", post("é"), post("e")),
            Vector("body: {empty: true}", post(""), post(" ")),
            Vector("body: {empty: false}", post("x"), post("")),
            Vector("body: {sha256: \(digest)}", post("abc"), post("abd")),
            Vector("body: {sha256: \(digest.uppercased())}", post("abc"), post("")),
            Vector("body: {sha256: {starts_with: ba78}}", post("abc"), post("abd")),
            Vector("body: {length: 3, sha256: {one_of: [\(digest)]}}", post("abc"), post("abd")),
            Vector("not: {base64: YWJj}", post("abd"), post("abc")),
        ])
    func keys(vector: Vector) throws {
        let fixture = try Fixture(assert: vector.matcher)
        #expect(try fixture.matches(vector.matching))
        #expect(try !fixture.matches(vector.differing))
    }

    @Test("are not decoded")
    func encoded() throws {
        let bytes = Compressor.compress(Array("abc".utf8), as: .gzip)
        let request = Request("POST /x", ["Content-Encoding: gzip"], bytes: bytes)
        #expect(try Fixture(assert: "base64: \(Base64.encode(bytes))").matches(request))
        #expect(try !Fixture(assert: "base64: YWJj").matches(request))
        #expect(try Fixture(assert: "body: {length: \(bytes.count)}").matches(request))
        #expect(try Fixture(assert: "text: abc").matches(request))
    }

    @Test("take values of variables")
    func templates() throws {
        let fixture = try Fixture(
            assert: "base64: '{{a | base64}}'\nbody: {length: '{{n}}', sha256: '{{a | sha256 | hex}}'}",
            vars: "a: abc\nn: 3")
        #expect(try fixture.matches(Self.post("abc")))
        #expect(try !fixture.matches(Self.post("abd")))
        #expect(
            try Fixture(assert: "base64: '{{a | base64}}'", vars: "a: abc").report(Self.post([0xFF])) == """
                7:13 body differs at offset 0: it has 1 byte instead of 3
                - bytes that variables made <[0]>
                + FF
                """)
        let unset = try Fixture(assert: "base64: '{{later}}'", set: "later: x")
        #expect(try !unset.matches(Self.post("")))
        let broken = try Fixture(assert: "base64: '{{a}}'", vars: "a: '***'")
        #expect(try broken.report(Self.post("")) == "7:13 body can't be compared: this is not base64\nblocked at 7:13")
    }

    @Test("of a file, in memory or larger")
    func files() throws {
        let large = [UInt8](repeating: 7, count: FileBody.memoryLimit + 9)
        for (name, bytes) in [("small.bin", [1, 2, 3]), ("large.bin", large)] {
            let folder = try TemporaryFiles([name: bytes])
            let fixture = try Fixture(assert: "file: \(name)", folder: folder.path)
            #expect(try fixture.matches(Self.post(bytes)))
            var changed = bytes
            changed[2] = 0xFF
            #expect(try !fixture.matches(Self.post(changed)))
            #expect(try fixture.report(Self.post(changed)).hasPrefix("5:11 body differs at offset 2\n- "))
        }
    }

    @Test("of a file that is shorter or longer")
    func lengths() throws {
        let folder = try TemporaryFiles(["a.bin": [1, 2, 3]])
        let fixture = try Fixture(assert: "file: a.bin", folder: folder.path)
        #expect(
            try fixture.report(Self.post([1, 2, 3, 0])) == """
                5:11 body differs at offset 3: it has 4 bytes instead of 3
                - the end
                + 00
                """)
        #expect(
            try fixture.report(Self.post([1])) == """
                5:11 body differs at offset 1: it has 1 byte instead of 3
                - 02 03
                + the end
                """)
    }

    @Test("say where they differ")
    func report() throws {
        let bytes = try Fixture(assert: "base64: AAEC")
        #expect(
            try bytes.report(Self.post([0, 9])) == """
                5:13 body differs at offset 1: it has 2 bytes instead of 3
                - 01 02
                + 09
                """)
        #expect(
            try bytes.report(Self.post([])) == """
                5:13 body differs at offset 0: it has 0 bytes instead of 3
                - 00 01 02
                + the end
                """)
        let text = try Fixture(assert: "base64: \(Base64.encode(Array("a\nb\nc".utf8)))")
        #expect(
            try text.report(Self.post("a\nB\nc")) == """
                5:13 body differs at offset 2
                - b
                + B
                """)
        let facts = try Fixture(assert: "body: {length: {lte: 1KB}, empty: true, sha256: {starts_with: '00'}}")
        #expect(
            try facts.report(Self.post(String(repeating: "a", count: 1001))).hasPrefix(
                """
                5:26 body length differs
                - at most 1000
                + 1001
                5:39 body must not be there
                """))
        #expect(
            try facts.report(Self.post("abc")) == """
                5:39 body must not be there
                + abc
                5:67 body sha256 differs
                - starting with 00
                + \(Self.digest)
                """)
    }
}
