import Bytes
import HTTPMessage

/// A status line (RFC 9112, section 4).
struct StatusLine: Sendable {
    var version: HTTPVersion
    /// 100 to 999.
    var status: Int
    /// Empty if the line has none; bytes that are not UTF-8 are repaired, since a reason has no meaning.
    var reason: String

    private static let name: StaticString = "HTTP/"

    /// Checks that `bytes` start like a status line, so that a response without one is refused at its first bytes, and
    /// not when a line ends that may never end.
    static func checkStart(of bytes: UnsafeBufferPointer<UInt8>, limit: Int) throws(ParseError) {
        for index in 0..<min(name.utf8CodeUnitCount, bytes.count, limit) where bytes[index] != name.utf8Start[index] {
            let byte = bytes[index]
            throw index == 0 && (byte == 0x15 || byte == 0x16)
                ? .looksLikeTLS(byte) : .noStatusLine(byte).at(index, line: 1)
        }
    }

    /// Parses a line without its line end.
    ///
    /// The space behind the status may be missing if no reason follows: some servers leave it out, and nothing else can
    /// be meant.
    init(_ line: UnsafeBufferPointer<UInt8>) throws(ParseError) {
        guard let space = line.firstIndex(of: .space) else { throw .statusLineShape(line.copy).at(0, line: 1) }
        version = try HTTPVersion(http1: line.bytes(in: 0..<space), at: 0)
        let start = space + 1
        let end = line[start...].firstIndex(of: .space) ?? line.count
        let digits = line.bytes(in: start..<end)
        guard digits.count == 3, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), digits[0] > 0x30 else {
            throw .status(digits.copy).at(start, line: 1)
        }
        status = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        reason = String(decoding: line[min(end + 1, line.count)...], as: UTF8.self)
    }
}
