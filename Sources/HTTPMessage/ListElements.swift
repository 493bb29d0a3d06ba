import Bytes

extension ArraySlice<UInt8> {
    /// These bytes without leading and trailing spaces and tabs (RFC 9110, section 5.6.3).
    package var trimmingOptionalWhitespace: ArraySlice<UInt8> {
        var slice = self
        while let first = slice.first, first == .space || first == .tab { slice.removeFirst() }
        while let last = slice.last, last == .space || last == .tab { slice.removeLast() }
        return slice
    }
}

extension Fields {
    /// Whether `element` (case aside) is a member of the comma-separated list in all lines named `name` together (RFC
    /// 9110, section 5.6.1).
    ///
    /// For lists of tokens, such as `Connection`: a comma in a quoted string would count as a separator.
    package func containsListElement(_ element: String, in name: String) -> Bool {
        for line in lines where isNamed(line, name) {
            if bytes.withUnsafeBufferPointer({ $0.bytes(in: line.value).hasListElement(element) }) { return true }
        }
        return false
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether `element` (case aside) is a member of this comma-separated list of tokens.
    package func hasListElement(_ element: String) -> Bool {
        var start = 0
        while start < count {
            var end = start
            while end < count, self[end] != .comma { end += 1 }
            let part = bytes(in: start..<end).trimmingOptionalWhitespace
            if !part.isEmpty, part.equalsIgnoringASCIICase(element) { return true }
            start = end + 1
        }
        return false
    }

    /// These bytes without leading and trailing spaces and tabs (RFC 9110, section 5.6.3).
    private var trimmingOptionalWhitespace: Self {
        var (low, high) = (0, count)
        while low < high, self[low] == .space || self[low] == .tab { low += 1 }
        while low < high, self[high - 1] == .space || self[high - 1] == .tab { high -= 1 }
        return bytes(in: low..<high)
    }
}
