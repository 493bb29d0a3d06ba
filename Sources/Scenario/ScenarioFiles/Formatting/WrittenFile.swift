import Scenarios
import TextCoding

/// A YAML file as it is written: its value and its comments.
struct WrittenFile {
    /// The file, whose lines end in LF.
    let file: SourceFile
    let root: WrittenNode
    /// The comments, markers and directives in their order.
    let comments: [WrittenComment]

    /// Nil if the file has an error or no value.
    init?(_ file: SourceFile) {
        guard !file.bytes.isEmpty else { return nil }
        var reader = WrittenFileReader(file)
        guard let root = reader.read() else { return nil }
        self.file = file
        self.root = root
        comments = reader.comments
    }
}

/// Reads a file that has no errors. libyaml tells where values begin and end; between them stand only white space,
/// comments and punctuation.
private struct WrittenFileReader {
    let file: SourceFile
    private(set) var comments: [WrittenComment] = []
    private let bytes: [UInt8]
    /// What stands before this offset is read.
    private var cursor = 0
    /// The offset of the last dash that was read.
    private var dash = 0
    /// The columns of the open collections without brackets.
    private var columns: [Int] = []

    init(_ file: SourceFile) {
        self.file = file
        bytes = file.bytes
    }

    mutating func read() -> WrittenNode? {
        let bytes = bytes
        return bytes.withUnsafeBufferPointer { buffer -> WrittenNode? in
            guard var events = NotationEvents(buffer) else { return nil }
            var root: WrittenNode?
            while true {
                let event = events.next()
                switch event.kind {
                case .streamEnd:
                    skip(to: bytes.count, isOutside: true)
                    return root
                case .other: continue
                default:
                    guard root == nil else { return nil }
                    skip(to: event.start, isOutside: true)
                    root = node(event, &events)
                }
            }
        }
    }

    // MARK: - Values

    private mutating func node(_ event: NotationEvent, _ events: inout NotationEvents) -> WrittenNode? {
        skip(to: event.start)
        switch event.kind {
        case .alias:
            cursor = event.end
            return scalar(event, [], from: event.start)
        case .scalar:
            let properties = properties(until: event.end, isMissing: event.isMissing)
            if event.isMissing {
                let line = event.endLine
                return WrittenNode(
                    properties: properties, start: event.start, contentStart: event.end, end: event.end, line: line,
                    endLine: line, content: .missing, width: properties.isEmpty ? 0 : nil)
            }
            return event.isBlockScalar ? block(event, properties) : scalar(event, properties, from: cursor)
        case .listStart, .mapStart:
            return collection(event, &events)
        case .streamEnd, .listEnd, .mapEnd, .other:
            return nil
        }
    }

    /// The line from 1 and the column from 0 of the content of an event, which begins with the event unless it has
    /// properties.
    private func position(of start: Int, _ event: NotationEvent) -> (line: Int, column: Int) {
        guard start != event.start else { return (event.startLine, event.startColumn) }
        let position = file.position(atByte: start)
        return (position.line, position.column - 1)
    }

    private mutating func scalar(_ event: NotationEvent, _ properties: [UInt8], from start: Int) -> WrittenNode {
        cursor = event.end
        let text = bytes[start..<event.end]
        let line = position(of: start, event).line
        let isOnOneLine = line == event.endLine
        return WrittenNode(
            properties: properties, start: event.start, contentStart: start, end: event.end, line: line,
            endLine: event.endLine, content: .scalar,
            width: isOnOneLine ? Self.width(of: properties) + UTF8Text.scalarCount(text) : nil)
    }

    /// The width of properties and the space behind them.
    private static func width(of properties: [UInt8]) -> Int {
        properties.isEmpty ? 0 : UTF8Text.scalarCount(properties[...]) + 1
    }

