extension UInt8 {
    /// This byte as a lower-case letter if it is an upper-case ASCII letter; otherwise unchanged.
    @inlinable
    package var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}

extension Collection<UInt8> {
    /// Whether these bytes equal `text`, ignoring the case of ASCII letters.
    @inlinable
    package func equalsIgnoringASCIICase(_ text: String) -> Bool {
        equalsIgnoringASCIICase(text.utf8)
    }

    /// Whether these bytes equal `other`, ignoring the case of ASCII letters.
    @inlinable
    package func equalsIgnoringASCIICase(_ other: some Collection<UInt8>) -> Bool {
        guard count == other.count else { return false }
        // No `zip`: if its types are not specialized, the runtime instantiates them during the first request.
        var rest = other.makeIterator()
        for byte in self where byte.asciiLowercased != rest.next()?.asciiLowercased { return false }
        return true
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The bytes in `range`.
    @inlinable
    package func bytes(in range: Range<Int>) -> Self { Self(rebasing: self[range]) }

    /// Whether these bytes equal `text`.
    @inlinable
    package func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        let other = text.utf8Start
        for index in 0..<count where self[index] != other[index] { return false }
        return true
    }

    /// Whether these bytes equal `other`.
    @inlinable
    package func equals(_ other: [UInt8]) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where self[index] != other[index] { return false }
        return true
    }

    /// Whether these bytes equal `name`, ignoring the case of ASCII letters.
    @inlinable
    package func isNamed(_ name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount else { return false }
        let other = name.utf8Start
        for index in 0..<count where self[index].asciiLowercased != other[index].asciiLowercased { return false }
        return true
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether two hexadecimal digits follow the byte at `index`, as they must follow a `%` (RFC 3986, section 2.1).
    @inlinable
    package func hasHexadecimalPair(behind index: Int) -> Bool {
        index + 2 < count && self[index + 1].isHexadecimalDigit && self[index + 2].isHexadecimalDigit
    }
}

extension UInt8 {
    /// Whether this byte is one of `0` to `9`, `A` to `F` and `a` to `f`.
    @inlinable
    package var isHexadecimalDigit: Bool {
        self >= 0x30 && self <= 0x39 || asciiLowercased >= 0x61 && asciiLowercased <= 0x66
    }

    /// Whether this byte may be part of a token: a method, a field name, a transfer coding (RFC 9110, section 5.6.2).
    @inlinable
    package var isTokenByte: Bool {
        // One bit for each of the 128 ASCII codes: letters, digits and !#$%&'*+-.^_`|~.
        let low: UInt64 = 0x03FF_6CFA_0000_0000
        let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
        return self < 64 ? (low >> UInt64(self)) & 1 == 1 : self < 128 && (high >> UInt64(self - 64)) & 1 == 1
    }
}

extension Collection<UInt8> {
    /// Whether these bytes are a token (RFC 9110, section 5.6.2), which is never empty.
    @inlinable
    package var isToken: Bool { !isEmpty && allSatisfy(\.isTokenByte) }
}
