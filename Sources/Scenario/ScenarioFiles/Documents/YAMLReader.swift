import Scenarios
import ExactJSON
import TextCoding

/// Builds nodes from libyaml's events and checks the format's rules for keys, tags, aliases and depth.
struct YAMLReader {
    /// A node and the cost of copying it by an alias.
    private struct Built {
        let node: Node
        /// Bytes of text in the node, at least one for each scalar, aliases expanded.
        let size: Int
        /// The number of nested maps and lists on the longest path down.
        let height: Int
    }

    /// A map or list whose end is not read yet.
    private struct Frame {
        let isMapping: Bool
        let position: Position
        let anchor: String?
        /// Where its elements begin on the stack of all lists.
        let start: Int
        var map: MappingBuilder
        var key = Key.none
        var size = 0
        var height = 0

        /// Whether the map or list is written in brackets.
        var isFlow: Bool {
            let file = position.file
            let offset = file.offset(line: position.line, column: position.column)
            guard offset < file.bytes.count else { return false }
            return file.bytes[offset] == UInt8(ascii: "{") || file.bytes[offset] == UInt8(ascii: "[")
        }

        enum Key {
            case none, good
            /// There was a key and its error is reported; its value is dropped too.
            case bad
        }
    }

    /// Bytes of text that all aliases together may add.
    static let expansionLimit = 1 << 20
    static let emptyFile =
        "the file is empty; a scenario begins with mockserver: 1, and mockserver init writes a first one"

    let file: SourceFile
    private(set) var diagnostics = Diagnostics()
    private var suggestionWork = SuggestionWork()
    private(set) var root: Node?
    private(set) var isComplete = false
    private var stack: [Frame] = []
    /// The elements and the entries of the lists and maps in `stack`.
    private let elements = ElementStack<Node>()
    private let entries = ElementStack<Node.Entry>()
    private var anchors: [String: Built] = [:]
    private var expanded = 0
    /// The last template without quotes. Other errors on its line, or in a map that begins there, follow from it.
    private var bareTemplate: Position?

    init(_ file: SourceFile) {
        self.file = file
    }

    /// Reads the file.
    mutating func read() {
        // libyaml asserts that there is a buffer, which Swift does not guarantee for an empty array.
        if file.bytes.isEmpty {
            diagnostics.error(at: file.position(atByte: 0), Self.emptyFile)
            return
        }
        file.bytes.withUnsafeBufferPointer { bytes in
            guard var events = YAMLEvents(bytes) else {
                report(.noMemory)
                return
            }
            read(&events)
        }
    }

    private mutating func read(_ events: inout YAMLEvents) {
        do throws(YAMLFailure) {
            var documents = 0
            while true {
                let event = try events.next()
                if case .streamEnd = event.kind { break }
                if case .documentStart = event.kind {
                    documents += 1
                    if documents > 1 {
                        diagnostics.error(at: position(event.start), YAMLProblem.secondDocument)
                        break
                    }
                }
                guard take(event) else {
                    closeAll()
                    return
                }
            }
            isComplete = true
            if documents == 0 { diagnostics.error(at: file.position(atByte: 0), Self.emptyFile) }
        } catch {
            report(error)
        }
    }

    private mutating func report(_ failure: YAMLFailure) {
        let problem = YAMLProblem(failure, file, open: stack.last { $0.isFlow }?.position)
        if problem.position.line != bareTemplate?.line {
            diagnostics.error(at: problem.position, problem.message)
        }
        closeAll()
    }

    /// Takes one event; returns false if reading can't continue.
    private mutating func take(_ event: borrowing YAMLEvent) -> Bool {
        switch event.kind {
        case .streamEnd, .documentStart, .documentEnd, .other:
            return true
        case .alias:
            return expand(event.text, at: position(event.start))
        case .scalar:
            let isText = event.properties == nil ? nil : checkScalarTag(event)
            let scalar = Node.Scalar(event.text, event.style, isText: isText)
            finish(
                Node(contentPosition(event), .scalar(scalar)), size: max(1, event.text.utf8.count), height: 0,
                anchor: event.properties?.anchor)
            return true
        case .sequenceStart, .mappingStart:
            let isMapping = event.kind == .mappingStart
            let position = contentPosition(event)
            if stack.count >= Document.depthLimit {
                let limit = Document.depthLimit
                diagnostics.error(at: position, "maps and lists are nested more than \(limit) deep")
                return false
            }
            checkCollectionTag(event, isMapping ? "map" : "seq")
            // Until the collection ends, its anchor is undefined, even if an earlier value had the same anchor.
            if let anchor = event.properties?.anchor { anchors[anchor] = nil }
            stack.append(
                Frame(
                    isMapping: isMapping, position: position, anchor: event.properties?.anchor, start: elements.count,
                    map: MappingBuilder(entries)))
            return true
        case .sequenceEnd, .mappingEnd:
            close()
            return true
        }
    }

