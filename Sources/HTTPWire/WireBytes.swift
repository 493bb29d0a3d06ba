import HTTPMessage

extension [UInt8] {
    mutating func appendLineEnd() {
        append(0x0D)
        append(0x0A)
    }

    /// Appends `number`, which is not negative, in decimal.
    mutating func appendDecimal(_ number: Int) {
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(0x30 + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }

    /// Appends what is stated in the source, by one copy.
    mutating func append(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
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
