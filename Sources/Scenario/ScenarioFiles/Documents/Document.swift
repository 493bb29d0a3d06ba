package import Scenarios
import ExactJSON
import TextCoding

/// A scenario file read into nodes, with all errors of its notation.
package struct Document: Sendable {
    /// The notations that a file may be in.
    package enum Format: Hashable, Sendable {
        case yaml, json

        /// JSON for a path that ends in `.json`, else YAML.
        package init(path: String) {
            self = path.lowercased().hasSuffix(".json") ? .json : .yaml
        }

        /// The notation of a text that came without a name. YAML, too, has maps in braces, but their names are rarely in
        /// quotes.
        package init(ofText bytes: [UInt8]) {
            let opening = bytes.drop { $0 <= 0x20 }
            let isBracket = { (byte: UInt8) in byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }
            let first = opening.first { $0 > 0x20 && !isBracket($0) }
            self = opening.first.map(isBracket) == true && first == UInt8(ascii: "\"") ? .json : .yaml
        }
    }

    /// The file.
    package let file: SourceFile
    /// The file's value; nil if nothing could be read.
    package private(set) var root: Node?
    /// Whether the reader came to the file's end. If not, `root` holds the nodes before a syntax error; a key that
    /// seems to be missing may stand behind the error.
    package let isComplete: Bool
    /// The errors of the notation, in order of position.
    package let diagnostics: [Diagnostic]

    /// A document without errors of notation besides these.
    package init(file: SourceFile, root: Node?, isComplete: Bool, diagnostics: [Diagnostic]) {
        self.file = file
        self.root = root
        self.isComplete = isComplete
        self.diagnostics = diagnostics
    }

    /// How deep maps and lists may be nested.
    package static let depthLimit = 128

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: the path as shown to people.
    ///   - format: the notation; by the path's extension unless given.
    package static func read(path: String, bytes: [UInt8], format: Format? = nil) -> Document {
        let format = format ?? Format(path: path)
        let file = SourceFile(path: path, bytes: bytes)
        if let problem = Encoding.problem(in: file, format) {
            return Document(file: file, root: nil, isComplete: false, diagnostics: [problem])
        }
        switch format {
        case .yaml:
            var reader = YAMLReader(file)
            reader.read()
            let found = reader.diagnostics.sorted
            return Document(file: file, root: reader.root, isComplete: reader.isComplete, diagnostics: found)
        case .json:
            return JSONReader(file).read()
        }
    }
}

extension Document {
    /// Takes the items of `stubs` out of the file's value, in which an empty list stays; nil if there is no such list.
    ///
    /// The stubs of a large file have more nodes than everything else. Whoever has them alone can free each one as soon as
    /// it is read.
    mutating func takeStubs() -> [Node]? {
        guard let node = root, let entries = node.entries,
            let index = entries.firstIndex(where: { $0.name == "stubs" }), let items = entries[index].value.items
        else { return nil }
        var others = entries
        others[index] = Node.Entry(
            key: entries[index].key, value: Node(entries[index].value.position, .sequence([])))
        root = node.keeping(others)
        return items
    }
}
