import Scenarios
import TextCoding

/// Writes a YAML file in the canonical style.
struct YAMLLayout {
    /// The longest line that a collection in brackets may make, in characters.
    static let widest = 120

    private let file: SourceFile
    private let bytes: [UInt8]
    private let root: WrittenNode
    private let comments: [WrittenComment]
    private var written: [UInt8] = []
    /// The number of characters on the last line so far.
    private var column = 0
    private var nextComment = 0
    /// Whether the last thing written is a scalar to which the blank lines below it belong.
    private var keepsBlankLines = false

    /// What a value stands behind: a key and a colon, or a dash.
    private struct Place {
        /// The indentation of the key or of the dash.
        let indentation: Int
        /// The column in the source; nil in brackets, where columns say nothing.
        let column: Int?
        /// The line of the key or of the dash in the source.
        let line: Int
        let isItem: Bool
        /// Whether the elements of a list are steps or stubs.
        let isScript: Bool
        /// The offset of what stands behind the value.
        let limit: Int
    }

    init(_ file: WrittenFile) {
        self.file = file.file
        bytes = file.file.bytes
        root = file.root
        comments = file.comments
    }

    /// The file's bytes in the canonical style.
    static func bytes(of file: WrittenFile) -> [UInt8] {
        var layout = YAMLLayout(file)
        layout.writeFile()
        return layout.written
    }

    private mutating func writeFile() {
        written.reserveCapacity(bytes.count + bytes.count / 8)
        let place = Place(
            indentation: 0, column: nil, line: 0, isItem: false, isScript: false, limit: bytes.count)
        writeComments(before: root.isCollection ? root.start : root.contentStart, at: 0, isAtStart: false)
        if isOpen(root, at: 0) {
            if !root.properties.isEmpty {
                beginLine(0, blank: isBelowBlankLine(root.start, on: root.line))
                write(root.properties[...])
                writeCommentBehind(isHere: { !$0.isAlone })
            }
            writeChildren(of: root, at: 0, isInline: false, place)
            writeCommentsBelow(root, at: 0, place)
        } else {
            beginLine(0, blank: isBelowBlankLine(root.start, on: root.line))
            writeInline(root, at: 0, limit: bytes.count)
        }
        writeComments(before: .max, at: 0, isAtStart: false)
        written.append(0x0A)
    }

    // MARK: - Values

    /// Writes the value behind a key or a dash.
    private mutating func writeValue(_ node: WrittenNode, _ place: Place) {
        if case .missing = node.content, node.properties.isEmpty {
            writeCommentBehind { !$0.isAlone && $0.offset < place.limit }
            guard let column = place.column else { return }
            // What is deeper than the key stands where the value would.
            while let comment = pendingComment, comment.offset < place.limit, comment.isAlone, comment.column > column {
                writeComment(comment, at: place.indentation + 2)
            }
            return
        }
        if isOpen(node, at: column + 1) {
            writeOpen(node, place)
        } else {
            writeClosed(node, place)
        }
    }

    /// Writes a value that begins on the line of its key, unless comments are before it.
    private mutating func writeClosed(_ node: WrittenNode, _ place: Place) {
        let below = place.indentation + 2
        let limit = node.isCollection ? node.end : max(node.contentStart, node.start)
        if let comment = pendingComment, comment.offset < limit {
            writeCommentBehind { !$0.isAlone }
            writeComments(before: limit, at: below, isAtStart: true)
            beginLine(below)
        } else if isLong(node), node.line > place.line {
            beginLine(below)
        } else {
            write(" ")
        }
        writeInline(node, at: place.indentation, limit: place.limit)
    }

    /// Whether a scalar makes the line too long, but would not on a line of its own.
    private func isLong(_ node: WrittenNode) -> Bool {
        guard case .scalar = node.content else { return false }
        let first = node.width ?? lineWidth(of: node)
        return column + 1 + first > Self.widest
    }

    /// The width of the first line of a scalar.
    private func lineWidth(of node: WrittenNode) -> Int {
        UTF8Text.scalarCount(bytes[node.contentStart..<node.end].prefix { $0 != 0x0A })
    }

