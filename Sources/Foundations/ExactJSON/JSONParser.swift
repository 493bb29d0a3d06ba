import TextCoding

/// Parses one JSON text (RFC 8259). Its stack is on the heap, so only `depthLimit` limits the depth.
struct JSONParser<Builder: JSONBuilder> {
    let bytes: UnsafeBufferPointer<UInt8>
    let depthLimit: Int
    var builder: Builder
    var offset = 0
    private var stack: [JSONFrame<Builder>] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>, builder: Builder, depthLimit: Int) {
        self.bytes = bytes
        self.builder = builder
        self.depthLimit = depthLimit
    }

    mutating func parse() throws(JSONError) -> Builder.Value {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw error(.byteOrderMark) }
        skipSpace()
        if offset == bytes.count { throw error(.empty) }
        while true {
            guard var value = try startValue() else { continue }
            while true {
                guard let top = stack.indices.last else {
                    skipSpace()
                    if offset < bytes.count { throw error(.trailingContent(found: found)) }
                    return value
                }
                stack[top].values.append(value)
                if try continues(isObject: stack[top].isObject) { break }
                value = close()
            }
        }
    }

    /// Reads a scalar or an empty container; enters any other container and returns nil.
    private mutating func startValue() throws(JSONError) -> Builder.Value? {
        guard let byte = peek else { throw error(.unexpectedEnd(expected: "a value")) }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if stack.count >= depthLimit { throw error(.tooDeep(limit: depthLimit)) }
            let isObject = byte == UInt8(ascii: "{")
            stack.append(JSONFrame(isObject: isObject, mark: builder.mark(at: offset)))
            offset += 1
            skipSpace()
            if peek == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                offset += 1
                return close()
            }
            if isObject { try readName(orElse: "a member's name or }") }
            return nil
        case UInt8(ascii: "\""):
            let mark = builder.mark(at: offset)
            return builder.string(try readString(), mark)
        case UInt8(ascii: "-"), 0x30...0x39:
            let mark = builder.mark(at: offset)
            return builder.number(try readNumber(), mark)
        default:
            return try readWord()
        }
    }

    private mutating func close() -> Builder.Value {
        let frame = stack.removeLast()
        return frame.isObject ? builder.object(frame) : builder.array(frame.values, frame.mark)
    }

    /// Reads the text after a member or element: true behind a comma (and a name), false behind the closing bracket.
    private mutating func continues(isObject: Bool) throws(JSONError) -> Bool {
        skipSpace()
        let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        guard let byte = peek else { throw error(.unexpectedEnd(expected: isObject ? ", or }" : ", or ]")) }
        if byte == closing {
            offset += 1
            return false
        }
        guard byte == UInt8(ascii: ",") else {
            throw error(.unexpected(found: found, expected: isObject ? ", or }" : ", or ]"))
        }
        let comma = offset
        offset += 1
        skipSpace()
        if peek == closing { throw error(.trailingComma(closing: isObject ? "}" : "]"), at: comma) }
        if isObject { try readName(orElse: "a member's name") }
        return true
    }

    /// Reads a member's name and its colon, up to the value.
    private mutating func readName(orElse expected: String) throws(JSONError) {
        guard let byte = peek else { throw error(.unexpectedEnd(expected: expected)) }
        guard byte == UInt8(ascii: "\"") else { throw error(.unexpected(found: found, expected: expected)) }
        let start = offset
        let mark = builder.mark(at: start)
        let name = try readString()
        let isNew = stack[stack.count - 1].add(name, mark)
        if !isNew {
            let duplicate = error(.duplicateMember(path: path), at: start)
            if !builder.isDuplicateTolerated(duplicate) { throw duplicate }
        }
        skipSpace()
        guard let colon = peek else { throw error(.unexpectedEnd(expected: ":")) }
        guard colon == UInt8(ascii: ":") else { throw error(.unexpected(found: found, expected: ":")) }
        offset += 1
        skipSpace()
    }

    private mutating func readWord() throws(JSONError) -> Builder.Value {
        let mark = builder.mark(at: offset)
        let rest = bytes[offset...]
        let word = rest.prefix { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x5F }
        let value: Builder.Value
        if word.elementsEqual("null".utf8) {
            value = builder.null(mark)
        } else if word.elementsEqual("true".utf8) {
            value = builder.bool(true, mark)
        } else if word.elementsEqual("false".utf8) {
            value = builder.bool(false, mark)
        } else if word.isEmpty {
            throw error(.unexpected(found: found, expected: "a value"))
        } else {
            throw error(.unknownWord(String(decoding: word.prefix(40), as: UTF8.self)))
        }
        offset += word.count
        return value
    }

    /// The path of the current value, such as `$.a[2]['b c']`: the last name read is the last step.
    private var path: String {
        var path = "$"
        for frame in stack {
            if frame.isObject {
                path += JSON.pathStep(frame.names.last ?? "")
            } else {
                path += "[\(frame.values.count)]"
            }
        }
        return path
    }

    var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    /// The character at the offset, for an error's text.
    private var found: String {
        guard let byte = peek else { return "the end" }
        if byte > 0x20 && byte < 0x7F { return String(UnicodeScalar(byte)) }
        if byte < 0x80 { return "U+\(Hex.codePoint(UInt32(byte)))" }
        var decoder = UTF8()
        var rest = bytes[offset...].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return "a byte that is not UTF-8" }
        return scalar.properties.isWhitespace || scalar.value == 0xFEFF
            ? "U+\(Hex.codePoint(scalar))" : String(Character(scalar))
    }

    func error(_ reason: JSONError.Reason, at wrong: Int? = nil) -> JSONError {
        var cursor = PositionCursor(bytes)
        return JSONError(reason: reason, position: cursor.position(at: wrong ?? offset))
    }
}

extension JSON {
    /// One step of a path in an error's text: `.name`, or `['na me']` for a name that is not a plain word.
    static func pathStep(_ name: String) -> String {
        let isWord =
            !name.isEmpty
            && name.utf8.allSatisfy {
                ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x5F
            }
        if isWord, let first = name.utf8.first, first > 0x39 { return "." + name }
        return "['" + name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'") + "']"
    }
}
