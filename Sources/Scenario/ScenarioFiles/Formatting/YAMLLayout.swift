import Scenarios
import TextCoding

/// Writes a YAML file in the canonical style.
struct YAMLLayout {
    /// The longest line that a collection in brackets may make, in characters.
    static let widest = 120

    let file: SourceFile
    let bytes: [UInt8]
    private let root: WrittenNode
    let comments: [WrittenComment]
    /// The lines that comments which silence warnings are about. What stands on one of them stays together, alone.
    let allowedLines: Set<Int>
    var written: [UInt8] = []
    /// The number of characters on the last line so far.
    var column = 0
    var nextComment = 0
    /// Whether the last thing written is a scalar to which the blank lines below it belong.
    var keepsBlankLines = false

    /// The key or the dash in front of a value.
    struct Place {
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
        allowedLines = AllowComments(in: file.file).lines
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
        let isBelowBlankLine = isBelowBlankLine(root.start, on: file.position(atByte: root.start).line)
        if form(of: root, at: 0) == .open {
            if !root.properties.isEmpty {
                beginLine(0, blank: isBelowBlankLine)
                write(root.properties[...])
                let limit = root.firstStart
                writeCommentBehind { !$0.isAlone && $0.offset < limit }
            }
            writeChildren(of: root, at: 0, isInline: false, place)
            writeCommentsBelow(root, at: 0, place)
        } else {
            beginLine(0, blank: isBelowBlankLine)
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
        if form(of: node, at: column + 1) == .open {
            writeOpen(node, place)
        } else {
            writeClosed(node, place)
        }
    }

    /// Writes a value that begins on the line of its key, unless comments are before it.
    private mutating func writeClosed(_ node: WrittenNode, _ place: Place) {
        let below = place.indentation + 2
        let hasOwnComments = !node.isCollection || form(of: node, at: column) == .kept
        let limit = hasOwnComments ? max(node.contentStart, node.start) : node.end
        if let comment = pendingComment, comment.offset < limit {
            writeCommentBehind { !$0.isAlone }
            writeComments(before: limit, at: below, isAtStart: true)
            beginLine(below)
        } else if node.line > place.line, isLong(node) || isAllowed(place.line) || isAllowed(node.line) {
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
        case .scalar: writeLines(of: node, at: indentation + 2)
        case .list, .map: writeClosedCollection(node, at: indentation + 2)
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

    /// Writes the content of a scalar or of a collection in brackets as it is written, with another indentation.
    mutating func writeLines(of node: WrittenNode, at indentation: Int) {
        let text = bytes[node.contentStart..<node.end]
        guard node.line < node.endLine else { return write(text) }
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
                if line.dropLast().last == UInt8(ascii: "\\") { break }
                line.removeLast()
            }
            write(line)
        }
    }

    // MARK: - Collections without brackets

    private mutating func writeOpen(_ node: WrittenNode, _ place: Place) {
        let below = place.indentation + 2
        let hasCommentBefore = pendingComment.map { $0.offset < node.firstStart } ?? false
        // Behind a closing bracket, which goes.
        let hasCommentBehind = pendingComment.map { $0.offset < place.limit && isBehindBracket($0, of: node) } ?? false
        let canJoin = place.line == node.line || !isAllowed(place.line) && !isAllowed(node.line)
        if place.isItem, canJoin, node.properties.isEmpty, !hasCommentBefore, !hasCommentBehind {
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
}

extension WrittenNode {
    var isCollection: Bool {
        switch content {
        case .list, .map: true
        case .missing, .scalar, .blockScalar: false
        }
    }

    /// The offset at which the first part of a collection begins.
    var firstStart: Int {
        switch content {
        case .list(let items): items.first?.start ?? contentStart
        case .map(let entries): entries.first?.key.start ?? contentStart
        case .missing, .scalar, .blockScalar: contentStart
        }
    }
}
