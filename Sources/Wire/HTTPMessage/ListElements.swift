import Bytes

extension ArraySlice<UInt8> {
    /// These bytes without leading and trailing spaces and tabs (RFC 9110, section 5.6.3).
    package var trimmingOptionalWhitespace: ArraySlice<UInt8> { self[trimmedIndices] }
}

extension UnsafeBufferPointer<UInt8> {
    /// These bytes without leading and trailing spaces and tabs (RFC 9110, section 5.6.3).
    fileprivate var trimmingOptionalWhitespace: Self { bytes(in: trimmedIndices) }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// The indices that are left without leading and trailing spaces and tabs.
    fileprivate var trimmedIndices: Range<Int> {
        var (low, high) = (startIndex, endIndex)
        while low < high, self[low] == .space || self[low] == .tab { low += 1 }
        while low < high, self[high - 1] == .space || self[high - 1] == .tab { high -= 1 }
        return low..<high
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
}
