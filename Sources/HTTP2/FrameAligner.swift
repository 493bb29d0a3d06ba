import HTTPMessage

/// Holds back a piece of a frame header until the rest of it has come, so that what nghttp2 makes of a connection does
/// not depend on how its bytes were cut.
///
/// nghttp2 takes every entry into its wait for a CONTINUATION as one more such frame, of which it allows eight: a header
/// that comes byte by byte would be a flood. So it sees no cut between the last byte of an unfinished header block and
/// the end of the next frame's header.
///
/// It also finds what nghttp2 lets pass: a CONTINUATION larger than frames may be (RFC 9113, section 4.2).
struct FrameAligner: Sendable {
    /// Of a frame, in bytes (RFC 9113, section 4.1).
    static let headerLength = 9
    /// Empty frames could make the bytes held grow; from so many on they are handed over however they are cut.
    private static let longestHeld = 256

    /// The largest payload that a frame may have, in bytes: SETTINGS_MAX_FRAME_SIZE.
    private var largestFrame = 16_384
    /// Whether a CONTINUATION was larger; nothing from it on is handed over.
    private(set) var hasOversized = false

    /// Lets frames be as large as any of `settings` says, from before the client can know.
    mutating func allow(_ settings: [HTTP2Setting]) {
        for setting in settings where setting.name == .maxFrameSize {
            largestFrame = max(largestFrame, Int(setting.value))
        }
    }

    /// Forgets the frames of unknown types, and says how many there were.
    mutating func takeUnknownFrames() -> Int {
        defer { unknownFrames = 0 }
        return unknownFrames
    }

    /// Where a byte stands in the sequence of frames.
    private struct State: Sendable {
        /// Bytes before the next frame header: of the client's preface at first, then of a payload.
        var skip: Int
        /// Whether the frame at hand leaves its header block unfinished.
        var isUnfinished = false
    }

    /// Frames of types that RFC 9113 does not have, of which nghttp2 says nothing.
    private var unknownFrames = 0

    private var held: [UInt8] = []
    private var state = State(skip: 24)

    /// Adds `bytes` and hands over what may be given to nghttp2 of all that came, if anything.
    mutating func align(_ bytes: UnsafeRawBufferPointer, _ deliver: (UnsafeRawBufferPointer) -> Void) {
        guard held.isEmpty else {
            held.append(contentsOf: bytes)
            let joined = held
            let count = joined.withUnsafeBytes { cut($0) }
            held.removeFirst(count)
            if count > 0 { joined.withUnsafeBytes { deliver(UnsafeRawBufferPointer(rebasing: $0[..<count])) } }
            return
        }
        let count = cut(bytes)
        held.append(contentsOf: bytes[count...])
        if count > 0 { deliver(UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
    }

    /// How many of `bytes`, the first of which stands at `state`, can be handed over; moves `state` behind them.
    private mutating func cut(_ bytes: UnsafeRawBufferPointer) -> Int {
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
            index += Self.headerLength
            here = State(skip: length, isUnfinished: isUnfinished)
            if bytes[index - Self.headerLength + 3] > FrameType.continuation { unknownFrames += 1 }
            if length > 0 || !isUnfinished || index - safe > Self.longestHeld {
                safe = index
                state = here
            }
        }
        return safe
    }
}
