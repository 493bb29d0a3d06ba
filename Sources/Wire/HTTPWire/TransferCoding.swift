import Bytes
import HTTPMessage

/// A member of a Transfer-Encoding list (RFC 9112, section 7).
struct TransferCoding {
    /// The coding's name, without its parameters.
    let name: ArraySlice<UInt8>
    /// The coding with its parameters, as it is in the field.
    let text: ArraySlice<UInt8>

    var isNamedChunked: Bool { name.equalsIgnoringASCIICase("chunked") }
    /// Whether this is the coding that the server decodes. `chunked` defines no parameters (RFC 9112, section 7.1).
    var isPlainChunked: Bool { isNamedChunked && name.count == text.count }

    /// The members of the list `value`; nil if it violates the grammar. Empty members are ignored (RFC 9110, section
    /// 5.6.1.2).
    static func list(_ value: ArraySlice<UInt8>) -> [TransferCoding]? {
        var codings: [TransferCoding] = []
        var reader = Reader(rest: value)
        while true {
            reader.skipBlanks()
            if reader.take(.comma) { continue }
            if reader.rest.isEmpty { return codings }
            guard let coding = reader.takeCoding() else { return nil }
            codings.append(coding)
            reader.skipBlanks()
            guard reader.rest.isEmpty || reader.take(.comma) else { return nil }
        }
    }

    /// Parses a list from its front.
    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func skipBlanks() { rest = rest.drop { $0 == .space || $0 == .tab } }

        mutating func take(_ byte: UInt8) -> Bool {
            guard rest.first == byte else { return false }
            rest = rest.dropFirst()
            return true
        }

        mutating func takeToken() -> ArraySlice<UInt8>? {
            let token = rest.prefix(while: \.isTokenByte)
            rest = rest[token.endIndex...]
            return token.isEmpty ? nil : token
        }

        mutating func takeCoding() -> TransferCoding? {
            let whole = rest
            guard let name = takeToken() else { return nil }
            var end = rest.startIndex
            while true {
                skipBlanks()
                guard take(.semicolon) else { return TransferCoding(name: name, text: whole[..<end]) }
                guard takeParameter() else { return nil }
                end = rest.startIndex
            }
        }

        private mutating func takeParameter() -> Bool {
            skipBlanks()
            guard takeToken() != nil else { return false }
            skipBlanks()
            guard take(.equalsSign) else { return false }
            skipBlanks()
            return takeToken() != nil || takeQuoted()
        }

        /// A quoted string (RFC 9110, section 5.6.4). Every byte is allowed: a field has no control bytes except tabs.
        private mutating func takeQuoted() -> Bool {
            guard take(.doubleQuote) else { return false }
            while let byte = rest.popFirst() {
                if byte == .doubleQuote { return true }
                if byte == .backslash, rest.popFirst() == nil { return false }
            }
            return false
        }
    }
}
