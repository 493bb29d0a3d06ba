package import HTTPMessage
package import Scenarios

// What a server issues may come back in any part of a request, so it is noted before the client has it.
extension Redactor {
    /// Whether something may be redacted in responses of this template.
    package func concerns(_ response: ResponseTemplate) -> Bool {
        goesBeyondStandard || redacts && response.mayHaveCredentials
    }

    /// Whether something may be redacted in a body of a response with these fields.
    ///
    /// - Parameter start: the first bytes of the body.
    package func concernsBody(_ start: [UInt8], _ fields: Fields) -> Bool {
        redaction.concernsBodies || redacts && BodyContent.hasParts(start, fields)
    }

    /// Notes the values of the fields.
    package func note(_ fields: Fields, in noted: inout RedactedValues) { _ = self.fields(fields, noting: &noted) }

    /// Notes the values of a body of a message with these fields. Unlike a report, which redacts a body as a whole that
    /// can't be parsed, this leaves it out: a text such as a path would be redacted wherever it stands.
    ///
    /// - Returns: whether a header of one of its parts is redacted.
    @discardableResult
    package func note(body: [UInt8], _ fields: Fields, in noted: inout RedactedValues) -> Bool {
        guard let content = DecodedBody(body, fields).bytes, !content.isEmpty else { return false }
        let hides =
            BodyContent.hasParts(content, fields) && redactingHeadLines(in: content, &noted) != content
        guard redaction.concernsBodies else { return hides }
        let parsed = BodyContent(decoded: content, fields, redaction: redaction)
        if case .opaque = parsed { return hides }
        _ = redacting(parsed, of: content, noting: &noted)
        return hides
    }

    /// Notes the values of what is known of a request's head.
    package func note(_ head: PartialHead, in noted: inout RedactedValues) {
        guard redacts else { return }
        _ = target(head.target, noting: &noted)
        if let authority = head.authority {
            _ = self.authority(String(decoding: authority, as: UTF8.self), noting: &noted)
        }
        note(head.fields, in: &noted)
    }

    /// Notes the values in the lines of a head, which may be malformed.
    package func note(head: [UInt8], in noted: inout RedactedValues) { redactingHeadLines(in: head, &noted) }

    /// Notes the values of a response that is stated as bytes of HTTP/1.1.
    package func note(raw bytes: [UInt8], in noted: inout RedactedValues) {
        guard redacts else { return }
        redactingHeadLines(in: bytes, &noted)
        guard let start = bytes.firstRange(of: "\r\n\r\n".utf8)?.upperBound else { return }
        note(body: Array(bytes[start...]), Fields(), in: &noted)
    }
}
