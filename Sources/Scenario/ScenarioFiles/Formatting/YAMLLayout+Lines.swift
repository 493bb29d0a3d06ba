import Scenarios
import TextCoding

/// Lines and their comments.
extension YAMLLayout {
    /// Begins the line of a key or of an element, after the comments above it.
    mutating func begin(
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

    func isBelowBlankLine(_ offset: Int, on line: Int) -> Bool {
        line > 1 && file.isFirst(on: line, at: offset, behindIndicators: true)
            && file.lineBytes(line - 1).allSatisfy { $0 <= 0x20 }
    }

    /// Whether a comment stands on the line of a collection's closing bracket.
    func isBehindBracket(_ comment: WrittenComment, of node: WrittenNode) -> Bool {
        node.isFlow && comment.line == node.endLine && !comment.isAlone
    }

    var pendingComment: WrittenComment? {
        nextComment < comments.count ? comments[nextComment] : nil
    }

    mutating func writeComments(before offset: Int, at indentation: Int, isAtStart: Bool) {
        var isFirst = isAtStart
        while let comment = pendingComment, comment.offset < offset {
            writeComment(comment, at: indentation, mayBeBlank: !isFirst)
            isFirst = false
        }
    }

    /// Writes the comments below a collection that belong to it.
    mutating func writeCommentsBelow(_ node: WrittenNode, at indentation: Int, _ place: Place) {
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
    mutating func writeComment(
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
    mutating func writeCommentBehind(inColumn wanted: Int? = nil, isHere: (WrittenComment) -> Bool) {
        guard let comment = pendingComment, isHere(comment) else { return }
        nextComment += 1
        indent(max((wanted ?? comment.column) - column, 2))
        write(comment.text)
    }

    mutating func beginLine(_ indentation: Int, blank: Bool = false) {
        if !written.isEmpty {
            endLine()
            if blank, !keepsBlankLines { written.append(0x0A) }
        }
        keepsBlankLines = false
        indent(indentation)
    }

    mutating func endLine() {
        written.append(0x0A)
        column = 0
    }

    mutating func indent(_ count: Int) {
        written.append(contentsOf: repeatElement(0x20, count: count))
        column += count
    }

    mutating func write(_ text: StaticString) {
        written.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        column += text.utf8CodeUnitCount
    }

    mutating func write(_ text: ArraySlice<UInt8>) {
        written.append(contentsOf: text)
        column += UTF8Text.scalarCount(text)
    }
}
