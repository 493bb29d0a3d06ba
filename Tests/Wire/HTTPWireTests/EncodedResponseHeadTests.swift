import HTTPMessage
import HTTPWire
import Testing

@Suite("Prepared heads")
struct EncodedResponseHeadTests {
    private func refusal(_ head: ResponseHead) -> String? {
        do {
            _ = try EncodedResponseHead(head)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(
        "a value that would end its line is not sent, and the error names the header",
        arguments: [
            ("a\r\nSet-Cookie: x", "a carriage return"), ("a\nb", "a line feed"), ("a\0", "a NUL byte"),
            ("a\r", "a carriage return"),
        ]
    )
    func values(value: String, found: String) {
        #expect(
            refusal(ResponseHead(status: 200, fields: Fields([("A", "b"), ("X-Id", value)])))
                == "The header `X-Id` cannot be sent: its value holds \(found) (RFC 9110, section 5.5).")
    }

    @Test("other bytes of a value are sent as they stand")
    func oddValues() {
        #expect(refusal(ResponseHead(status: 200, fields: Fields([("A", "é\t\u{1}: ")]))) == nil)
    }

    @Test("a name that is not a token is not sent", arguments: ["", "a b", "a:", "a\r\nb", "é"])
    func names(name: String) {
        let shown = ["": "", "a b": "a b", "a:": "a:", "a\r\nb": "a\\x0D\\x0Ab", "é": "\\xC3\\xA9"][name] ?? "?"
        #expect(
            refusal(ResponseHead(status: 200, fields: Fields([(name, "x")])))
                == "The header name `\(shown)` cannot be sent: it is not a token (RFC 9110, section 5.1).")
    }

    @Test("a reason phrase that would end its line is not sent")
    func reasons() {
        #expect(
            refusal(ResponseHead(status: 200, reason: "a\nb"))
                == "The reason phrase cannot be sent: it holds a line feed (RFC 9112, section 4).")
        #expect(refusal(ResponseHead(status: 200, reason: "Très bien")) == nil)
    }

    @Test("a status has three digits")
    func statuses() {
        #expect(refusal(ResponseHead(status: 100)) == nil)
        #expect(refusal(ResponseHead(status: 999)) == nil)
        for status in [-1, 0, 99, 1000, Int.max, Int.min] {
            #expect(
                refusal(ResponseHead(status: status))
                    == "The status \(status) cannot be sent: it is not from 100 to 999 (RFC 9110, section 15).")
        }
    }

    @Test("trailers are held to the same, and nothing of them is written")
    func trailers() throws {
        let context = ResponseContext()
        let encoder = ResponseEncoder(
            try EncodedResponseHead(ResponseHead(status: 200)), answering: context, body: .chunked)
        var output: [UInt8] = []
        #expect(throws: HTTP1Unsendable.value(name: "T", byte: 0x0A)) {
            try encoder.appendEnd(trailers: Fields([("T", "a\nb")]), to: &output)
        }
        #expect(output.isEmpty)
    }
}
