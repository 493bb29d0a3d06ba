import HTTPMessage
import HTTPWire
import Playback
import Scenarios

/// How a rendered response is delivered, apart from its head and its body. Few responses need it.
final class RenderedDelivery: Sendable {
    /// How the end of the body is marked.
    let framing: ResponseEncoder.Framing
    /// Interim responses before the head.
    let informational: [RenderedHead]
    let trailers: Fields
    /// The chunks or events of a streamed body.
    let pieces: [RenderedPiece]
    let pace: Pace?
    /// Whether the body has no end.
    let staysOpen: Bool
    /// Whether the body is the whole response.
    let isRaw: Bool
    /// Whether the connection ends after the response, although no field says so.
    let endsConnection: Bool

    /// nil if the response is only a head and a body with its length.
    init?(
        _ template: ResponseTemplate, _ content: RenderedContent, in scope: EvaluationContext
    ) throws(EvaluationError) {
        let framing = template.framing
        guard template.delivery != nil || framing != .contentLength || template.isRaw else { return nil }
        self.framing =
            switch framing {
            case .contentLength: .length(content.body.count)
            case .chunked: .chunked
            case .close: .untilClose
            }
        var informational: [RenderedHead] = []
        for interim in template.delivery?.informational ?? [] {
            let fields = try Fields(interim.headers, in: scope)
            informational.append(RenderedHead(ResponseHead(status: interim.status, fields: fields), nil))
        }
        self.informational = informational
        trailers = try Fields(template.delivery?.trailers ?? [], in: scope)
        pieces = content.pieces
        pace = template.delivery?.pace
        staysOpen = template.staysOpen
        isRaw = template.isRaw
        endsConnection =
            framing == .close || template.delivery?.statedLength != nil
            || template.isRaw && template.connection != .keepAlive
    }
}

extension Fields {
    /// The fields of a scenario.
    ///
    /// - Throws: a template without a value.
    init(_ headers: [ResponseTemplate.Header], in scope: EvaluationContext) throws(EvaluationError) {
        self.init()
        for header in headers {
            for value in header.values {
                let text = try value.text(in: scope)
                try scope.check(bytes.count + text.utf8.count, at: value.constant == nil ? value.position : nil)
                append(header.name, text)
            }
        }
    }
}
