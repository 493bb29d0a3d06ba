/// Names and values in the query of a URL or in `application/x-www-form-urlencoded` content (WHATWG URL, section 5.1).
package enum Form {
    /// One `name=value`, decoded.
    package struct Pair: Hashable, Sendable {
        /// The name's bytes.
        package var name: [UInt8]
        /// The value's bytes; empty for `a=` and for `a` alone.
        package var value: [UInt8]
        /// Whether each `%` is followed by two hexadecimal digits; otherwise it is kept unchanged.
        package var isWellFormed: Bool

        /// A pair with these bytes.
        package init(name: [UInt8], value: [UInt8], isWellFormed: Bool = true) {
            self.name = name
            self.value = value
            self.isWellFormed = isWellFormed
        }
    }

    /// The pairs in order, including repeats. Empty pieces (`a=1&&b=2`) are skipped; `+` is a space.
    package static func pairs(_ bytes: some Collection<UInt8>) -> [Pair] {
        bytes.split(separator: UInt8(ascii: "&")).map { piece in
            let name = piece.prefix { $0 != UInt8(ascii: "=") }
            let decodedName = Percent.decode(name, plusIsSpace: true)
            let decodedValue = Percent.decode(piece[name.endIndex...].dropFirst(), plusIsSpace: true)
            return Pair(
                name: decodedName.bytes, value: decodedValue.bytes,
                isWellFormed: decodedName.isWellFormed && decodedValue.isWellFormed)
        }
    }

    /// The pairs in order.
    package static func pairs(_ text: String) -> [Pair] { pairs(text.utf8) }
}
