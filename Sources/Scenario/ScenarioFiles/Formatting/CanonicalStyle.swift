import ExactJSON
import Scenarios

/// The canonical style of scenario files.
///
/// In YAML: two spaces for each level, one between a key's colon and its value; collections in brackets on one line if
/// that has at most 120 characters, else without brackets; a blank line between steps, at most one elsewhere. Scalars,
/// comments and the order of keys stay as they are written. What a comment silences stays so: a collection in brackets of
/// several lines keeps them if it would else share the line of such a comment, or leave it. In JSON: two spaces for each
/// level, and a line for each member and element.
package enum CanonicalStyle {
    /// Why a file is not laid out.
    package struct Refusal: Error, Hashable, Sendable {
        /// The file's errors, in order of position.
        package let diagnostics: [Diagnostic]
    }

    /// A file's bytes in the canonical style, which mean the same.
    ///
    /// - Parameters:
    ///   - path: the path as shown to people.
    ///   - format: the notation; by the path's extension unless given.
    /// - Throws: the file's errors of notation. Whether it is a good scenario is not asked.
    package static func bytes(
        of bytes: [UInt8], path: String, format: Document.Format? = nil
    ) throws(Refusal) -> [UInt8] {
        let format = format ?? Document.Format(path: path)
        let document = Document.read(path: path, bytes: bytes, format: format)
        let errors = document.diagnostics.filter { $0.severity == .error }
        guard document.isComplete, errors.isEmpty, let root = document.root else {
            throw Refusal(diagnostics: errors)
        }
        guard format == .yaml else {
            let written = JSONLayout.bytes(of: bytes)
            try check(Document.read(path: path, bytes: written, format: format), against: root)
            return written
        }
        let start = document.file.position(atByte: 0)
        guard let file = WrittenFile(SourceFile(path: path, bytes: normalized(document.file.bytes))) else {
            throw Refusal(diagnostics: [difference(at: start, "the file")])
        }
        let written = YAMLLayout.bytes(of: file)
        try check(Document.read(path: path, bytes: written, format: format), against: root)
        let comments = WrittenFile(SourceFile(path: path, bytes: written))?.comments ?? []
        guard comments.count == file.comments.count else {
            throw Refusal(diagnostics: [difference(at: start, "a comment")])
        }
        for (old, new) in zip(file.comments, comments) where old.text != new.text {
            let position = Position(file: document.file, line: old.line, column: old.column + 1)
            throw Refusal(diagnostics: [difference(at: position, "this comment")])
        }
        return written
    }

    /// Whether a file of a folder is a scenario or a part of one.
    package static func isScenario(_ bytes: [UInt8], path: String) -> Bool {
        Document.read(path: path, bytes: bytes).isScenario
    }

    /// The text with LF at the end of each line. YAML reads CRLF and CR as LF, in scalars too.
    private static func normalized(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(0x0D) else { return bytes }
        var normalized: [UInt8] = []
        normalized.reserveCapacity(bytes.count)
        for (offset, byte) in bytes.enumerated() {
            if byte != 0x0D {
                normalized.append(byte)
            } else if offset + 1 >= bytes.count || bytes[offset + 1] != 0x0A {
                normalized.append(0x0A)
            }
        }
        return normalized
    }

    /// Compares the new text's values with the old ones.
    private static func check(_ document: Document, against root: Node) throws(Refusal) {
        let hasErrors = document.diagnostics.contains { $0.severity == .error }
        guard document.isComplete, !hasErrors, let new = document.root else {
            throw Refusal(diagnostics: [difference(at: root.position, "the file")])
        }
        if let position = firstDifference(root, new) {
            throw Refusal(diagnostics: [difference(at: position, "this value")])
        }
    }

    private static func difference(at position: Position, _ what: String) -> Diagnostic {
        Diagnostic(
            .error, at: position,
            "the canonical style would change \(what), so the file is left as it is; this is a fault of mockserver format"
        )
    }

    /// The position of the first value that is not the same in both; nil if there is none.
    static func firstDifference(_ old: Node, _ new: Node) -> Position? {
        switch (old.kind, new.kind) {
        case (.scalar(let a), .scalar(let b)):
            return a.isText == b.isText && a.text.isExactly(b.text) ? nil : old.position
        case (.sequence(let a), .sequence(let b)):
            guard a.count == b.count else { return old.position }
            for (a, b) in zip(a, b) {
                if let position = firstDifference(a, b) { return position }
            }
            return nil
        case (.mapping(let a), .mapping(let b)):
            guard a.entries.count == b.entries.count else { return old.position }
            for (a, b) in zip(a.entries, b.entries) {
                guard a.key.text.isExactly(b.key.text) else { return a.key.position }
                if let position = firstDifference(a.value, b.value) { return position }
            }
            return nil
        default: return old.position
        }
    }
}
