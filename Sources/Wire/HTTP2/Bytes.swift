import HTTPMessage

extension ArraySlice<UInt8> {
    /// Whether these bytes equal `text`.
    func equals(_ text: StaticString) -> Bool { withUnsafeBufferPointer { $0.equals(text) } }
}
