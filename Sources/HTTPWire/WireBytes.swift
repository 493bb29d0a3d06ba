import HTTPMessage

extension [UInt8] {
    mutating func appendLineEnd() {
        append(0x0D)
        append(0x0A)
    }

    /// Appends `number`, which is not negative, in decimal.
    mutating func appendDecimal(_ number: Int) {
        append(contentsOf: String(number).utf8)
    }

    /// Appends `fields`, a line each.
    mutating func append(_ fields: Fields) {
        for index in fields.lines.indices {
            append(contentsOf: fields.name(at: index))
            append(0x3A)
            append(0x20)
            append(contentsOf: fields.value(at: index))
            appendLineEnd()
        }
    }
}
