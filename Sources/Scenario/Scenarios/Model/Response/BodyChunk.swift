import ExactJSON

/// A chunk of a streamed body: one chunk of HTTP/1.1 or one DATA frame of HTTP/2.
package struct BodyChunk: Sendable {
    package let content: ContentTemplate
    /// The time before it.
    package let delay: DelayTime
    package let position: Position

    package init(_ content: ContentTemplate, delay: DelayTime = .zero, position: Position) {
        self.content = content
        self.delay = delay
        self.position = position
    }
}

/// Bytes that a scenario states: as text, as JSON or as base64.
package enum ContentTemplate: Sendable {
    case text(Template)
    case json(JSONTemplate)
    case bytes([UInt8])
    /// Base64 that templates make.
    case base64(Template)

    /// The templates in it.
    package var templates: [Template] {
        switch self {
        case .text(let text), .base64(let text): [text]
        case .json(let json): json.templates
        case .bytes: []
        }
    }

    /// The bytes, if there are no expressions.
    package var constant: [UInt8]? {
        switch self {
        case .text(let text): text.constant.map { Array($0.utf8) }
        case .json(let json): json.constant.map { $0.bytes() }
        case .bytes(let bytes): bytes
        case .base64: nil
        }
    }
}
