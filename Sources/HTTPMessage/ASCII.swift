extension UInt8 {
    /// This byte as a lower-case letter if it is an upper-case ASCII letter, else as it is.
    @inlinable
    public var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}

extension Collection<UInt8> {
    /// Whether these bytes are `text`, the case of ASCII letters aside.
    @inlinable
    public func equalsIgnoringASCIICase(_ text: String) -> Bool {
        equalsIgnoringASCIICase(text.utf8)
    }

    /// Whether these bytes are `other`, the case of ASCII letters aside.
    @inlinable
    public func equalsIgnoringASCIICase(_ other: some Collection<UInt8>) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}
