/// An event of a stream of server-sent events (WHATWG HTML, section 9.2).
package struct ServerSentEvent: Sendable {
    /// What it tells.
    package enum Data: Sendable {
        case text(Template)
        case json(JSONTemplate)
    }

    /// Its type.
    package let event: Template?
    package let data: Data?
    package let id: Template?
    /// How long a client waits before it connects again, in milliseconds.
    package let retry: Int?
    package let comment: Template?
    /// The time before it.
    package let delay: DelayTime
    package let position: Position

    package init(
        event: Template? = nil, data: Data? = nil, id: Template? = nil, retry: Int? = nil, comment: Template? = nil,
        delay: DelayTime = .zero, position: Position
    ) {
        self.event = event
        self.data = data
        self.id = id
        self.retry = retry
        self.comment = comment
        self.delay = delay
        self.position = position
    }

    /// The templates in it.
    package var templates: [Template] {
        var templates = [event, id, comment].compactMap { $0 }
        switch data {
        case .text(let text): templates.append(text)
        case .json(let json): templates += json.templates
        case nil: break
        }
        return templates
    }

    /// Whether a text can be an event's id or type.
    package static func canBeField(_ text: some StringProtocol, isID: Bool) -> Bool {
        !text.utf8.contains { $0 == 10 || $0 == 13 || isID && $0 == 0 }
    }
}
