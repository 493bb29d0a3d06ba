import CYAML

/// A position of libyaml, converted to count from 1.
struct YAMLMark: Hashable, Sendable {
    let line: Int
    let column: Int

    init(_ mark: yaml_mark_t) {
        line = Int(mark.line) + 1
        column = Int(mark.column) + 1
    }
}

/// One event of libyaml's parser, as a Swift value.
struct YAMLEvent: Sendable {
    enum Kind: Sendable {
        case streamEnd, documentStart, documentEnd
        case alias, scalar
        case sequenceStart, sequenceEnd
        case mappingStart, mappingEnd
        /// The stream's start, and any event of a later version of libyaml.
        case other
    }

    let kind: Kind
    let start: YAMLMark
    /// A scalar's characters, or the name of an alias.
    var text = ""
    var style = Node.Scalar.Style.plain
    /// Few nodes have any.
    var properties: Properties?

    /// A node's anchor and tag.
    final class Properties: Sendable {
        let anchor: String?
        let tag: String?

        init(anchor: String?, tag: String?) {
            self.anchor = anchor
            self.tag = tag
        }
    }
}

/// Why libyaml stopped.
struct YAMLFailure: Error {
    let problem: String
    let mark: YAMLMark
    /// The construct that was being read, such as `while parsing a flow mapping`; may be empty.
    let context: String
    let contextMark: YAMLMark

    static let noMemory: YAMLFailure = {
        let start = YAMLMark(yaml_mark_t())
        return YAMLFailure(
            problem: "there is no memory to read the file", mark: start, context: "", contextMark: start)
    }()
}

/// Returns libyaml's events one by one.
struct YAMLEvents: ~Copyable {
    private let parser: YAMLParser
    /// The position behind the last event.
    private(set) var end = YAMLMark(yaml_mark_t())

    /// Nil if there is no memory for a parser. `bytes` must outlive this.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let parser = YAMLParser(bytes) else { return nil }
        self.parser = parser
    }

    mutating func next() throws(YAMLFailure) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser.pointer, &event) == 1 else { throw failure }
        defer { yaml_event_delete(&event) }
        let start = YAMLMark(event.start_mark)
        end = YAMLMark(event.end_mark)
        switch event.type {
        case YAML_STREAM_END_EVENT: return YAMLEvent(kind: .streamEnd, start: start)
        case YAML_DOCUMENT_START_EVENT:
            // libyaml also accepts files that declare YAML 1.1, in which `no` and `1:30` are not text.
            if let version = event.data.document_start.version_directive?.pointee, version.minor != 2 {
                throw YAMLFailure(problem: YAMLProblem.otherVersion, mark: start, context: "", contextMark: start)
            }
            return YAMLEvent(kind: .documentStart, start: start)
        case YAML_DOCUMENT_END_EVENT: return YAMLEvent(kind: .documentEnd, start: start)
        case YAML_ALIAS_EVENT: return YAMLEvent(kind: .alias, start: start, text: text(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let content = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            return YAMLEvent(
                kind: .scalar, start: start, text: String(decoding: content, as: UTF8.self), style: style(scalar.style),
                properties: properties(scalar.anchor, scalar.tag))
        case YAML_SEQUENCE_START_EVENT:
            let data = event.data.sequence_start
            return YAMLEvent(kind: .sequenceStart, start: start, properties: properties(data.anchor, data.tag))
        case YAML_MAPPING_START_EVENT:
            let data = event.data.mapping_start
            return YAMLEvent(kind: .mappingStart, start: start, properties: properties(data.anchor, data.tag))
        case YAML_SEQUENCE_END_EVENT: return YAMLEvent(kind: .sequenceEnd, start: start)
        case YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .mappingEnd, start: start)
        default: return YAMLEvent(kind: .other, start: start)
        }
    }

    private var failure: YAMLFailure {
        YAMLFailure(
            problem: parser.pointer.pointee.problem.map { String(cString: $0) } ?? "there is no memory to read it",
            mark: YAMLMark(parser.pointer.pointee.problem_mark),
            context: parser.pointer.pointee.context.map { String(cString: $0) } ?? "",
            contextMark: YAMLMark(parser.pointer.pointee.context_mark))
    }

    private func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        bytes.map { String(cString: $0) }
    }

    private func properties(
        _ anchor: UnsafeMutablePointer<yaml_char_t>?, _ tag: UnsafeMutablePointer<yaml_char_t>?
    ) -> YAMLEvent.Properties? {
        anchor == nil && tag == nil ? nil : YAMLEvent.Properties(anchor: text(anchor), tag: text(tag))
    }

    private func style(_ style: yaml_scalar_style_t) -> Node.Scalar.Style {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: .literal
        case YAML_FOLDED_SCALAR_STYLE: .folded
        default: .plain
        }
    }
}
