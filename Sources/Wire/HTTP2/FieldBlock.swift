import CNGHTTP2
import HTTPMessage

/// A header or trailer section as it is sent: names in lower case, values without surrounding white space.
///
/// A class, because many responses share one. nghttp2 does not copy it, so it must be kept until it is encoded.
final class FieldBlock {
    /// The lines.
    let pairs: UnsafeMutablePointer<nghttp2_nv>
    /// The number of lines.
    private(set) var count = 0
    /// The memory that the lines point to.
    private let text: UnsafeMutablePointer<UInt8>
    private var textCount = 0

    /// - Parameters:
    ///   - status: the status of a response; nil for a trailer section.
    ///   - fields: the fields, already checked.
    ///   - length: the value of `content-length` unless the fields contain it.
    ///   - date: the value of `date` unless the fields contain it.
    init(status: Int? = nil, fields: Fields, length: Int? = nil, date: [UInt8]? = nil) {
        pairs = .allocate(capacity: fields.count + 3)
        let fieldsCount = fields.lines.reduce(0) { $0 + $1.name.count + $1.value.count }
        text = .allocate(capacity: fieldsCount + (date?.count ?? 0) + 2 * longestNumber)
        if let status { append(":status", keepDecimal(status)) }
        for index in fields.lines.indices {
            append(keep(fields.name(at: index).lazy.map(\.asciiLowercased)), keep(trimmed(fields.value(at: index))))
        }
        if let date, !fields.contains(named: "date") { append("date", keep(date)) }
        if let length, !fields.contains(named: "content-length") { append("content-length", keepDecimal(length)) }
    }

    deinit {
        pairs.deallocate()
        text.deallocate()
    }

    private func append(_ name: StaticString, _ value: UnsafeMutableBufferPointer<UInt8>) {
        // nghttp2 only reads it.
        let start = UnsafeMutablePointer(mutating: name.utf8Start)
        append(UnsafeMutableBufferPointer(start: start, count: name.utf8CodeUnitCount), value)
    }

    private func append(_ name: UnsafeMutableBufferPointer<UInt8>, _ value: UnsafeMutableBufferPointer<UInt8>) {
        let flags = NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue | NGHTTP2_NV_FLAG_NO_COPY_VALUE.rawValue
        (pairs + count).initialize(
            to: nghttp2_nv(
                name: name.baseAddress, value: value.baseAddress, namelen: name.count, valuelen: value.count,
                flags: UInt8(flags)))
        count += 1
    }

    /// Copies `bytes` to the text, and returns the copy.
    private func keep(_ bytes: some Sequence<UInt8>) -> UnsafeMutableBufferPointer<UInt8> {
        let start = textCount
        for byte in bytes {
            (text + textCount).initialize(to: byte)
            textCount += 1
        }
        return UnsafeMutableBufferPointer(start: text + start, count: textCount - start)
    }

    /// Writes `number`, which is not negative, to the text, and returns its digits.
    private func keepDecimal(_ number: Int) -> UnsafeMutableBufferPointer<UInt8> { keep(String(number).utf8) }
}

/// The number of digits of `Int.max`.
private let longestNumber = 19

/// `value` without surrounding white space.
private func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    guard let start = value.firstIndex(where: { !isSpace($0) }), let end = value.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return value[start...end]
}