    /// Writes properties and content, and the comment behind them.
    ///
    /// - Parameter limit: the offset of what follows, whose comment it is that stands behind it.
    private mutating func writeInline(_ node: WrittenNode, at indentation: Int, limit: Int) {
        if !node.properties.isEmpty {
            write(node.properties[...])
            if case .missing = node.content {} else { write(" ") }
        }
        switch node.content {
        case .missing: break
        case .scalar: writeScalar(node, at: indentation + 2)
        case .list, .map: writeFlat(node)
        case .blockScalar(let block):
            write(block.header[...])
            writeCommentBehind { $0.line == node.line && !$0.isAlone }
            for line in block.lines {
                endLine()
                guard !line.isEmpty else { continue }
                indent(indentation + 2)
                write(line)
            }
            keepsBlankLines = block.chomping == .keep
            return
        }
        writeCommentBehind { $0.line == node.endLine && !$0.isAlone && $0.offset < limit }
    }

    private mutating func writeScalar(_ node: WrittenNode, at indentation: Int) {
        let text = bytes[node.contentStart..<node.end]
        guard node.width == nil else { return write(text) }
        var isFirst = true
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            var line = line
            if !isFirst {
                endLine()
                line = line.drop { $0 == 0x20 || $0 == 0x09 }
                if !line.isEmpty { indent(indentation) }
            }
            isFirst = false
            // The last line has nothing to drop. A space behind a backslash is escaped.
            while line.endIndex < text.endIndex, let last = line.last, last == 0x20 || last == 0x09 {
                if bytes[node.contentStart] == UInt8(ascii: "\""), line.dropLast().last == UInt8(ascii: "\\") { break }
                line.removeLast()
            }
            write(line)
        }
    }

    /// Writes a collection in brackets on one line, or a part of it.
    private mutating func writeFlat(_ node: WrittenNode) {
        switch node.content {
        case .missing, .blockScalar: break
        case .scalar: write(bytes[node.contentStart..<node.end])
        case .list(let items):
            write("[")
            for (index, item) in items.enumerated() {
                if index > 0 { write(", ") }
                writeFlatChild(item.value)
            }
            write("]")
        case .map(let entries):
            let hasBraces = node.needsBraces
            if hasBraces { write(entries.isEmpty ? "{" : "{ ") }
            for (index, entry) in entries.enumerated() {
                if index > 0 { write(", ") }
                writeFlatChild(entry.key)
                guard entry.value.width != 0 else { continue }
                write(isAlias(entry.key) ? " : " : ": ")
                writeFlatChild(entry.value)
            }
            if hasBraces { write(entries.isEmpty ? "}" : " }") }
        }
    }

    private mutating func writeFlatChild(_ node: WrittenNode) {
        if !node.properties.isEmpty {
            write(node.properties[...])
            write(" ")
        }
        writeFlat(node)
    }

    // MARK: - Collections without brackets

    /// Whether a value is laid out with a line for each of its parts: because it is written so, or because it does not
    /// fit on the line from `column` on.
    private func isOpen(_ node: WrittenNode, at column: Int) -> Bool {
        guard node.count > 0 else { return false }
        guard node.isFlow, let width = node.width else { return true }
        return column + width > Self.widest && !silencesWarnings(commentBehind(node))
    }

    /// The comment behind a collection's closing bracket. Comments are searched, since it is not the next one yet.
    private func commentBehind(_ node: WrittenNode) -> WrittenComment? {
        var (low, high) = (nextComment, comments.count)
        while low < high {
            let middle = (low + high) / 2
            if comments[middle].offset < node.end { low = middle + 1 } else { high = middle }
        }
        return low < comments.count && isBehindBracket(comments[low], of: node) ? comments[low] : nil
    }

    /// Whether a comment is about its whole line: `# mockserver: allow CODE`.
    private func silencesWarnings(_ comment: WrittenComment?) -> Bool {
        guard let comment else { return false }
        let words = comment.text.dropFirst().split { $0 == 0x20 || $0 == 0x09 }
        return words.count > 1 && words[0].elementsEqual("mockserver:".utf8) && words[1].elementsEqual("allow".utf8)
    }

    private mutating func writeOpen(_ node: WrittenNode, _ place: Place) {
        let below = place.indentation + 2
        let hasCommentBefore = pendingComment.map { $0.offset < node.firstStart } ?? false
        // Behind a closing bracket, which goes.
        let hasCommentBehind = commentBehind(node)?.offset == pendingComment?.offset && pendingComment != nil
        if place.isItem, node.properties.isEmpty, !hasCommentBefore, !hasCommentBehind {
            write(" ")
            writeChildren(of: node, at: below, isInline: true, place)
        } else {
            if !node.properties.isEmpty {
                write(" ")
                write(node.properties[...])
            }
            if hasCommentBefore {
                writeCommentBehind { !$0.isAlone }
            } else if hasCommentBehind {
                // Its column was that of a line which is no more.
                writeCommentBehind(inColumn: 0) { _ in true }
            }
            writeChildren(of: node, at: below, isInline: false, place)
        }
        writeCommentsBelow(node, at: below, place)
    }

    /// Writes the parts of a collection, a line or more for each.
    ///
    /// - Parameter isInline: whether the first stands on the line that is begun.
    private mutating func writeChildren(of node: WrittenNode, at indentation: Int, isInline: Bool, _ place: Place) {
        let isRoot = place.line == 0
        let limit = node.isFlow ? node.end : place.limit
        switch node.content {
        case .missing, .scalar, .blockScalar: break
        case .list(let items):
            for (index, item) in items.enumerated() {
                let neighbours = place.isScript && index > 0 ? items[index - 1...index] : []
                let wantsBlank = neighbours.contains { isTall($0.value, indentation) }
                let line = item.line
                if index > 0 || !isInline {
                    // Comments between the dash and the value belong to the value.
                    begin(
                        at: indentation, from: item.start, on: line, isFirst: index == 0 && !isRoot,
                        wantsBlank: wantsBlank)
                }
                write("-")
                writeValue(
                    item.value,
                    Place(
                        indentation: indentation, column: node.isFlow ? nil : node.column, line: line, isItem: true,
                        isScript: place.isScript, limit: index + 1 < items.count ? items[index + 1].start : limit))
            }
        case .map(let entries):
            for (index, entry) in entries.enumerated() {
                let key = entry.key
                if index > 0 || !isInline {
                    begin(at: indentation, from: key.contentStart, on: key.line, isFirst: index == 0 && !isRoot)
                }
                let next = index + 1 < entries.count ? entries[index + 1].key.start : limit
                let isScript =
                    isRoot ? isKey(key, "steps") || isKey(key, "stubs") : place.isScript && isKey(key, "parallel")
                writeKey(key, at: indentation, limit: entry.value.start)
                writeValue(
                    entry.value,
                    Place(
                        indentation: indentation, column: node.isFlow ? nil : node.column, line: key.endLine,
                        isItem: false, isScript: isScript, limit: next))
            }
        }
    }

    private mutating func writeKey(_ key: WrittenNode, at indentation: Int, limit: Int) {
        if let width = key.width, width <= 1_000 {
            writeFlatChild(key)
            write(isAlias(key) ? " :" : ":")
            return
        }
        write("?")
        writeValue(
            key,
            Place(indentation: indentation, column: nil, line: key.line, isItem: true, isScript: false, limit: limit))
        beginLine(indentation)
        write(":")
    }

    private func isKey(_ node: WrittenNode, _ name: String) -> Bool {
        bytes[node.contentStart..<node.end].elementsEqual(name.utf8)
    }

    private func isAlias(_ node: WrittenNode) -> Bool { bytes[node.contentStart] == UInt8(ascii: "*") }

    /// Whether an element of a list takes more than one line.
    private func isTall(_ node: WrittenNode, _ indentation: Int) -> Bool {
        guard isOpen(node, at: indentation + 2) else { return false }
        guard node.count == 1 else { return true }
        switch node.content {
        case .map(let entries):
            return entries.contains { entry in
                isOpen(entry.value, at: indentation + 2 + (entry.key.width ?? 0) + (isAlias(entry.key) ? 3 : 2))
            }
        case .list(let items): return items.contains { isTall($0.value, indentation + 2) }
        case .missing, .scalar, .blockScalar: return false
        }
    }

    // MARK: - Lines and comments

    /// Begins the line of a key or of an element, after the comments above it.
    private mutating func begin(
        at indentation: Int, from start: Int, on line: Int, isFirst: Bool, wantsBlank: Bool = false
    ) {
        let isBelowBlankLine = isBelowBlankLine(start, on: line)
        let above = comments[nextComment...].prefix { $0.offset < start }
        var wantsBlank = wantsBlank && !isBelowBlankLine && !above.contains { $0.followsBlankLine }
        for comment in above {
            let isAtStart = isFirst && comment.offset == above.first?.offset
            writeComment(comment, at: indentation, mayBeBlank: !isAtStart, blank: wantsBlank)
            wantsBlank = false
        }
        beginLine(indentation, blank: wantsBlank || isBelowBlankLine && !(isFirst && above.isEmpty))
    }

    private func isBelowBlankLine(_ offset: Int, on line: Int) -> Bool {
        line > 1 && file.isFirst(on: line, at: offset, behindIndicators: true)
            && file.lineBytes(line - 1).allSatisfy { $0 <= 0x20 }
    }

    /// Whether a comment stands on the line of a collection's closing bracket.
    private func isBehindBracket(_ comment: WrittenComment, of node: WrittenNode) -> Bool {
        node.isFlow && comment.line == node.endLine && !comment.isAlone
    }

    private var pendingComment: WrittenComment? {
        nextComment < comments.count ? comments[nextComment] : nil
    }

    private mutating func writeComments(before offset: Int, at indentation: Int, isAtStart: Bool) {
        var isFirst = isAtStart
        while let comment = pendingComment, comment.offset < offset {
            writeComment(comment, at: indentation, mayBeBlank: !isFirst)
            isFirst = false
        }
    }

    /// Writes the comments below a collection that belong to it.
    private mutating func writeCommentsBelow(_ node: WrittenNode, at indentation: Int, _ place: Place) {
        while let comment = pendingComment, comment.offset < place.limit {
            let belongs =
                node.isFlow
                ? comment.offset < node.end || isBehindBracket(comment, of: node)
                : comment.column >= node.column && !comment.isMarker
            guard belongs else { return }
            writeComment(comment, at: indentation)
        }
    }

    /// Writes the next comment on a line of its own.
    private mutating func writeComment(
        _ comment: WrittenComment, at indentation: Int, mayBeBlank: Bool = true, blank: Bool = false
    ) {
        let isBehindMarker =
            !comment.isAlone && nextComment > 0 && comments[nextComment - 1].isMarker
            && comments[nextComment - 1].line == comment.line
        nextComment += 1
        if isBehindMarker {
            write("  ")
        } else {
            beginLine(comment.isMarker ? 0 : indentation, blank: blank || mayBeBlank && comment.followsBlankLine)
        }
        write(comment.text)
    }

    /// Writes the next comment behind what stands on the line: in its old column, or two spaces behind.
    private mutating func writeCommentBehind(inColumn wanted: Int? = nil, isHere: (WrittenComment) -> Bool) {
        guard let comment = pendingComment, isHere(comment) else { return }
        nextComment += 1
        indent(max((wanted ?? comment.column) - column, 2))
        write(comment.text)
    }

    private mutating func beginLine(_ indentation: Int, blank: Bool = false) {
        if !written.isEmpty {
            endLine()
            if blank, !keepsBlankLines { written.append(0x0A) }
        }
        keepsBlankLines = false
        indent(indentation)
    }

    private mutating func endLine() {
        written.append(0x0A)
        column = 0
    }

    private mutating func indent(_ count: Int) {
        written.append(contentsOf: repeatElement(0x20, count: count))
        column += count
    }

    private mutating func write(_ text: StaticString) {
        written.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        column += text.utf8CodeUnitCount
    }

    private mutating func write(_ text: ArraySlice<UInt8>) {
        written.append(contentsOf: text)
        column += UTF8Text.scalarCount(text)
    }
}

extension WrittenNode {
    var isCollection: Bool {
        switch content {
        case .list, .map: true
        case .missing, .scalar, .blockScalar: false
        }
    }

    /// The offset at which the first part of a collection begins.
    fileprivate var firstStart: Int {
        switch content {
        case .list(let items): items.first?.start ?? contentStart
        case .map(let entries): entries.first?.key.start ?? contentStart
        case .missing, .scalar, .blockScalar: contentStart
        }
    }
}
