import ExactJSON
import TextCoding

extension Filter {
    /// The name as the scenario writes it.
    package var name: String {
        switch self {
        case .json: "json"
        case .url: "url"
        case .base64: "base64"
        case .base64url: "base64url"
        case .base64Decode: "base64_decode"
        case .sha256: "sha256"
        case .hex: "hex"
        case .number: "number"
        case .string: "string"
        case .trim: "trim"
        case .upper: "upper"
        case .lower: "lower"
        case .hmacSHA256: "hmac_sha256"
        case .default: "default"
        case .path: "path"
        }
    }

    /// The number of filters behind one operand that make no more than a few times its size.
    static let few = 2

    /// How many times larger than its operand its result may be.
    var growth: Int {
        switch self {
        case .json: 6
        case .url, .path: 3
        case .base64, .base64url, .hex, .upper, .lower: 2
        case .base64Decode, .sha256, .hmacSHA256, .number, .string, .trim, .default: 1
        }
    }

    /// The operand in its arguments.
    var argument: Operand? {
        switch self {
        case .hmacSHA256(let key): key
        case .default(let other): other
        default: nil
        }
    }

    /// The bytes that it makes of a value at least.
    func leastSize(of value: TemplateValue) -> Int {
        let size = value.leastSize
        return switch self {
        case .base64, .base64url: size / 3 * 4
        case .hex: size * 2
        default: size
        }
    }

    func apply(to value: TemplateValue, in scope: EvaluationContext, at position: Position) -> Outcome {
        switch self {
        case .json:
            guard let json = value.json else { return noText(value) }
            return .text(json.text())
        case .url: return .text(Percent.encode(value.bytes))
        case .base64: return .text(Base64.encode(value.bytes))
        case .base64url: return .text(Base64.encode(value.bytes, .url))
        case .base64Decode: return decodeBase64(value)
        case .sha256: return .value(.bytes(SHA256.hash(value.bytes)))
        case .hmacSHA256(let key):
            switch key.outcome(in: scope, at: position) {
            case .value(let key): return .value(.bytes(SHA256.authenticate(value.bytes, key: key.bytes)))
            case .missing(let sentence): return .failed("hmac_sha256 has no key: \(sentence)")
            case let other: return other
            }
        case .hex: return .text(Hex.encode(value.bytes))
        case .number: return number(value)
        case .string: return changed(value) { $0 }
        case .trim: return changed(value, Self.trim)
        case .upper: return changed(value) { $0.uppercased() }
        case .lower: return changed(value) { $0.lowercased() }
        case .default: return .value(value)
        case .path:
            return changed(value) {
                $0.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%25")
            }
        }
    }

    private func changed(_ value: TemplateValue, _ change: (String) -> String) -> Outcome {
        value.text.map { .text(change($0)) } ?? noText(value)
    }

    private func noText(_ value: TemplateValue) -> Outcome {
        .failed("\(name) takes text, and these \(value.bytes.count) bytes are not UTF-8")
    }

    private func number(_ value: TemplateValue) -> Outcome {
        switch value {
        case .json(.number): return .value(value)
        case .json(let json) where json.kind != .string:
            return .failed("number takes a number or text, not \(json.kind.withArticle)")
        default:
            guard let text = value.text else { return noText(value) }
            guard let number = JSONNumber(lexeme: text) else {
                return .failed("number takes a JSON number, and \(Excerpt.quoted(text)) is not one")
            }
            return .value(.json(.number(number)))
        }
    }

    /// Accepts both alphabets: a test seldom cares which one a client uses.
    private func decodeBase64(_ value: TemplateValue) -> Outcome {
        guard let text = value.text else { return noText(value) }
        guard let bytes = Base64.decode(text) ?? Base64.decode(text, .url) else {
            return .failed("base64_decode takes base64, and \(Excerpt.quoted(text)) is not base64")
        }
        return .value(.bytes(bytes))
    }

    private static func trim(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}

extension JSON.Kind {
    /// `a string`, `an object`, `null`.
    var withArticle: String {
        switch self {
        case .null: "null"
        case .array, .object: "an \(rawValue)"
        case .boolean, .number, .string: "a \(rawValue)"
        }
    }
}
