import HTTPMessage

extension UnsafeBufferPointer<UInt8> {
    /// Whether these bytes are `text`.
    func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in indices where self[index] != text.utf8Start[index] { return false }
        return true
    }

    /// Whether these bytes are `text`, which is in lower case, the case of ASCII letters aside.
    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in indices where self[index].asciiLowercased != text.utf8Start[index] { return false }
        return true
    }
}

extension ArraySlice<UInt8> {
    /// Whether these bytes are `text`.
    func equals(_ text: StaticString) -> Bool { withUnsafeBufferPointer { $0.equals(text) } }

    /// Whether these bytes are `other`.
    func equals(_ other: [UInt8]) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBufferPointer { these in
            other.withUnsafeBufferPointer { those in these.indices.allSatisfy { these[$0] == those[$0] } }
        }
    }
}
