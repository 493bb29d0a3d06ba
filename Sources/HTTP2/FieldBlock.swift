import CNGHTTP2
import HTTPMessage

/// A header or trailer section as nghttp2 takes it: names in lower case, all in one buffer.
struct FieldBlock {
    private var bytes: [UInt8] = []
    private var lines: [Fields.Line] = []

    init(status: Int? = nil) {
        if let status { append(":status".utf8, String(status).utf8) }
    }

    /// Appends `fields`, which were checked.
    mutating func append(_ fields: Fields) {
        for index in fields.lines.indices {
            append(
                fields.name(at: index).lazy.map(\.asciiLowercased), fields.value(at: index).trimmingOptionalWhitespace)
        }
    }

    /// Appends a line with a name in lower case.
    mutating func append(_ name: some Sequence<UInt8>, _ value: some Sequence<UInt8>) {
        let start = bytes.count
        bytes.append(contentsOf: name)
        let middle = bytes.count
        bytes.append(contentsOf: value)
        lines.append(Fields.Line(name: start..<middle, value: middle..<bytes.count))
    }

    /// Calls `body` with the lines as name/value pairs, which nghttp2 copies.
    mutating func withPairs<Result>(_ body: (UnsafePointer<nghttp2_nv>?, Int) -> Result) -> Result {
        let lines = lines
        return bytes.withUnsafeMutableBufferPointer { bytes in
            let pairs = lines.map { line in
                nghttp2_nv(
                    name: bytes.baseAddress.map { $0 + line.name.lowerBound },
                    value: bytes.baseAddress.map { $0 + line.value.lowerBound }, namelen: line.name.count,
                    valuelen: line.value.count, flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue))
            }
            return pairs.withUnsafeBufferPointer { body($0.baseAddress, $0.count) }
        }
    }
}
