import Scenarios
import TextCoding

/// Checks of a file's bytes before its notation is read.
enum Encoding {
    /// The first problem with the bytes; nil if they are text that `format` allows.
    static func problem(in file: SourceFile, _ format: Document.Format) -> Diagnostic? {
        let bytes = file.bytes
        if format == .yaml, isPrintable(bytes) { return nil }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return error(file, 0, message: "the file is UTF-16; save it as UTF-8")
        }
        if let nul = bytes.firstIndex(of: 0) {
            // Every second byte of Latin text in UTF-16 is a NUL.
            let isWide = nul <= 1 && bytes.count > 3 && bytes[nul + 2] == 0
            let message =
                isWide
                ? "the file is UTF-16; save it as UTF-8"
                : "a NUL byte stands here; leave it out, since the file must be text"
            return error(file, nul, message: message)
        }
        if let invalid = UTF8Text.firstInvalid(in: bytes) {
            return error(file, invalid, message: "the file is not UTF-8 here; save it as UTF-8")
        }
        if format == .json {
            return file.hasByteOrderMark
                ? error(
                    file, 0,
                    message: "the file begins with a byte order mark, which JSON does not allow; save it without one")
                : nil
        }
        return firstUnprintable(file)
    }

    /// The first character that YAML does not allow (YAML 1.2, section 5.1), or that the two versions of YAML read
    /// differently: libyaml still takes U+0085, U+2028 and U+2029 for line breaks, as YAML 1.1 did.
    private static func firstUnprintable(_ file: SourceFile) -> Diagnostic? {
        file.bytes.withUnsafeBufferPointer { bytes in
            var offset = 0
            while offset < bytes.count {
                if isPrintable(bytes[offset]) {
                    offset += 1
                    continue
                }
                var decoder = UTF8()
                var rest = bytes[offset...].makeIterator()
                guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return nil }
                if let message = refusal(of: scalar) { return error(file, offset, message: message) }
                offset += UTF8.width(scalar)
            }
            return nil
        }
    }

    /// Whether all bytes are ASCII characters that YAML allows, as in most files.
    private static func isPrintable(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var offset = 0
            while offset + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                // One byte in four words of a usual file is a line break.
                if mayHaveControl(word), !(offset..<offset + 8).allSatisfy({ isPrintable(bytes[$0]) }) { return false }
                offset += 8
            }
            return bytes[offset...].allSatisfy { isPrintable($0) }
        }
    }

    /// Whether one of eight bytes is a control character or outside ASCII.
    private static func mayHaveControl(_ word: UInt64) -> Bool {
        let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        let deleted = word ^ (ones &* 0x7F)
        return (word | (word &- ones &* 0x20) | (deleted &- ones)) & highs != 0
    }

    /// Whether a byte is an ASCII character that YAML allows.
    private static func isPrintable(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Why a character can't stand unescaped; nil if it can.
    private static func refusal(of scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF: nil
        case 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF: nil
        case 0x85, 0x2028, 0x2029:
            "U+\(Hex.codePoint(scalar)) was a line break in old YAML; write it as \"\\u\(Hex.codePoint(scalar))\" in double quotes"
        case 0xFEFF: "a byte order mark may stand only at the very beginning; leave it out"
        default:
            "the control character U+\(Hex.codePoint(scalar)) is not allowed; write it as \"\\u\(Hex.codePoint(scalar))\" in double quotes"
        }
    }

    private static func error(_ file: SourceFile, _ offset: Int, message: String) -> Diagnostic {
        Diagnostic(.error, at: file.position(atByte: offset), message)
    }
}
