import TextCoding

extension JSON {
    /// The layout of a value as text.
    package enum Layout: Hashable, Sendable {
        /// Without white space.
        case compact
        /// One member or element per line, two spaces per level.
        case pretty
    }

    /// The value as JSON text: members in order, numbers as they were written, and only those characters escaped that
    /// RFC 8259, section 7, requires.
    package func text(_ layout: Layout = .compact) -> String {
        String(decoding: bytes(layout), as: UTF8.self)
    }

    /// The value as JSON text in UTF-8.
    package func bytes(_ layout: Layout = .compact) -> [UInt8] {
        var writer = JSONWriter(layout)
        writer.write(self)
        return writer.bytes
    }
}

private struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private let layout: JSON.Layout
    private var level = 0

    init(_ layout: JSON.Layout) {
        self.layout = layout
    }

    mutating func write(_ value: JSON) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let number): bytes += number.lexeme.utf8
        case .string(let text): write(text)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            level += 1
            for (index, element) in elements.enumerated() {
                separate(index)
                write(element)
            }
            close(UInt8(ascii: "]"), isEmpty: elements.isEmpty)
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            level += 1
            for (index, member) in object.enumerated() {
                separate(index)
                write(member.name)
                bytes.append(UInt8(ascii: ":"))
                if layout == .pretty { bytes.append(0x20) }
                write(member.value)
            }
            close(UInt8(ascii: "}"), isEmpty: object.isEmpty)
        }
    }

    private mutating func separate(_ index: Int) {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        breakLine()
    }

    private mutating func close(_ bracket: UInt8, isEmpty: Bool) {
        level -= 1
        if !isEmpty { breakLine() }
        bytes.append(bracket)
    }

    private mutating func breakLine() {
        guard layout == .pretty else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * level))
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x08: bytes += "\\b".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0C: bytes += "\\f".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0..<0x20: bytes += "\\u\(Hex.codePoint(UInt32(byte)).lowercased())".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