    private mutating func block(_ event: NotationEvent, _ properties: [UInt8]) -> WrittenNode {
        let start = cursor
        let line = position(of: start, event).line
        var indentation: Int?
        var chomping = WrittenNode.BlockScalar.Chomping.clip
        cursor += 1
        while cursor < event.end, bytes[cursor] > 0x20 {
            switch bytes[cursor] {
            case UInt8(ascii: "-"): chomping = .strip
            case UInt8(ascii: "+"): chomping = .keep
            case let digit where digit >= 0x31 && digit <= 0x39:
                indentation = max(columns.last ?? 0, 0) + Int(digit) - 0x30
            default: break
            }
            cursor += 1
        }
        let header = bytes[cursor...].prefix { $0 != 0x0A }
        skip(to: header.endIndex)
        var lines: [ArraySlice<UInt8>] = []
        var offset = min(header.endIndex + 1, bytes.count)
        var isEnded = true
        while offset < event.end {
            let end = bytes[offset...].firstIndex(of: 0x0A)
            lines.append(bytes[offset..<(end ?? bytes.count)])
            isEnded = end != nil
            offset = (end ?? bytes.count) + 1
        }
        // The first line that is not blank shows the indentation, unless the header does.
        let shown = lines.first { $0.contains { $0 != 0x20 } }.map { $0.prefix { $0 == 0x20 }.count }
        let depth = indentation ?? shown ?? Int.max
        lines = lines.map { $0.dropFirst(min(depth, $0.count)) }
        if !isEnded, lines.last?.isEmpty ?? false {
            lines.removeLast()
        } else if !isEnded {
            // The file's last line has no break, so neither has the text, which gets one now.
            chomping = .strip
        }
        if chomping != .keep { while lines.last?.isEmpty ?? false { lines.removeLast() } }
        cursor = max(cursor, event.end)
        return WrittenNode(
            properties: properties, start: event.start, contentStart: start, end: event.end, line: line, endLine: line,
            content: .blockScalar(.init(isFolded: bytes[start] == UInt8(ascii: ">"), chomping: chomping, lines: lines)))
    }

    private mutating func collection(_ event: NotationEvent, _ events: inout NotationEvents) -> WrittenNode? {
        let properties = properties(until: event.end)
        let start = cursor
        let firstComment = comments.count
        let isList = event.kind == .listStart
        let isBracketed = event.isFlow && (isList || bytes[start] == UInt8(ascii: "{"))
        if isBracketed { cursor += 1 }
        let position = position(of: start, event)
        var column = position.column
        if !event.isFlow { columns.append(column) }
        var items: [WrittenNode.Item] = []
        var entries: [WrittenNode.Entry] = []
        var end = event.end
        var endLine = event.endLine
        while true {
            let child = events.next()
            if child.kind == .listEnd || child.kind == .mapEnd {
                if isBracketed {
                    (end, endLine) = (child.end, child.endLine)
                    skip(to: end - 1)
                    cursor = end
                }
                break
            }
            skip(to: child.start)
            let dash = dash
            guard let first = node(child, &events) else { return nil }
            if isList {
                items.append(
                    event.isFlow
                        ? WrittenNode.Item(value: first, start: first.start, line: child.startLine)
                        : WrittenNode.Item(value: first, start: dash, line: file.position(atByte: dash).line))
                if !isBracketed { (end, endLine) = (first.end, first.endLine) }
            } else {
                guard let value = node(events.next(), &events) else { return nil }
                entries.append(WrittenNode.Entry(key: first, value: value))
                if !isBracketed { (end, endLine) = (value.end, value.endLine) }
            }
        }
        if !event.isFlow {
            columns.removeLast()
            // A list may begin in the column of the key that it belongs to. Then a comment there is not the list's.
            if isList, column == columns.last { column += 1 }
        }
        var node = WrittenNode(
            properties: properties, start: event.start, contentStart: start, end: end, line: position.line,
            endLine: endLine,
            content: isList ? .list(items) : .map(entries), isFlow: event.isFlow, column: column)
        node.isBracketed = isBracketed
        if event.isFlow, comments.count == firstComment { node.width = flowWidth(node) }
        return node
    }

