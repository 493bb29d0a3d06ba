import HTTPMessage
import HTTPWire
import HTTPWireVectors

/// The result of parsing one response.
struct ResponseOutcome: Equatable {
    enum Event: Equatable {
        case informational(ResponseHead)
        case switchingProtocols(ResponseHead)
        case head(ResponseHead, ResponseParser.Body)
        /// All slices up to the next event.
        case body([UInt8])
        case end(trailers: Fields)
        case refused(String)
    }

    var events: [Event] = []
    /// The parser's state after the last byte, before the end of the connection.
    var progress = ResponseParser.Progress.idle
    /// The bytes that belong to no response.
    var left: [UInt8] = []

    /// Adds an event, and returns whether it is the last one.
    mutating func take(_ output: ResponseParser.Output) -> Bool {
        switch output {
        case .needsMore: return false
        case .body(let slice):
            if case .body(let bytes) = events.last {
                events[events.count - 1] = .body(bytes + slice)
            } else {
                events.append(.body(Array(slice)))
            }
            return false
        case .informational(let head):
            events.append(.informational(head))
            return false
        case .head(let head, let body):
            events.append(.head(head, body))
            return false
        case .switchingProtocols(let head): events.append(.switchingProtocols(head))
        case .end(let trailers): events.append(.end(trailers: trailers))
        case .refused(let refused): events.append(.refused(refused.text))
        }
        return true
    }
}

extension ResponseParser {
    /// Feeds `pieces` one after another, taking all events after each, and then the end of the connection.
    mutating func play(_ pieces: [ArraySlice<UInt8>], isClean: Bool = true) -> ResponseOutcome {
        var outcome = ResponseOutcome()
        var isOver = false
        for piece in pieces {
            piece.withUnsafeBytes { bytes in
                var input = bytes
                while !isOver {
                    let output = next(&input)
                    isOver = outcome.take(output)
                    if case .needsMore = output { break }
                }
                // After a refusal the parser takes all bytes.
                if outcome.refusal == nil { outcome.left += input }
            }
        }
        outcome.progress = progress
        if !isOver, let output = end(isClean: isClean) { _ = outcome.take(output) }
        return outcome
    }

    /// The events of `text` alone, without an end of the connection.
    mutating func events(_ text: String) -> [ResponseOutcome.Event] {
        var outcome = ResponseOutcome()
        Array(text.utf8).withUnsafeBytes { bytes in
            var input = bytes
            while true {
                let output = next(&input)
                if case .needsMore = output { return }
                if outcome.take(output) { return }
            }
        }
        return outcome.events
    }
}

func responseOutcome(
    of pieces: [ArraySlice<UInt8>], to method: String = "GET", limits: HTTP1ResponseLimits = HTTP1ResponseLimits()
) -> ResponseOutcome {
    var parser = ResponseParser(limits: limits)
    parser.expectResponse(to: method.utf8)
    return parser.play(pieces)
}

/// The outcome of `bytes` as a whole, and the splits that give a different one.
func responseOutcome(
    ofAnyCut bytes: [UInt8], to method: String = "GET", limits: HTTP1ResponseLimits = HTTP1ResponseLimits()
) -> (ResponseOutcome, differing: [String]) {
    /// Longer vectors test limits, for which no split offset is special.
    let longestHalved = 1024
    let whole = responseOutcome(of: [bytes[...]], to: method, limits: limits)
    var differing: [String] = []
    if responseOutcome(of: bytes.indices.map { bytes[$0...$0] }, to: method, limits: limits) != whole {
        differing.append("byte by byte")
    }
    if bytes.count <= longestHalved {
        for middle in bytes.indices
        where responseOutcome(of: [bytes[..<middle], bytes[middle...]], to: method, limits: limits) != whole {
            differing.append("cut at \(middle)")
        }
    }
    return (whole, differing)
}

extension ResponseOutcome {
    /// The response; nil unless it is complete.
    var response: ExpectedResponse? {
        guard case .end(let trailers) = events.last else { return nil }
        var response = ExpectedResponse(trailers: pairs(trailers), keeps: progress == .idle)
        for event in events {
            switch event {
            case .informational(let head): response.informational.append(head.status)
            case .head(let head, let body):
                response.status = head.status
                response.reason = head.reason ?? "(none)"
                response.fields = pairs(head.fields)
                response.framing =
                    switch body {
                    case .none: .none
                    case .chunked: .chunked
                    case .length(let length): .length(length)
                    case .untilClose: .close
                    }
            case .body(let bytes): response.body += text(bytes[...])
            case .end, .refused, .switchingProtocols: continue
            }
        }
        return response
    }

    var refusal: String? {
        if case .refused(let text) = events.last { text } else { nil }
    }
}
