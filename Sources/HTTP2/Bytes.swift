import HTTPMessage

extension ArraySlice<UInt8> {
    /// Whether these bytes equal `text`.
    func equals(_ text: StaticString) -> Bool { withUnsafeBufferPointer { $0.equals(text) } }

    /// Whether these bytes equal `other`.
    func equals(_ other: [UInt8]) -> Bool { withUnsafeBufferPointer { $0.equals(other) } }
}