    private mutating func close() {
        guard let frame = stack.popLast() else { return }
        let kind: Node.Kind =
            frame.isMapping ? .mapping(frame.map.finish()) : .sequence(elements.take(from: frame.start))
        finish(Node(frame.position, kind), size: frame.size, height: frame.height + 1, anchor: frame.anchor)
    }

    /// Closes the open maps and lists, so that the part that was read can be checked.
    private mutating func closeAll() {
        while !stack.isEmpty { close() }
    }

    /// Stores a complete node: under its anchor's name, and as key, value, element or root.
    private mutating func finish(_ node: consuming Node, size: Int, height: Int, anchor: String?) {
        if let anchor { anchors[anchor] = Built(node: copy node, size: size, height: height) }
        guard let top = stack.indices.last else {
            root = node
            return
        }
        stack[top].size += size
        stack[top].height = max(stack[top].height, height)
        guard stack[top].isMapping else {
            elements.push(node)
            return
        }
        switch stack[top].key {
        case .none:
            stack[top].key = key(node, in: top)
        case .good:
            stack[top].map.add(node)
            stack[top].key = .none
        case .bad:
            stack[top].key = .none
        }
    }

    /// Leaves out a node whose error is reported.
    private mutating func drop() {
        guard let top = stack.indices.last, stack[top].isMapping else { return }
        switch stack[top].key {
        case .none: stack[top].key = .bad
        case .good, .bad:
            stack[top].map.skip()
            stack[top].key = .none
        }
    }

    private mutating func key(_ node: Node, in frame: Int) -> Frame.Key {
        guard let scalar = node.scalar else {
            reportCollectionKey(node)
            return .bad
        }
        if !scalar.isText, scalar.text == "<<" {
            diagnostics.error(at: node.position, "merge keys (<<) are not part of YAML 1.2; write the keys out")
            return .bad
        }
        guard scalar.isString else {
            let isStatus = scalar.text.utf8.count == 3 && Int(scalar.text).map { (100...599).contains($0) } == true
            if isStatus, isOfResponses(frame) {
                // The loader says what stands in place of such a map.
                return stack[frame].map.begin(Node.Key(text: scalar.text, position: node.position), &diagnostics)
                    ? .good : .bad
            }
            let message =
                node.isMissing
                ? YAMLProblem.noKey
                : isStatus
                    ? "a key must be text: write status: \(scalar.text) for a status, or quote it: \"\(scalar.text)\""
                    : "a key must be text; quote it: \"\(scalar.text)\""
            diagnostics.error(at: node.position, message)
            return .bad
        }
        let key = Node.Key(text: scalar.text, position: node.position)
        return stack[frame].map.begin(key, &diagnostics) ? .good : .bad
    }

    /// Whether a map is the value of `responses` in a step or a stub at the top level.
    private func isOfResponses(_ frame: Int) -> Bool {
        frame == 3 && stack[2].map.openKey == "responses" && !stack[1].isMapping
            && ["steps", "stubs"].contains(stack[0].map.openKey)
    }

    private mutating func reportCollectionKey(_ node: Node) {
        if node.position == bareTemplate { return }
        // The innermost map is the template's outer brace; a template within another collection ends at its comma.
        let isInFlow = stack.dropLast().contains { $0.isFlow }
        guard let template = UnquotedTemplate(at: node.position, isInFlow: isInFlow) else {
            let advice = node.mapping == nil ? "" : "; if a template is meant, quote the template: \"{{token}}\""
            diagnostics.error(at: node.position, "a key must be text, and this is \(node.summary)\(advice)")
            return
        }
        let cure =
            template.isAlone
            ? templateOfWholeNode ?? "quote the template: \(template.quoted)"
            : "quote the template: \(template.quoted)"
        diagnostics.error(at: template.position, "{{ without quotes begins a YAML map; \(cure)")
        bareTemplate = template.position
    }

