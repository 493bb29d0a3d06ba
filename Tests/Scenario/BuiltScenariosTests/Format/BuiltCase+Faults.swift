import HTTPTypes
import ScenarioBuilder

extension BuiltCase {
    static let faults: [BuiltCase] = [
        fault("kind", of: "Fault", in: "fault: {@, at: response_end}", Fault(.reset, at: .responseEnd)),
        fault("at", of: "Fault", in: "fault: {kind: reset, @}", Fault(.reset, at: .responseBody)),
        fault(
            "after_bytes", of: "Fault", in: "fault: {kind: reset, at: response_body, @}",
            Fault(.reset, at: .responseBody, afterBytes: 3)),

        fault("reset", of: "Fault kinds", in: "@", .reset),
        fault("stall", of: "Fault kinds", in: "@", .stall),
        fault("close", of: "Fault kinds", in: "@", .close),
        fault("empty", of: "Fault kinds", in: "@", .empty),
        fault("garbage", of: "Fault kinds", in: "@", .garbage),
        fault("truncate", of: "Fault kinds", in: "@", Fault(.truncate, afterBytes: 3)),
        fault("malformed_chunk", of: "Fault kinds", in: "@", .malformedChunk),

        fault("request_start", of: "Fault phases", in: "fault: {kind: reset, @}", Fault(.reset, at: .requestStart)),
        fault("request_body", of: "Fault phases", in: "fault: {kind: reset, @}", Fault(.reset, at: .requestBody)),
        fault("response_start", of: "Fault phases", in: "fault: {kind: reset, @}", Fault(.reset, at: .responseStart)),
        fault("response_body", of: "Fault phases", in: "fault: {kind: reset, @}", Fault(.reset, at: .responseBody)),
        fault("response_end", of: "Fault phases", in: "fault: {kind: reset, @}", Fault(.reset, at: .responseEnd)),
    ]

    private static func reset(_ row: String, of title: String, _ keys: String, _ frames: HTTP2Frames) -> BuiltCase {
        BuiltCase.frames(row, of: title, in: "h2: {rst_stream: {\(keys)}}", frames)
    }

    private static func goaway(_ row: String, of title: String, _ keys: String, _ frames: HTTP2Frames) -> BuiltCase {
        BuiltCase.frames(row, of: title, in: "h2: {goaway: {\(keys)}}", frames)
    }

    private static func setting(_ row: String, _ name: HTTP2Frames.Setting, _ value: UInt32) -> BuiltCase {
        BuiltCase.frames(row, of: "Settings", in: "h2: {settings: {@}}", .settings([name: value]))
    }

    private static func code(_ row: String, resetting code: HTTP2Frames.ErrorCode) -> BuiltCase {
        BuiltCase.frames(row, of: "Error codes of HTTP/2", in: "h2: {@}", .resetStream(code))
    }

    private static func code(_ row: String, leavingWith code: HTTP2Frames.ErrorCode) -> BuiltCase {
        BuiltCase.frames(row, of: "Error codes of HTTP/2", in: "h2: {@}", .goaway(code))
    }

    static let frames: [BuiltCase] = [
        frames("rst_stream", of: "HTTP/2 frames", .resetStream(.cancel)),
        frames("goaway", of: "HTTP/2 frames", .goaway()),
        frames("settings", of: "HTTP/2 frames", .settings([.maxConcurrentStreams: 1])),

        reset("code", of: "Stream reset", "@, at: response_end", .resetStream(.cancel, at: .responseEnd)),
        reset("at", of: "Stream reset", "code: 7, @", .resetStream(7, at: .responseEnd)),
        reset(
            "after_bytes", of: "Stream reset", "code: CANCEL, at: response_body, @",
            .resetStream(.cancel, at: .responseBody, afterBytes: 3)),
        reset(
            "response_start", of: "Stream reset phases", "code: CANCEL, @", .resetStream(.cancel, at: .responseStart)),
        reset("response_body", of: "Stream reset phases", "code: CANCEL, @", .resetStream(.cancel, at: .responseBody)),
        reset("response_end", of: "Stream reset phases", "code: CANCEL, @", .resetStream(.cancel, at: .responseEnd)),

        goaway("code", of: "GOAWAY", "@, last_stream: 1", .goaway(.enhanceYourCalm, lastStream: 1)),
        goaway("last_stream", of: "GOAWAY", "code: NO_ERROR, @", .goaway(lastStream: 1)),
        goaway("graceful", of: "GOAWAY", "code: NO_ERROR, @", .goaway(graceful: true)),
        goaway("at", of: "GOAWAY", "code: NO_ERROR, @", .goaway(at: .responseEnd)),
        goaway("response_start", of: "GOAWAY phases", "code: NO_ERROR, @", .goaway(at: .responseStart)),
        goaway("response_end", of: "GOAWAY phases", "code: NO_ERROR, @", .goaway(at: .responseEnd)),

        setting("header_table_size", .headerTableSize, 0),
        setting("enable_push", .enablePush, 0),
        setting("max_concurrent_streams", .maxConcurrentStreams, 1),
        setting("initial_window_size", .initialWindowSize, 100),
        setting("max_frame_size", .maxFrameSize, 16_384),
        setting("max_header_list_size", .maxHeaderListSize, 8_192),
        setting("enable_connect_protocol", .enableConnectProtocol, 1),

        code("NO_ERROR", leavingWith: .noError),
        code("PROTOCOL_ERROR", resetting: .protocolError),
        code("INTERNAL_ERROR", resetting: .internalError),
        code("FLOW_CONTROL_ERROR", resetting: .flowControlError),
        code("SETTINGS_TIMEOUT", leavingWith: .settingsTimeout),
        code("STREAM_CLOSED", resetting: .streamClosed),
        code("FRAME_SIZE_ERROR", resetting: .frameSizeError),
        code("REFUSED_STREAM", resetting: .refusedStream),
        code("CANCEL", resetting: .cancel),
        code("COMPRESSION_ERROR", leavingWith: .compressionError),
        code("CONNECT_ERROR", resetting: .connectError),
        code("ENHANCE_YOUR_CALM", leavingWith: .enhanceYourCalm),
        code("INADEQUATE_SECURITY", leavingWith: .inadequateSecurity),
        code("HTTP_1_1_REQUIRED", resetting: .http11Required),
    ]
}
