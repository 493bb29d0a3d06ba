import ExactJSON

/// The first bytes of a value's compact JSON text. The rest is never produced.
struct JSONExcerpt {
    private(set) var text = ""
    /// Whether it is the whole text.
    private(set) var isWhole = true
    private var left: Int

    init(_ value: JSON, limit: Int) {
        left = limit
        write(value)
    }

    private mutating func write(_ value: JSON) {
        guard isWhole else { return }
        switch value {
        case .null, .bool, .number: add(value.text())
        case .string(let text): write(text)
        case .array(let elements):
            add("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { add(",") }
                write(element)
                if !isWhole { return }
            }
            add("]")
        case .object(let object):
            add("{")
            for (index, name) in object.names.enumerated() {
                if index > 0 { add(",") }
                write(name)
                add(":")
                write(object.values[index])
                if !isWhole { return }
            }
            add("}")
        }
    }

    private mutating func write(_ string: String) {
        // Each byte of a string takes at least one byte of its JSON text.
        guard string.utf8.count > left else { return add(JSON.string(string).text()) }
        let start = String(decoding: string.utf8.prefix(left + 4), as: UTF8.self)
        add(String(JSON.string(start).text().dropLast()))
        isWhole = false
    }

    private mutating func add(_ part: String) {
        guard isWhole else { return }
        text += part
        left -= part.utf8.count
        if left < 0 { isWhole = false }
    }
}
