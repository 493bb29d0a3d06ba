import ExactJSON
import TextCoding

extension ContentTemplate {
    /// The bytes in the context of `scope`.
    ///
    /// - Throws: a template without a value, or text that is not base64.
    package func bytes(in scope: EvaluationContext) throws(EvaluationError) -> [UInt8] {
        switch self {
        case .text(let text): try text.bytes(in: scope)
        case .json(let json): try json.evaluate(in: scope).bytes()
        case .bytes(let bytes): bytes
        case .base64(let text): try Self.decode(text, in: scope)
        }
    }

    /// The bytes of base64 that a template makes.
    package static func decode(
        _ template: Template, in scope: EvaluationContext
    ) throws(EvaluationError) -> [UInt8] {
        guard let bytes = decode(try template.text(in: scope)) else {
            throw EvaluationError(.invalid("the text is not base64"), position: template.position)
        }
        return bytes
    }

    /// The bytes of base64 (RFC 4648, section 4), which may contain white space; nil for other text.
    package static func decode(_ text: String) -> [UInt8]? {
        Base64.decode(text, ignoresSpace: true)
    }
}
