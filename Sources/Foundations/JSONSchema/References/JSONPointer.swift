import ExactJSON

/// A JSON Pointer (RFC 6901): the path to a value in a document.
struct JSONPointer {
    /// The reference tokens, unescaped.
    private(set) var tokens: [String]

    /// The pointer written as `text`; nil if it does not begin with a slash or has a `~` that is not `~0` or `~1`.
    init?(_ text: String) {
        tokens = []
        let scalars = text.unicodeScalars
        if scalars.isEmpty { return }
        guard scalars.first == "/" else { return nil }
        for part in scalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let token = Self.unescape(part) else { return nil }
            tokens.append(token)
        }
    }

    /// The token as it stands in a pointer, behind a slash.
    static func step(_ token: String) -> String {
        var step = "/"
        for scalar in token.unicodeScalars {
            switch scalar {
            case "~": step += "~0"
            case "/": step += "~1"
            default: step.unicodeScalars.append(scalar)
            }
        }
        return step
    }

    private static func unescape(_ part: Substring.UnicodeScalarView) -> String? {
        var token = ""
        var isEscaped = false
        for scalar in part {
            if isEscaped {
                guard scalar == "0" || scalar == "1" else { return nil }
                token.unicodeScalars.append(scalar == "0" ? "~" : "/")
                isEscaped = false
            } else if scalar == "~" {
                isEscaped = true
            } else {
                token.unicodeScalars.append(scalar)
            }
        }
        return isEscaped ? nil : token
    }
}

extension JSON {
    /// The member or element that a pointer's token names (RFC 6901, section 4).
    func value(at token: String) -> JSON? {
        switch self {
        case .object(let object):
            return object[token]
        case .array(let elements):
            let isIndex = token.utf8.allSatisfy { 0x30...0x39 ~= $0 } && (token.utf8.first != 0x30 || token == "0")
            guard isIndex, let index = Int(token), elements.indices.contains(index) else { return nil }
            return elements[index]
        default:
            return nil
        }
    }
}
