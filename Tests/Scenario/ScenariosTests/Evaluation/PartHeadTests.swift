import HTTPMessage
import Testing

@testable import Scenarios

@Suite("The header of a part")
struct PartHeadTests {
    struct Row: Sendable {
        let value: String
        let name: String?
        let filename: String?
        let isUnambiguous: Bool

        init(_ value: String, _ name: String?, _ filename: String? = nil, isUnambiguous: Bool = true) {
            (self.value, self.name, self.filename) = (value, name, filename)
            self.isUnambiguous = isUnambiguous
        }
    }

    private func head(_ lines: String...) -> PartHead? {
        PartHead(Array(lines.map { "\r\n" + $0 }.joined().utf8)[...])
    }

    private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    @Test(
        "has a name and a file name",
        arguments: [
            Row("form-data; name=a", "a"), Row("form-data; name=\"a b\"; filename=\"c.txt\"", "a b", "c.txt"),
            Row("form-data;name=\"a\";filename=c ;", "a", "c"), Row("form-data; NAME=\"é\"", "é"),
            Row("attachment; filename=x", nil, "x"), Row("form-data", nil),
            // Browsers encode three characters, and no others.
            Row("form-data; name=\"a%22b%0D%0A%25\"", "a\"b\r\n%25"),
            Row("form-data; name=a; filename=\"50%.txt\"", "a", "50%.txt"),
            Row("form-data; name=a; filename=\"C:\\dir\\x.txt\"", "a", "C:\\dir\\x.txt"),
            // Only some programs read a backslash as an escape.
            Row("form-data; name=\"a\\\"b\"", "a\"b", isUnambiguous: false),
            Row("form-data; name=a; filename=\"a\\\\b\\\"\"", "a", "a\\b\"", isUnambiguous: false),
            Row("form-data; name=a; filename*=UTF-8''%e2%82%ac%20x", "a", "€ x"),
            Row("form-data; name=a; filename=y; filename*=iso-8859-1'en'%E9", "a", "é"),
            Row("form-data; name=a; filename*=utf-16''x; filename=y", "a", "y"),
            Row("form-data; name=a; filename*=UTF-8''%zz; filename=y", "a", "y"),
            Row("form-data; name=a; name=b", "a", isUnambiguous: false),
            Row("form-data; name*=utf-8''a", nil, isUnambiguous: false),
            Row("form-data; name=\"a", nil, isUnambiguous: false), Row("form-data name=a", nil, isUnambiguous: false),
            Row("form-data; name=", nil, isUnambiguous: false), Row("; name=a", "a", isUnambiguous: false),
            Row("form-data; name=\"=?utf-8?q?a?=\"", "=?utf-8?q?a?=", isUnambiguous: false),
        ])
    func names(row: Row) throws {
        let head = try #require(self.head("Content-Disposition: \(row.value)"))
        #expect(text(head.name) == row.name)
        #expect(text(head.filename) == row.filename)
        #expect(head.isUnambiguous == row.isUnambiguous)
    }

    @Test("has fields, some of them folded")
    func fields() throws {
        let folded = try #require(head("Content-Disposition: form-data;", "  name=a", "X: 1"))
        #expect(text(folded.name) == "a")
        #expect(!folded.isUnambiguous)
        #expect(folded.fields.count == 2)
        let twice = try #require(head("Content-Type: a/b", "content-type: c/d"))
        #expect(!twice.isUnambiguous)
        #expect(head(" a: b") == nil)
        #expect(head("a b: c") == nil)
        #expect(head("ab") == nil)
        #expect(head("a: b\rc: d") == nil)
        #expect(head("a: b\nc: d") == nil)
    }

    @Test("says what the content is")
    func types() throws {
        #expect(try #require(head("Content-Type: Application/Json ;x=y")).isJSON)
        #expect(try #require(head("Content-Type: application/problem+json")).isJSON)
        #expect(try !#require(head("Content-Type: application/jsonl")).isJSON)
        #expect(try #require(head("Content-Type: Multipart/mixed; boundary=x")).isMultipart)
        #expect(try !#require(head("X: multipart/mixed")).isMultipart)
    }
}
