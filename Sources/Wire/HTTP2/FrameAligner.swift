import HTTPMessage

/// Holds back an incomplete frame header until the rest has arrived, so that nghttp2's behaviour does not depend on how
/// the connection's bytes are split.
///
/// Each time nghttp2 starts to wait for a CONTINUATION it counts one more such frame, and it allows eight: a header
/// that arrives byte by byte would be a flood. So nghttp2 gets no split between the last byte of an unfinished header
/// block and the end of the next frame's header.
///
/// It also detects an error that nghttp2 accepts: a CONTINUATION larger than the frame limit (RFC 9113, section 4.2). And it
/// splits a DATA frame before the length of its padding, which nghttp2 does not tell of a frame that it rejects.
struct FrameAligner: Sendable {
    /// The length of a frame header in bytes (RFC 9113, section 4.1).
    static let headerLength = 9
    /// The most bytes that are held. Empty frames could exceed it; then the bytes are passed on regardless of splits.
    private static let longestHeld = 256

    /// The largest payload that a frame may have, in bytes: SETTINGS_MAX_FRAME_SIZE.
    private var largestFrame = 16_384
    /// Whether a CONTINUATION was larger; it and all later bytes are not passed on.
    private(set) var hasOversized = false

    /// Allows frames as large as any of `settings` permits. Must be called before the client can know the settings.
    mutating func allow(_ settings: [HTTP2Setting]) {
        for setting in settings where setting.name == .maxFrameSize {
            largestFrame = max(largestFrame, Int(setting.value))
        }
    }

    /// Resets the number of frames of unknown types, and returns it.
    mutating func takeUnknownFrames() -> Int {
        defer { unknownFrames = 0 }
        return unknownFrames
    }

    /// Whether a part of a frame's header has come, of one that may be HEADERS.
    var isAmidHeader: Bool { !held.isEmpty && (held.count <= 3 || held[3] == FrameType.headers) }

    /// The position of a byte in the sequence of frames.
    private struct State: Sendable {
        /// Bytes before the next frame header: of the client's preface at first, then of a payload.
        var skip: Int
        /// Whether the current frame leaves its header block unfinished.
        var isUnfinished = false
    }

    /// Whether the bytes that were passed on last end before the length of a frame's padding.
    private var isBeforePadding = false
    /// The number of frames whose types RFC 9113 does not define; nghttp2 does not report them.
    private var unknownFrames = 0

    private var held: [UInt8] = []
    private var state = State(skip: 24)

    /// Adds `bytes`, and passes on all held and new bytes that nghttp2 may have now, if any.
    mutating func align(_ bytes: UnsafeRawBufferPointer, _ deliver: (UnsafeRawBufferPointer) -> Void) {
        guard held.isEmpty else {
            held.append(contentsOf: bytes)
            let joined = held
            held = []
            return joined.withUnsafeBytes { pass($0, deliver) }
        }
        pass(bytes, deliver)
    }

    /// Passes on what nghttp2 may have of the bytes, and holds the rest.
    private mutating func pass(_ bytes: UnsafeRawBufferPointer, _ deliver: (UnsafeRawBufferPointer) -> Void) {
        var rest = bytes
        repeat {
            let count = cut(rest)
            if count > 0 { deliver(UnsafeRawBufferPointer(rebasing: rest[..<count])) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } while isBeforePadding && !rest.isEmpty
        held.append(contentsOf: rest)
    }

    /// The number of `bytes` that can be passed on; the first of them is at `state`, which moves after the last.
    private mutating func cut(_ bytes: UnsafeRawBufferPointer) -> Int {
        isBeforePadding = false
        var index = 0
        var here = state
        var safe = 0
        while true {
            let share = min(here.skip, bytes.count - index)
            index += share
            here.skip -= share
            if here.skip > 0 {
                safe = index
                state = here
                break
            }
            if !here.isUnfinished {
                safe = index
                state = here
            } else if share > 0 {
                safe = index - 1
                state = State(skip: 1, isUnfinished: true)
            }
            guard bytes.count - index >= Self.headerLength else { break }
            let length = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
            if bytes[index + 3] == FrameType.continuation, length > largestFrame {
                hasOversized = true
                break
            }
            let isBlock = bytes[index + 3] == FrameType.headers || bytes[index + 3] == FrameType.continuation
            let isUnfinished = isBlock && bytes[index + 4] & FrameFlag.endHeaders == 0
            isBeforePadding = bytes[index + 3] == FrameType.data && bytes[index + 4] & FrameFlag.padded != 0
            index += Self.headerLength
            here = State(skip: length, isUnfinished: isUnfinished)
            if bytes[index - Self.headerLength + 3] > FrameType.continuation { unknownFrames += 1 }
            if length > 0 || !isUnfinished || index - safe > Self.longestHeld {
                safe = index
                state = here
            }
            if isBeforePadding { break }
        }
        return safe
    }
}
