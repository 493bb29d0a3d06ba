import HTTPMessage

extension ResponseCase {
    static let frames: [ResponseCase] =
        [
            frame("Response", "h2", "rst_stream: CANCEL", ["RST_STREAM 1 CANCEL"]),
            frame("HTTP/2 frames", "rst_stream", "rst_stream: CANCEL", ["RST_STREAM 1 CANCEL"]),
            frame("HTTP/2 frames", "goaway", "goaway: NO_ERROR", ["GOAWAY 1 NO_ERROR"] + hello2, end: .fin),
            frame(
                "HTTP/2 frames", "settings", "settings: {max_concurrent_streams: 1, max_frame_size: 16385}",
                ["SETTINGS max_concurrent_streams=1 max_frame_size=16385"] + hello2),
            frame("Stream reset", "code", "rst_stream: {code: 99}", ["RST_STREAM 1 0x63"]),
            frame(
                "Stream reset", "at", "rst_stream: {code: CANCEL, at: response_end}",
                [head2, "DATA 1 hello", "RST_STREAM 1 CANCEL"]),
            frame(
                "Stream reset", "after_bytes", "rst_stream: {code: CANCEL, at: response_body, after_bytes: 3}",
                [head2, "DATA 1 hel", "RST_STREAM 1 CANCEL"]),
            frame(
                "Stream reset phases", "response_start", "rst_stream: {code: CANCEL, at: response_start}",
                ["RST_STREAM 1 CANCEL"]),
            frame(
                "Stream reset phases", "response_body", "rst_stream: {code: CANCEL, at: response_body}",
                [head2, "RST_STREAM 1 CANCEL"]),
            frame(
                "Stream reset phases", "response_end", "rst_stream: {code: CANCEL, at: response_end}",
                [head2, "DATA 1 hello", "RST_STREAM 1 CANCEL"]),
            frame("GOAWAY", "code", "goaway: {code: ENHANCE_YOUR_CALM}", ["GOAWAY 1 ENHANCE_YOUR_CALM"], end: .fin),
            frame("GOAWAY", "last_stream", "goaway: {last_stream: 0}", ["GOAWAY 0 NO_ERROR"], end: .fin),
            frame(
                "GOAWAY", "graceful", "goaway: {code: ENHANCE_YOUR_CALM, graceful: true}",
                ["GOAWAY 1 ENHANCE_YOUR_CALM"] + hello2, end: .fin),
            frame("GOAWAY", "graceful", "goaway: {code: NO_ERROR, graceful: false}", ["GOAWAY 1 NO_ERROR"], end: .fin),
            frame("GOAWAY", "at", "goaway: {at: response_end}", hello2 + ["GOAWAY 1 NO_ERROR"], end: .fin),
            frame(
                "GOAWAY phases", "response_start", "goaway: {at: response_start}", ["GOAWAY 1 NO_ERROR"] + hello2,
                end: .fin),
            frame(
                "GOAWAY phases", "response_end", "goaway: {at: response_end}", hello2 + ["GOAWAY 1 NO_ERROR"], end: .fin
            ),
        ] + codes + settings

    private static let codes = HTTP2ErrorCode.names.map {
        frame("Error codes of HTTP/2", $0, "rst_stream: \($0)", ["RST_STREAM 1 \($0)"])
    }

    private static let settings = HTTP2Setting.Name.allCases.map { name in
        let value = name.values.lowerBound
        return frame(
            "Settings", name.text, "settings: {\(name.text): \(value)}", ["SETTINGS \(name.text)=\(value)"] + hello2)
    }

    private static func frame(
        _ title: String, _ row: String, _ keys: String, _ frames: [String], end: ConnectionEnd? = nil
    ) -> ResponseCase {
        .http2(title, row, "text: hello, h2: {\(keys)}", frames, end: end)
    }
}
