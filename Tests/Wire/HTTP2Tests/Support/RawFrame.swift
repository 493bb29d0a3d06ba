/// A frame written or parsed by hand (RFC 9113, section 4.1).
struct RawFrame: Hashable, CustomStringConvertible {
    enum Kind: UInt8 {
        case data, headers, priority, resetStream, settings, pushPromise, ping, goaway, windowUpdate, continuation
    }

    var type: UInt8
    var flags: UInt8
    var stream: Int
    var payload: [UInt8]

    init(type: UInt8, flags: UInt8 = 0, stream: Int = 0, payload: [UInt8] = []) {
        self.type = type
        self.flags = flags
        self.stream = stream
        self.payload = payload
    }

    init(_ kind: Kind, flags: UInt8 = 0, stream: Int = 0, payload: [UInt8] = []) {
        self.init(type: kind.rawValue, flags: flags, stream: stream, payload: payload)
    }

    var kind: Kind? { Kind(rawValue: type) }
    var endsStream: Bool { (kind == .data || kind == .headers) && flags & 1 != 0 }
    /// The code of RST_STREAM and GOAWAY.
    var code: UInt32? {
        switch kind {
        case .resetStream: number(payload.prefix(4))
        case .goaway: number(payload.dropFirst(4).prefix(4))
        default: nil
        }
    }

    /// The last stream of a GOAWAY.
    var lastStream: Int { Int(number(payload.prefix(4))) }

    var bytes: [UInt8] {
        [UInt8(payload.count >> 16 & 255), UInt8(payload.count >> 8 & 255), UInt8(payload.count & 255), type, flags]
            + number32(UInt32(stream)) + payload
    }

    var description: String {
        "\(kind.map { "\($0)" } ?? "type \(type)") on \(stream), flags \(flags), \(payload.count)"
    }

    /// The complete frames at the start of `bytes`.
    static func all(in bytes: [UInt8]) -> [RawFrame] {
        var frames: [RawFrame] = []
        var rest = bytes[...]
        while rest.count >= 9 {
            let header = Array(rest.prefix(9))
            let length = Int(number([0] + header[0..<3]))
            rest = rest.dropFirst(9)
            frames.append(
                RawFrame(
                    type: header[3], flags: header[4], stream: Int(number(header[5..<9]) & 0x7FFF_FFFF),
                    payload: Array(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
        return frames
    }
}

func number(_ bytes: some Sequence<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

func number32(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
}

extension RawFrame {
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    static func settings(_ entries: (UInt16, UInt32)...) -> RawFrame {
        RawFrame(
            .settings,
            payload: entries.flatMap { [UInt8($0.0 >> 8), UInt8($0.0 & 255)] + number32($0.1) })
    }

    static let settingsAck = RawFrame(.settings, flags: 1)

    static func headers(_ stream: Int, _ lines: [(String, String)], flags: UInt8 = 0x5) -> RawFrame {
        RawFrame(.headers, flags: flags, stream: stream, payload: block(lines))
    }

    static func data(_ stream: Int, _ text: String, ends: Bool = false) -> RawFrame {
        RawFrame(.data, flags: ends ? 1 : 0, stream: stream, payload: Array(text.utf8))
    }

    static func reset(_ stream: Int, _ code: UInt32) -> RawFrame {
        RawFrame(.resetStream, stream: stream, payload: number32(code))
    }

    /// A header block of literals that are not indexed (RFC 7541, section 6.2.2).
    static func block(_ lines: [(String, String)]) -> [UInt8] {
        lines.flatMap { [0] + string(Array($0.0.utf8)) + string(Array($0.1.utf8)) }
    }

    static func string(_ bytes: [UInt8]) -> [UInt8] { integer(bytes.count, prefix: 7) + bytes }

    /// RFC 7541, section 5.1, with the bits before the prefix zero.
    static func integer(_ value: Int, prefix: Int) -> [UInt8] {
        let most = 1 << prefix - 1
        guard value >= most else { return [UInt8(value)] }
        var bytes = [UInt8(most)]
        var rest = value - most
        while rest >= 128 {
            bytes.append(UInt8(rest & 127 | 128))
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    /// The lines of a GET of `path` from `h`.
    static func get(_ path: String = "/", _ more: (String, String)...) -> [(String, String)] {
        [(":method", "GET"), (":scheme", "http"), (":authority", "h"), (":path", path)] + more
    }

    /// The lines of a POST to `/` of `h`.
    static func post(_ more: (String, String)...) -> [(String, String)] {
        [(":method", "POST"), (":scheme", "http"), (":authority", "h"), (":path", "/")] + more
    }
}
