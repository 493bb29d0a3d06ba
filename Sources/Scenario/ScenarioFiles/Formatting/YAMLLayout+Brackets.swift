import Scenarios

/// Which collections lose their brackets, and how others are written.
extension YAMLLayout {
    /// How a value is laid out.
    enum Form {
        /// On one line, unless it is a scalar of several.
        case closed
        /// With a line or more for each of its parts.
        case open
        /// In brackets, on the lines that it is written on.
        case kept
    }

    /// How a value is laid out that begins at `column`.
    func form(of node: WrittenNode, at column: Int) -> Form {
        guard node.isFlow else { return node.count > 0 ? .open : .closed }
        guard !allowedLines.isEmpty, (node.line...node.endLine).contains(where: isAllowed) else {
            guard node.count > 0 else { return .closed }
            guard let width = node.width else { return .open }
            return column + width > Self.widest ? .open : .closed
        }
        if node.line == node.endLine { return .closed }
        return canOpen(node) ? .open : .kept
    }

    func isAllowed(_ line: Int) -> Bool { allowedLines.contains(line) }

    /// Whether a collection of several lines can lose its brackets, so that what stands on a line of a comment that
    /// silences warnings is the same as before.
    private func canOpen(_ node: WrittenNode) -> Bool {
        let parts: [(first: Int, last: Int)]
        switch node.content {
        case .missing, .scalar, .blockScalar: return false
        case .list(let items):
            // A pair without braces would get lines of its own.
            guard items.allSatisfy({ !$0.value.isFlow || $0.value.isBracketed }) else { return false }
            parts = items.map { ($0.line, max($0.line, $0.value.endLine)) }
        case .map(let entries):
            parts = entries.map { ($0.key.line, $0.value.width == 0 ? $0.key.endLine : $0.value.endLine) }
        }
        // A warning about the whole collection is at its bracket, and then at its first part.
        guard let first = parts.first, ![node.line, first.first, node.endLine].contains(where: isAllowed) else {
            return false
        }
        // On other lines there are only commas, which go.
        let allowed = (node.line...node.endLine).filter(isAllowed)
        guard allowed.allSatisfy({ line in parts.contains { $0.first <= line && line <= $0.last } }) else {
            return false
        }
        return zip(parts, parts.dropFirst()).allSatisfy { $0.last < $1.first || !isAllowed($1.first) }
    }

    /// Whether an element of a list takes more than one line.
    func isTall(_ node: WrittenNode, _ indentation: Int) -> Bool {
        switch form(of: node, at: indentation + 2) {
        case .closed: return false
        case .kept: return true
        case .open: break
        }
        guard node.count == 1 else { return true }
        switch node.content {
        case .map(let entries):
            return entries.contains { entry in
                form(of: entry.value, at: indentation + 2 + (entry.key.width ?? 0) + (isAlias(entry.key) ? 3 : 2))
                    != .closed
            }
        case .list(let items): return items.contains { isTall($0.value, indentation + 2) }
        case .missing, .scalar, .blockScalar: return false
        }
    }

    // MARK: - In brackets

    /// Writes a collection that keeps its brackets.
    mutating func writeClosedCollection(_ node: WrittenNode, at indentation: Int) {
        guard form(of: node, at: column) == .kept else { return writeFlat(node) }
        writeLines(of: node, at: indentation)
        // Those in it are written.
        while let comment = pendingComment, comment.offset < node.end { nextComment += 1 }
    }

    /// Writes a collection on one line, or a part of it.
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

    mutating func writeFlatChild(_ node: WrittenNode) {
        if !node.properties.isEmpty {
            write(node.properties[...])
            write(" ")
        }
        writeFlat(node)
    }

    func isAlias(_ node: WrittenNode) -> Bool { bytes[node.contentStart] == UInt8(ascii: "*") }
}