    /// What to write where a template alone stands for a whole step, stub or request, so that quotes don't help; nil
    /// elsewhere. The innermost map is the template's outer brace.
    private var templateOfWholeNode: String? {
        guard stack.count > 2, stack[0].isMapping, !stack[1].isMapping,
            let key = stack[0].map.openKey, ["steps", "stubs"].contains(key)
        else { return nil }
        let noun = key == "steps" ? "step" : "stub"
        if stack.count == 3 { return "a template can't stand for a whole \(noun): write - request: GET /me" }
        guard stack.count == 4, stack[2].isMapping, stack[2].map.openKey == "request" else { return nil }
        return "a template can't stand for a whole request: write request: GET /me"
    }

    private mutating func expand(_ name: String, at position: Position) -> Bool {
        if stack.contains(where: { $0.anchor == name }) && anchors[name] == nil {
            diagnostics.error(at: position, "the alias *\(name) stands inside of what it names; write its value out")
            drop()
            return true
        }
        guard let built = anchors[name] else {
            let known = nearest(to: name, among: anchors.keys.sorted(), within: &suggestionWork)
            let hint = known.map { "; did you mean *\($0)?" } ?? "; quote a value that begins with *"
            diagnostics.error(at: position, "no anchor &\(name) stands before this alias\(hint)")
            drop()
            return true
        }
        expanded += built.size
        if expanded > Self.expansionLimit {
            diagnostics.error(at: position, "the file's aliases expand past 1 MiB; leave some out")
            return false
        }
        if stack.count + built.height > Document.depthLimit {
            let limit = Document.depthLimit
            diagnostics.error(at: position, "with this alias maps and lists are nested more than \(limit) deep")
            return false
        }
        finish(built.node, size: built.size, height: built.height, anchor: nil)
        return true
    }

    private func position(_ mark: YAMLMark) -> Position {
        Position(file: file, line: mark.line, column: mark.column)
    }

    /// The position where a node's content begins; libyaml's mark is that of the anchor or tag before it. A missing
    /// value keeps libyaml's mark.
    private func contentPosition(_ event: borrowing YAMLEvent) -> Position {
        if event.properties == nil { return position(event.start) }
        let isMissing = event.kind == .scalar && event.text.isEmpty && event.style == .plain
        if isMissing { return position(event.start) }
        let start = file.offset(line: event.start.line, column: event.start.column)
        return file.position(atByte: file.endOfProperties(from: start))
    }
}

extension YAMLReader {
    private static let core = "tag:yaml.org,2002:"

    /// Whether a scalar's tag makes it text; a tag that the scalar can't have is an error.
    private mutating func checkScalarTag(_ event: borrowing YAMLEvent) -> Bool? {
        guard let tag = event.properties?.tag else { return nil }
        switch tag {
        case "!", Self.core + "str":
            return true
        case Self.core + "null", Self.core + "bool", Self.core + "int", Self.core + "float":
            let holds =
                switch Node.Scalar(event.text, event.style).value {
                case .null: tag.hasSuffix("null")
                case .bool: tag.hasSuffix("bool")
                case .number(let number): tag.hasSuffix("float") || tag.hasSuffix("int") && number.isInteger
                case .string: false
                case .refused: true
                }
            if !holds {
                let message =
                    "\(event.text.isEmpty ? "nothing" : event.text) is not !!\(tag.dropFirst(Self.core.utf8.count))"
                diagnostics.error(at: position(event.start), message)
            }
            return nil
        default:
            refuse(tag, event)
            return nil
        }
    }

    private mutating func checkCollectionTag(_ event: borrowing YAMLEvent, _ name: String) {
        guard let tag = event.properties?.tag, tag != "!", tag != Self.core + name else { return }
        refuse(tag, event)
    }

    private mutating func refuse(_ tag: String, _ event: borrowing YAMLEvent) {
        let shown = tag.hasPrefix(Self.core) ? "!!\(tag.dropFirst(Self.core.utf8.count))" : tag
        let name = event.text
        let advice =
            ["!include", "!file", "!inc", "!import", "!Include"].contains(tag) && !name.isEmpty
            ? "write file: \(name.asFlowScalar) for a body, or include: [\(name.asFlowScalar)] at the top level for stubs"
            : "leave it out, or quote a value that begins with !"
        diagnostics.error(at: position(event.start), "the tag \(shown) is not known here; \(advice)")
    }
}
