import CNGHTTP2
import HTTPMessage

/// A header or trailer section as it is sent. nghttp2 copies it and makes the names lower case.
struct FieldBlock {
    /// The status of a response; nil for a trailer section.
    var status: Int?
    /// Checked.
    var fields: Fields
    /// What `content-length` is to state where the fields have none.
    var length: Int?
    /// What `date` is to state where the fields have none; empty to leave it out.
    var date: [UInt8] = []

    /// Calls `body` with the lines as name/value pairs.
    func withPairs<Result>(_ body: (UnsafePointer<nghttp2_nv>?, Int) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: fields.count + 3) { pairs in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * longestNumber) { digits in
                fields.bytes.withUnsafeBufferPointer { bytes in
                    fields.lines.withUnsafeBufferPointer { lines in
                        date.withUnsafeBufferPointer { date in
                            body(pairs.baseAddress, fill(pairs, bytes, lines, date, digits))
                        }
                    }
                }
            }
        }
    }

    /// Fills `pairs` with what points into the other buffers, and returns how many there are.
    private func fill(
        _ pairs: UnsafeMutableBufferPointer<nghttp2_nv>, _ bytes: UnsafeBufferPointer<UInt8>,
        _ lines: UnsafeBufferPointer<Fields.Line>, _ date: UnsafeBufferPointer<UInt8>,
        _ digits: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var count = 0
        func append(_ pair: nghttp2_nv) {
            pairs.initializeElement(at: count, to: pair)
            count += 1
        }
        if let status { append(nghttp2_nv(":status", decimal(status, in: digits.prefix(longestNumber)))) }
        var tellsDate = !date.isEmpty
        var tellsLength = length != nil
        for line in lines {
            let name = UnsafeBufferPointer(rebasing: bytes[line.name])
            if tellsDate, name.equalsIgnoringCase("date") { tellsDate = false }
            if tellsLength, name.equalsIgnoringCase("content-length") { tellsLength = false }
            append(nghttp2_nv(name, trimmed(UnsafeBufferPointer(rebasing: bytes[line.value]))))
        }
        if tellsDate { append(nghttp2_nv("date", date)) }
        if let length, tellsLength {
            append(nghttp2_nv("content-length", decimal(length, in: digits.suffix(longestNumber))))
        }
        return count
    }
}

/// The digits of `Int.max`.
private let longestNumber = 19

/// Writes `number`, which is not negative, to the end of `digits`, and returns where it stands.
private func decimal(_ number: Int, in digits: Slice<UnsafeMutableBufferPointer<UInt8>>) -> UnsafeBufferPointer<UInt8> {
    let digits = UnsafeMutableBufferPointer(rebasing: digits)
    var start = digits.count
    var rest = number
    repeat {
        start -= 1
        digits.initializeElement(at: start, to: UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
    } while rest > 0
    return UnsafeBufferPointer(rebasing: digits[start...])
}

/// `value` without white space around it.
private func trimmed(_ value: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    guard let first = value.first, let last = value.last, isSpace(first) || isSpace(last) else { return value }
    let start = value.firstIndex { !isSpace($0) } ?? value.endIndex
    let end = value.lastIndex { !isSpace($0) } ?? value.startIndex
    return UnsafeBufferPointer(rebasing: value[start..<max(start, end + 1)])
}

extension nghttp2_nv {
    fileprivate init(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        // nghttp2 only reads them.
        self.init(
            name: UnsafeMutablePointer(mutating: name.baseAddress),
            value: UnsafeMutablePointer(mutating: value.baseAddress), namelen: name.count, valuelen: value.count,
            flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue))
    }

    /// - Parameter name: in lower case.
    fileprivate init(_ name: StaticString, _ value: UnsafeBufferPointer<UInt8>) {
        self.init(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), value)
        flags = UInt8(NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue)
    }
}
