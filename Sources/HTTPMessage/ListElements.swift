extension ArraySlice<UInt8> {
    /// These bytes without spaces and tabs at either end (RFC 9110, section 5.6.3).
    public var trimmingOptionalWhitespace: ArraySlice<UInt8> {
        var slice = self
        while let first = slice.first, first == 0x20 || first == 0x09 { slice.removeFirst() }
        while let last = slice.last, last == 0x20 || last == 0x09 { slice.removeLast() }
        return slice
    }
}

extension Fields {
    /// Whether `element` (case aside) is a member of the comma-separated list that all lines named `name` make
    /// together (RFC 9110, section 5.6.1).
    ///
    /// For lists of tokens, such as `Connection`; a comma in a quoted string would be taken for a separator.
    public func containsListElement(_ element: String, in name: String) -> Bool {
        for index in lines.indices where self.name(at: index).equalsIgnoringASCIICase(name) {
            for part in value(at: index).split(separator: 0x2C)
            where part.trimmingOptionalWhitespace.equalsIgnoringASCIICase(element) {
                return true
            }
        }
        return false
    }
}