    /// The width of a collection in brackets on one line; nil if a part of it can't be on one line.
    private func flowWidth(_ node: WrittenNode) -> Int? {
        var width = Self.width(of: node.properties)
        switch node.content {
        case .list(let items):
            // The brackets, and a comma and a space between two.
            width += items.isEmpty ? 2 : 2 * items.count
            for item in items {
                guard let part = item.value.width else { return nil }
                width += part
            }
        case .map(let entries):
            width += entries.isEmpty ? 2 : node.needsBraces ? 2 + 2 * entries.count : 0
            for entry in entries {
                guard let key = entry.key.width, let value = entry.value.width else { return nil }
                width += key + (value == 0 ? 0 : value + (bytes[entry.key.contentStart] == UInt8(ascii: "*") ? 3 : 2))
            }
        case .missing, .scalar, .blockScalar: return nil
        }
        return width
    }

    // MARK: - Between values

    /// The properties at the cursor, which moves to the content behind them.
    private mutating func properties(until end: Int, isMissing: Bool = false) -> [UInt8] {
        var properties: [UInt8] = []
        while cursor < end, bytes[cursor] == UInt8(ascii: "&") || bytes[cursor] == UInt8(ascii: "!") {
            let isVerbatim = bytes[cursor...].starts(with: "!<".utf8)
            let word = bytes[cursor..<end].prefix { $0 > 0x20 && (isVerbatim || !",[]{}".utf8.contains($0)) }
            if !properties.isEmpty { properties.append(0x20) }
            properties += word
            cursor = word.endIndex
            var next = cursor
            while next < end, bytes[next] <= 0x20 || bytes[next] == UInt8(ascii: "#") {
                if bytes[next] == UInt8(ascii: "#") {
                    while next < end, bytes[next] != 0x0A { next += 1 }
                } else {
                    next += 1
                }
            }
            if next < end || !isMissing { skip(to: next) }
        }
        return properties
    }

    /// Reads the comments and dashes before `end`.
    ///
    /// - Parameter isOutside: whether markers and directives may stand here.
    private mutating func skip(to end: Int, isOutside: Bool = false) {
        while cursor < end {
            switch bytes[cursor] {
            case UInt8(ascii: "#"):
                addComment(isMarker: false)
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "%"):
                if isOutside, cursor == 0 || bytes[cursor - 1] == 0x0A, isMarker(at: cursor) {
                    addComment(isMarker: true)
                } else {
                    if bytes[cursor] == UInt8(ascii: "-") { dash = cursor }
                    cursor += 1
                }
            default: cursor += 1
            }
        }
    }

    private func isMarker(at offset: Int) -> Bool {
        if bytes[offset] == UInt8(ascii: "%") { return true }
        let rest = bytes[offset...]
        guard rest.starts(with: "---".utf8) || rest.starts(with: "...".utf8) else { return false }
        return rest.dropFirst(3).first.map { $0 <= 0x20 } ?? true
    }

    private mutating func addComment(isMarker: Bool) {
        let position = file.position(atByte: cursor)
        let isDirective = bytes[cursor] == UInt8(ascii: "%")
        var text =
            isMarker && !isDirective ? bytes[cursor..<cursor + 3] : bytes[cursor...].prefix { $0 != 0x0A }
        let end = text.endIndex
        while let last = text.last, last <= 0x20 { text.removeLast() }
        let above = file.lineBytes(position.line - 1)
        comments.append(
            WrittenComment(
                offset: cursor, text: text, line: position.line, column: position.column - 1,
                isAlone: file.isFirst(on: position.line, at: cursor),
                followsBlankLine: position.line > 1 && above.allSatisfy { $0 <= 0x20 }, isMarker: isMarker))
        cursor = end
    }
}

extension SourceFile {
    /// Whether only spaces and the indicators `-` and `?` stand on a line before an offset of it.
    func isFirst(on line: Int, at offset: Int, behindIndicators: Bool = false) -> Bool {
        var offset = offset
        while offset > 0, bytes[offset - 1] != 0x0A {
            offset -= 1
            switch bytes[offset] {
            case 0x20, 0x09: continue
            case UInt8(ascii: "-") where behindIndicators, UInt8(ascii: "?") where behindIndicators: continue
            default: return false
            }
        }
        return true
    }
}
