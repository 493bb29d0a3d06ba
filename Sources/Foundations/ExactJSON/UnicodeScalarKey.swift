extension String {
    /// Whether both texts have the same Unicode scalars.
    ///
    /// Swift's `==` treats canonically equivalent texts as equal (`é` and `e` + U+0301). JSON does not (RFC 8259,
    /// section 8.3), and a client that sends the other form has sent something different.
    package func isExactly(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        // Short texts, such as most names, have contiguous bytes only within a closure.
        var (text, other) = (self, other)
        return text.withUTF8 { text in other.withUTF8 { text.elementsEqual($0) } }
    }
}

/// A text as a dictionary key, compared by its Unicode scalars.
package struct UnicodeScalarKey: Hashable, Sendable {
    /// The text.
    package var text: String

    /// The key for `text`.
    package init(_ text: String) {
        self.text = text
    }

    /// Whether both have the same scalars.
    package static func == (a: UnicodeScalarKey, b: UnicodeScalarKey) -> Bool { a.text.isExactly(b.text) }

    /// Hashes the scalars.
    package func hash(into hasher: inout Hasher) { hasher.combineExactly(text) }
}

extension Hasher {
    /// Adds the text's scalars, so that exactly equal texts have equal hashes.
    mutating func combineExactly(_ text: String) {
        var text = text
        text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
        combine(UInt8(0xFF))
    }
}
