import HTTPMessage
import HTTPWire
import Playback
import Scenarios

/// The progress of a body that is sent in chunks, at a pace, or up to a fault.
struct BodyProgress: Sendable {
    /// The number of bytes that were output.
    var offset = 0
    /// The index of the next chunk.
    var piece = 0
    /// The number of bytes that the current chunk still has.
    var chunkRest = 0
    /// The number of bytes that may be output before the next wait of the pace.
    var sliceRest = 0
    /// The instant of the next slice.
    var due: Instant
    /// The end of the last chunk.
    var since: Instant

    init(at instant: Instant) {
        due = instant
        since = instant
    }
}

extension ResponsePlayer {
    /// The next output of a body with chunks, a pace or a fault within it.
    mutating func stream(_ progress: BodyProgress, at instant: Instant) -> ResponseOutput {
        var progress = progress
        let end = bodyEnd
        skipEmptyPieces(&progress, at: instant)
        guard progress.offset < end else { return endBody(at: instant) }
        let pace = response.delivery?.pace
        if let until = waitingEnd(progress, pace: pace), instant < until {
            phase = .streaming(progress)
            return .wait(until: until)
        }
        if progress.chunkRest == 0, let size = beginChunk(&progress, bodyEnd: end) {
            phase = .streaming(progress)
            return .chunk(size)
        }
        if let pace, progress.sliceRest == 0 {
            progress.sliceRest = pace.slice
            progress.due = pace.next(after: progress.due, at: instant)
        }
        let count = min(end - progress.offset, progress.chunkRest, pace == nil ? Int.max : progress.sliceRest)
        let output = read(from: progress.offset, upTo: count)
        if case .bytes(let bytes) = output {
            progress.offset += bytes.count
            progress.chunkRest -= bytes.count
            progress.sliceRest = max(0, progress.sliceRest - bytes.count)
            if progress.chunkRest == 0 { progress.since = instant }
            phase = .streaming(progress)
        }
        return output
    }

    /// The offset at which the body ends, or its fault happens.
    private var bodyEnd: Int {
        let size = response.body.count
        if let fault, fault.phase == .responseBody { return fault.bytesBefore(ofBody: size) }
        if let reset = behavior?.reset, reset.phase == .responseBody { return min(size, reset.afterBytes) }
        return size
    }

    private var pieces: [RenderedPiece] { response.delivery?.pieces ?? [] }

    /// Passes over chunks that a template made empty: an empty chunk would end the body.
    private func skipEmptyPieces(_ progress: inout BodyProgress, at instant: Instant) {
        guard progress.chunkRest == 0 else { return }
        while progress.piece < pieces.count, pieces[progress.piece].end == progress.offset {
            progress.piece += 1
            progress.since = instant
        }
    }

    /// The instant before which nothing is output: the end of a chunk's delay, and the next slice of the pace.
    private func waitingEnd(_ progress: BodyProgress, pace: Pace?) -> Instant? {
        var until: Instant?
        if progress.chunkRest == 0, progress.piece < pieces.count, let delays = behavior?.pieceDelays,
            progress.piece < delays.count
        {
            until = progress.since + delays[progress.piece]
        }
        guard pace != nil, progress.sliceRest == 0 else { return until }
        return max(until ?? progress.due, progress.due)
    }

    /// Begins the next chunk, and returns its size if the chunk has to be announced.
    private func beginChunk(_ progress: inout BodyProgress, bodyEnd: Int) -> Int? {
        let size = response.body.count
        var isAnnounced = true
        if progress.piece < pieces.count {
            progress.chunkRest = pieces[progress.piece].end - progress.offset
            progress.piece += 1
        } else if response.delivery?.framing == .chunked {
            progress.chunkRest = min(Self.chunk, size - progress.offset)
        } else {
            progress.chunkRest = size - progress.offset
            isAnnounced = false
        }
        // The malformed header must stand where a chunk begins.
        if fault?.kind == .malformedChunk { progress.chunkRest = min(progress.chunkRest, bodyEnd - progress.offset) }
        return isAnnounced ? progress.chunkRest : nil
    }

    /// What follows the last byte of the body that is output.
    private mutating func endBody(at instant: Instant) -> ResponseOutput {
        if let fault, fault.phase == .responseBody { return finish(fault) }
        guard let delivery = response.delivery, behavior?.reset?.phase != .responseBody else {
            phase = .end
            return next(at: instant)
        }
        if delivery.staysOpen {
            phase = .over(.response(.keepOpen))
            return .end(.keepOpen)
        }
        phase = .end
        return delivery.framing == .chunked ? .trailers(delivery.trailers) : next(at: instant)
    }
}

extension Pace {
    /// The number of bytes that are sent at once.
    fileprivate var slice: Int {
        switch self {
        case .dribble(let slice, _): slice
        // A hundred times per second.
        case .throttle(let rate): max(1, rate / 100)
        }
    }

    /// The time that a slice takes.
    private var interval: Duration {
        switch self {
        case .dribble(_, let interval): interval
        case .throttle(let rate): .nanoseconds(Int64(slice) * 1_000_000_000 / Int64(rate))
        }
    }

    /// The instant of the next slice after one that was due at `due` and is sent at `instant`.
    fileprivate func next(after due: Instant, at instant: Instant) -> Instant {
        switch self {
        case .dribble(_, let interval): return instant + interval
        case .throttle:
            // A late slice shortens the next wait, so that the rate is kept, but a client's pause is not made up for.
            let earliest = Instant(nanoseconds: instant.nanoseconds - interval.wholeNanoseconds)
            return max(due, earliest) + interval
        }
    }
}
