/// What a client received, as cases state it: without `Date`, and over HTTP/2 without the frames of flow control.
enum WireText {
    static func lines(_ bytes: [UInt8], _ wire: WireProtocol) -> String {
        wire == .http1 ? http1(bytes) : http2(bytes).joined(separator: "\n")
    }

    /// The text that these lines stand for.
    static func expected(_ lines: [String], _ wire: WireProtocol) -> String {
        lines.joined(separator: wire == .http1 ? "\r\n" : "\n")
    }

    private static func http1(_ bytes: [UInt8]) -> String {
        text(bytes).split(separator: "\r\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("Date: ") }
            .joined(separator: "\r\n")
    }

    /// The frames after the server's preface, with their fields.
    private static func http2(_ bytes: [UInt8]) -> [String] {
        let decoder = FieldDecoder()
        return RawFrame.frames(in: bytes).dropFirst().compactMap { frame in
            guard frame.type == 1 else {
                return frame.words.hasPrefix("WINDOW_UPDATE") || frame.words == "SETTINGS ack" ? nil : frame.words
            }
            let fields = (decoder.fields(frame.payload) ?? ["malformed"]).filter { !$0.hasPrefix("date: ") }
            return "HEADERS \(frame.stream) \(fields.joined(separator: ", "))\(frame.flags & 1 == 1 ? " end" : "")"
        }
    }
}
