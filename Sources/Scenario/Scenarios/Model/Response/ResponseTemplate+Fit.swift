/// The value of a `Content-Length` field (RFC 9110, section 8.6).
package enum ContentLength {
    /// The number of bytes that it states; nil for anything but digits.
    package static func value(of text: some Collection<UInt8>) -> Int? {
        guard !text.isEmpty, text.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        return Int(String(decoding: Array(text), as: UTF8.self))
    }
}

extension ResponseTemplate.Status {
    /// Whether a response with this status never has content (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5).
    package static func hasNoContent(_ status: Int) -> Bool { status == 204 || status == 205 || status == 304 }
}

extension ResponseTemplate.Header {
    /// Whether its values must agree with the body and are not wrong on purpose.
    package var isAboutBody: Bool {
        guard !isDeliberate else { return false }
        let name = name.lowercased()
        return name == "content-length" || name == "content-encoding"
    }
}

extension ResponseTemplate {
    /// The first header that contradicts the body, as a clause, if a template made one of them; nil if all agree.
    ///
    /// - Parameters:
    ///   - values: returns the values that were made for a header.
    ///   - start: the first bytes of the body; at least four of a longer one.
    package func contradiction(
        bodySize: Int, start: some Collection<UInt8>, values: (_ name: String) -> [String]
    ) -> (clause: String, position: Position)? {
        for header in headers where header.isAboutBody {
            let made = values(header.name)
            guard let value = made.last, let position = header.values.last?.position else { continue }
            if header.name.lowercased() == "content-length" {
                guard made.count == 1, ContentLength.value(of: value.utf8) == bodySize else {
                    let size = EnglishText.count(bodySize, "byte")
                    return (
                        "Content-Length says \(made.joined(separator: ", ")), but the body has \(size)",
                        position
                    )
                }
            } else if let coding = ContentCoding.outermost(of: value),
                ContentCoding.canBegin(coding, with: start) == false
            {
                return ("Content-Encoding says \(coding), but the body is not encoded so", position)
            }
        }
        return nil
    }
}
