import HTTPMessage
import HTTPWire
import HTTPWireVectors

/// The result of parsing bytes: the events, and the parser's final state.
struct Outcome: Equatable {
    var events: [RequestParser.Output] = []
    var progress = RequestParser.Progress.idle
    var unconsumed: [UInt8] = []
}

/// Feeds `pieces` one after another, taking all events after each.
func outcome(of pieces: [ArraySlice<UInt8>], limits: HTTP1Limits = HTTP1Limits(), acceptsHTTPS: Bool = false) -> Outcome
{
    var parser = RequestParser(limits: limits, acceptsHTTPS: acceptsHTTPS)
    var outcome = Outcome()
    feeding: for piece in pieces {
        piece.withUnsafeBytes { parser.feed($0) }
        while true {
            let event = parser.next()
            if event == .needsMore { break }
            outcome.events.append(event)
            if case .refused = event { break feeding }
        }
    }
    outcome.progress = parser.progress
    outcome.unconsumed = Array(parser.unconsumed)
    return outcome
}

/// The outcome of `bytes` as a whole, and the splits that give a different one.
func outcome(ofAnyCut bytes: [UInt8], limits: HTTP1Limits = HTTP1Limits(), acceptsHTTPS: Bool = false) -> (
    Outcome, differing: [String]
) {
    /// Longer vectors test limits, for which no split offset is special.
    let longestHalved = 1024
    let whole = outcome(of: [bytes[...]], limits: limits, acceptsHTTPS: acceptsHTTPS)
    var differing: [String] = []
    if outcome(of: bytes.indices.map { bytes[$0...$0] }, limits: limits, acceptsHTTPS: acceptsHTTPS) != whole {
        differing.append("byte by byte")
    }
    if bytes.count <= longestHalved {
        for middle in bytes.indices
        where outcome(of: [bytes[..<middle], bytes[middle...]], limits: limits, acceptsHTTPS: acceptsHTTPS) != whole {
            differing.append("cut at \(middle)")
        }
    }
    return (whole, differing)
}

extension Outcome {
    /// The complete requests.
    var requests: [ExpectedRequest] {
        var requests: [ExpectedRequest] = []
        var begun: (head: RequestHead, expectsContinue: Bool)?
        for event in events {
            switch event {
            case .head(let head, let context): begun = (head, context.expectsContinue)
            case .request(let body, let trailers):
                guard let (head, expectsContinue) = begun else { return [] }
                requests.append(ExpectedRequest(head, expectsContinue, body: body, trailers: trailers))
                begun = nil
            case .needsMore, .refused: break
            }
        }
        return requests
    }

    var refusal: RejectedRequest? {
        if case .refused(let refusal) = events.last { refusal } else { nil }
    }
}

extension ExpectedRequest {
    init(_ head: RequestHead, _ expectsContinue: Bool, body: [UInt8], trailers: Fields) {
        self.init(
            text(head.method), text(head.target), authority: text(head.authority), path: text(head.path),
            query: head.query.map(text), version: head.version.rawValue, body: text(body[...]),
            trailers: pairs(trailers), fields: pairs(head.fields), expectsContinue: expectsContinue)
    }
}

func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

func pairs(_ fields: Fields) -> [[String]] {
    fields.lines.indices.map { [text(fields.name(at: $0)), text(fields.value(at: $0))] }
}
