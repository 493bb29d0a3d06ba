import TextCoding

/// A position in a JSON text.
package struct JSONPosition: Hashable, Sendable {
    /// The offset in bytes.
    package let offset: Int
    /// The line, from 1; LF, CRLF and CR each end a line.
    package let line: Int
    /// The column in Unicode scalars, from 1.
    package let column: Int

    /// The position with these numbers.
    package init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }
}

/// Why a text is not JSON, and where.
package struct JSONError: Error, Hashable, Sendable {
    /// The kind of error.
    package enum Reason: Hashable, Sendable {
        case empty
        case byteOrderMark
        case unexpectedEnd(expected: String)
        case unexpected(found: String, expected: String)
        case trailingComma(closing: String)
        case trailingContent(found: String)
        case unknownWord(String)
        case leadingZero
        case malformedNumber(String)
        case controlCharacter(UInt8)
        case invalidUTF8
        case unterminatedString
        case unknownEscape(String)
        case malformedUnicodeEscape
        case loneSurrogate(String)
        case duplicateMember(path: String)
        case tooDeep(limit: Int)
    }

    /// The kind of error.
    package let reason: Reason
    /// The position of the error.
    package let position: JSONPosition

    /// The error as a sentence without the position.
    package var message: String {
        switch reason {
        case .empty: "there is no JSON value, the text is empty"
        case .byteOrderMark: "the text begins with a byte order mark, which JSON does not allow"
        case .unexpectedEnd(let expected): "the text ends where \(expected) should follow"
        case .unexpected(let found, let expected): "\(found) stands where \(expected) should"
        case .trailingComma(let closing): "a comma stands before the closing \(closing)"
        case .trailingContent(let found): "\(found) follows after the value's end"
        case .unknownWord(let word): "\(word) is not a JSON value; write true, false or null, or put the word in quotes"
        case .leadingZero: "a number must not begin with a zero that more digits follow"
        case .malformedNumber(let expected): "the number lacks \(expected)"
        case .controlCharacter(let byte):
            "the control character U+\(Hex.codePoint(UInt32(byte))) stands in a string; write it as an escape"
        case .invalidUTF8: "the text is not valid UTF-8 here"
        case .unterminatedString: "the string that begins here has no closing quote"
        case .unknownEscape(let escape): "\(escape) is not an escape of JSON"
        case .malformedUnicodeEscape: "\\u must be followed by four hexadecimal digits"
        case .loneSurrogate(let escape): "\(escape) is half of a surrogate pair without its other half"
        case .duplicateMember(let path): "the member \(path) is there twice"
        case .tooDeep(let limit): "arrays and objects are nested more than \(limit) deep"
        }
    }
}

extension JSONError: CustomStringConvertible {
    /// The position and the sentence.
    package var description: String { "line \(position.line), column \(position.column): \(message)" }
}
