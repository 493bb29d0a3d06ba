import CYAML

/// One event of libyaml's parser, with all that the notation tells.
struct NotationEvent {
    enum Kind {
        case streamEnd, alias, scalar, listStart, listEnd, mapStart, mapEnd
        /// Starts and ends of documents.
        case other
    }

    let kind: Kind
    /// The offset in the file, properties included.
    let start: Int
    let end: Int
    /// The line of the start and of the end, from 1.
    let startLine: Int
    let endLine: Int
    /// The column of the start, from 0.
    let startColumn: Int
    /// Whether it is a collection in brackets.
    var isFlow = false
    /// Whether it is a scalar behind `|` or `>`.
    var isBlockScalar = false
    /// Whether it is a plain scalar without a character.
    var isMissing = false
}

/// libyaml's events of a file that has no errors.
struct NotationEvents: ~Copyable {
    private let parser: YAMLParser
    private let bytes: UnsafeBufferPointer<UInt8>
    /// A character's number from 0, and the offset of its first byte: those of the last mark. Most marks are near the
    /// one before.
    private var known = (character: 0, offset: 0)

    /// Nil if there is no memory for a parser. `bytes` must outlive this.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let parser = YAMLParser(bytes) else { return nil }
        self.parser = parser
        self.bytes = bytes
    }

    /// The next event; the stream's end also after an error.
    mutating func next() -> NotationEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser.pointer, &event) == 1 else {
            return NotationEvent(
                kind: .streamEnd, start: bytes.count, end: bytes.count, startLine: 1, endLine: 1, startColumn: 0)
        }
        defer { yaml_event_delete(&event) }
        switch event.type {
        case YAML_STREAM_END_EVENT: return make(.streamEnd, event)
        case YAML_ALIAS_EVENT: return make(.alias, event)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            var made = make(.scalar, event)
            made.isBlockScalar =
                scalar.style == YAML_LITERAL_SCALAR_STYLE || scalar.style == YAML_FOLDED_SCALAR_STYLE
            made.isMissing = scalar.style == YAML_PLAIN_SCALAR_STYLE && scalar.length == 0
            return made
        case YAML_SEQUENCE_START_EVENT:
            var made = make(.listStart, event)
            made.isFlow = event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
            return made
        case YAML_MAPPING_START_EVENT:
            var made = make(.mapStart, event)
            made.isFlow = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
            return made
        case YAML_SEQUENCE_END_EVENT: return make(.listEnd, event)
        case YAML_MAPPING_END_EVENT: return make(.mapEnd, event)
        default: return make(.other, event)
        }
    }

    private mutating func make(_ kind: NotationEvent.Kind, _ event: borrowing yaml_event_t) -> NotationEvent {
        NotationEvent(
            kind: kind, start: offset(event.start_mark), end: offset(event.end_mark),
            startLine: Int(event.start_mark.line) + 1, endLine: Int(event.end_mark.line) + 1,
            startColumn: Int(event.start_mark.column))
    }

    /// The offset of the character at a mark, which counts characters.
    private mutating func offset(_ mark: yaml_mark_t) -> Int {
        let wanted = Int(mark.index)
        while known.character < wanted, known.offset < bytes.count {
            known.offset += 1
            while known.offset < bytes.count, bytes[known.offset] & 0xC0 == 0x80 { known.offset += 1 }
            known.character += 1
        }
        while known.character > wanted, known.offset > 0 {
            known.offset -= 1
            while known.offset > 0, bytes[known.offset] & 0xC0 == 0x80 { known.offset -= 1 }
            known.character -= 1
        }
        return known.offset
    }
}
