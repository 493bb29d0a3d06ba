import ScenarioBuilder
import Testing

@Suite("the text of a body")
struct BodyTextTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let contentType: String?
        let body: [UInt8]
        /// nil if the body is not text.
        let text: String?
        let error: BodyTextError?

        init(_ contentType: String?, _ body: [UInt8], _ text: String) {
            (self.contentType, self.body, self.text, error) = (contentType, body, text, nil)
        }

        init(_ contentType: String?, _ body: [UInt8], _ error: BodyTextError) {
            (self.contentType, self.body, text, self.error) = (contentType, body, nil, error)
        }

        var testDescription: String { "\(contentType ?? "no Content-Type"), \(body)" }
    }

    static let vectors = [
        Vector(nil, [], ""),
        Vector(nil, [0xC3, 0xA9], "é"),
        Vector(nil, [0xE9], .invalid(charset: "UTF-8", isStated: false)),
        Vector("text/csv", [0xC3, 0xA9], "é"),
        Vector("text/csv; charset=", [0xC3, 0xA9], "é"),
        Vector("text/csv; header=present; Charset = \"UTF-8\"", [0xC3, 0xA9], "é"),
        Vector("text/csv; charset=utf-8", [0xEF, 0xBB, 0xBF, 0x61], "a"),
        Vector("text/csv; charset=utf-8", [0xC3], .invalid(charset: "utf-8", isStated: true)),
        Vector("text/csv; charset=ISO-8859-1", [0xE9, 0x41], "éA"),
        Vector("text/csv; title=\"a;charset=utf-16\"; charset=latin1", [0xE9], "é"),
        Vector("text/csv; title=\"a\\\"; charset=utf-16\"", [0x61], "a"),
        Vector("text/plain; charset=us-ascii", [0x61], "a"),
        Vector("text/plain; charset=us-ascii", [0xE9], .invalid(charset: "us-ascii", isStated: true)),
        Vector("text/plain; charset=utf-16", [0x00, 0xE9], "é"),
        Vector("text/plain; charset=utf-16", [0xFE, 0xFF, 0x00, 0xE9], "é"),
        Vector("text/plain; charset=utf-16", [0xFF, 0xFE, 0xE9, 0x00], "é"),
        Vector("text/plain; charset=utf-16le", [0x3D, 0xD8, 0x00, 0xDE], "😀"),
        Vector("text/plain; charset=utf-16be", [0xD8, 0x3D], .invalid(charset: "utf-16be", isStated: true)),
        Vector("text/plain; charset=utf-16be", [0x00], .invalid(charset: "utf-16be", isStated: true)),
        Vector("text/plain; charset=koi8-r", [0x61], .unknownCharset("koi8-r")),
    ]

    @Test("is decoded by the charset of its Content-Type, or is an error", arguments: vectors)
    func decoded(vector: Vector) throws {
        do {
            #expect(try BodyText.decode(vector.body, contentType: vector.contentType) == vector.text)
        } catch {
            #expect(error == vector.error)
        }
    }

    @Test("has errors that say what to do")
    func errors() {
        #expect(
            BodyTextError.unknownCharset("koi8-r").description
                == "the Content-Type states the charset \"koi8-r\", which is not known here; read the bytes from body. "
                + "Known are utf-8, us-ascii, iso-8859-1, utf-16, utf-16be and utf-16le")
        #expect(
            BodyTextError.invalid(charset: "us-ascii", isStated: true).description
                == "the body is not text in us-ascii, the charset that its Content-Type states; read the bytes from body"
        )
        #expect(
            BodyTextError.invalid(charset: "UTF-8", isStated: false).description
                == "the body is not text in UTF-8, which holds unless its Content-Type states a charset; read the bytes "
                + "from body")
    }
}
