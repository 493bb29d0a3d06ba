import HTTPMessage

/// A received HTTP/2 frame (RFC 9113, section 4.1).
struct RawFrame {
    let type: UInt8
    let flags: UInt8
    let stream: Int
    let payload: ArraySlice<UInt8>

    /// The complete frames in `bytes`.
    static func frames(in bytes: [UInt8]) -> [RawFrame] {
        var frames: [RawFrame] = []
        var rest = bytes[...]
        while rest.count >= 9 {
            let length = number(rest.prefix(3))
            guard rest.count >= 9 + length else { break }
            let stream = number(rest.dropFirst(5).prefix(4)) & 0x7FFF_FFFF
            frames.append(
                RawFrame(
                    type: rest[rest.startIndex + 3], flags: rest[rest.startIndex + 4], stream: stream,
                    payload: rest.dropFirst(9).prefix(length)))
            rest = rest.dropFirst(9 + length)
        }
        return frames
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    /// The frame in words: `HEADERS 1`, `DATA 1 hello end`, `RST_STREAM 1 CANCEL`, `GOAWAY 1 NO_ERROR`,
    /// `SETTINGS max_concurrent_streams=1`.
    var words: String {
        let end = flags & 1 == 1 ? " end" : ""
        switch type {
        case 0: return "DATA \(stream) \(text(payload))\(end)"
        case 1: return "HEADERS \(stream)\(end)"
        case 3: return "RST_STREAM \(stream) \(code(payload))"
        case 4 where flags & 1 == 1: return "SETTINGS ack"
        case 4:
            return stride(from: payload.startIndex, to: payload.endIndex, by: 6).reduce("SETTINGS") { words, index in
                let name = HTTP2Setting.Name(rawValue: UInt16(Self.number(payload[index..<index + 2])))
                return words + " \(name?.text ?? "?")=\(Self.number(payload[index + 2..<index + 6]))"
            }
        case 7: return "GOAWAY \(Self.number(payload.prefix(4))) \(code(payload.dropFirst(4).prefix(4)))"
        case 8: return "WINDOW_UPDATE \(stream)"
        default: return "frame of type \(type)"
        }
    }

    private func code(_ bytes: ArraySlice<UInt8>) -> HTTP2ErrorCode {
        HTTP2ErrorCode(rawValue: UInt32(truncatingIfNeeded: Self.number(bytes)))
    }
}

extension RawFrame {
    /// The beginning of a client's connection: the preface and empty settings.
    static let start = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]

    /// A GET of `path` from `http://h`, its fields indexed or literals without indexing (RFC 7541).
    static func get(_ path: String, on stream: Int) -> [UInt8] { head(0x82, path, on: stream, flags: 5) }

    /// The head of a POST whose body follows.
    static func post(_ path: String, on stream: Int, length: Int? = nil) -> [UInt8] {
        head(0x83, path, on: stream, flags: 4, length: length)
    }

    private static func head(_ method: UInt8, _ path: String, on stream: Int, flags: UInt8, length: Int? = nil)
        -> [UInt8]
    {
        var block = [method, 0x86, 0x04, UInt8(path.utf8.count)] + Array(path.utf8) + [0x01, 1] + Array("h".utf8)
        // `content-length`, by its index in the static table.
        if let digits = length.map({ Array(String($0).utf8) }) { block += [0x0F, 0x0D, UInt8(digits.count)] + digits }
        return frame(1, flags, on: stream, block)
    }

    /// A header section, its fields literals without indexing with new names.
    static func section(_ fields: [(String, String)], on stream: Int, flags: UInt8 = 5) -> [UInt8] {
        func string(_ text: String) -> [UInt8] {
            var bytes = Array(text.utf8)
            // The length is an integer with a prefix of 7 bits (RFC 7541, section 5.1).
            var length: [UInt8] = [UInt8(min(bytes.count, 127))]
            if bytes.count >= 127 {
                var rest = bytes.count - 127
                while rest >= 128 {
                    length.append(UInt8(rest % 128 + 128))
                    rest /= 128
                }
                length.append(UInt8(rest))
            }
            bytes.insert(contentsOf: length, at: 0)
            return bytes
        }
        return frame(1, flags, on: stream, fields.flatMap { [0] + string($0.0) + string($0.1) })
    }

    static func data(_ text: String, on stream: Int, ends: Bool = false) -> [UInt8] {
        frame(0, ends ? 1 : 0, on: stream, Array(text.utf8))
    }

    static func windowUpdate(_ count: UInt32, on stream: Int) -> [UInt8] {
        frame(8, 0, on: stream, (0..<4).map { UInt8(count >> (24 - 8 * $0) & 0xFF) })
    }

    private static func frame(_ type: UInt8, _ flags: UInt8, on stream: Int, _ payload: [UInt8]) -> [UInt8] {
        [0, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), type, flags]
            + [0, 0, UInt8(stream >> 8 & 0xFF), UInt8(stream & 0xFF)] + payload
    }
}
