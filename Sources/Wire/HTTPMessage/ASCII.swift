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
        count == text.utf8CodeUnitCount && startsLike(text.utf8Start)
    }

    /// Whether these bytes equal `other`.
    @inlinable
    package func equals(_ other: [UInt8]) -> Bool {
        other.withUnsafeBufferPointer { other in
            guard count == other.count else { return false }
            guard let start = other.baseAddress else { return true }
            return startsLike(start)
        }
    }

    /// Whether these bytes are the first ones at `other`, compared eight at a time; the last eight may overlap others.
    @inlinable
    func startsLike(_ other: UnsafePointer<UInt8>) -> Bool {
        guard count >= 8 else {
            for index in 0..<count where self[index] != other[index] { return false }
            return true
        }
        let (bytes, others) = (UnsafeRawBufferPointer(self), UnsafeRawPointer(other))
        var index = 0
        while true {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if word != others.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
            if index == count - 8 { return true }
            index = Swift.min(index + 8, count - 8)
        }
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
