/// A value of the scenario's document, as the file format describes it, with the Swift position that wrote it.
package struct DocumentNode: Sendable {
    /// The kinds of values.
    package indirect enum Kind: Sendable {
        case null
        case bool(Bool)
        /// A number in the notation of JSON.
        case number(String)
        case string(String)
        case list([DocumentNode])
        case map([Entry])
        /// A value that can't be written; the message says why.
        case invalid(String)
    }

    /// A key of a map, and its value.
    package struct Entry: Sendable {
        package var key: String
        package var value: DocumentNode

        init(_ key: String, _ value: DocumentNode) {
            self.key = key
            self.value = value
        }
    }

    package let kind: Kind
    package let site: CallSite
    /// The number of nested maps and lists on the longest path down.
    private let height: Int

    init(_ kind: Kind, at site: CallSite) {
        self.kind = kind
        self.site = site
        height =
            switch kind {
            case .list(let nodes): DocumentDepth.height(above: nodes.lazy.map(\.height))
            case .map(let entries): DocumentDepth.height(above: entries.lazy.map(\.value.height))
            case .null, .bool, .number, .string, .invalid: 0
            }
    }

    /// The value, with maps and lists that are nested more than `depth` deep as what can't be written.
    func cut(to depth: Int = DocumentDepth.limit) -> DocumentNode {
        guard height > depth else { return self }
        guard depth > 0 else { return DocumentNode(.invalid(DocumentDepth.message), at: site) }
        switch kind {
        case .list(let nodes): return .list(nodes.map { $0.cut(to: depth - 1) }, at: site)
        case .map(let entries): return .map(entries.map { ($0.key, $0.value.cut(to: depth - 1)) }, at: site)
        case .null, .bool, .number, .string, .invalid: return self
        }
    }

    /// A map of the entries that have a value.
    static func map(_ entries: [(String, DocumentNode?)], at site: CallSite) -> DocumentNode {
        DocumentNode(.map(entries.compactMap { key, value in value.map { Entry(key, $0) } }), at: site)
    }

    static func string(_ text: String, at site: CallSite) -> DocumentNode { DocumentNode(.string(text), at: site) }

    static func number(_ number: some BinaryInteger, at site: CallSite) -> DocumentNode {
        DocumentNode(.number("\(number)"), at: site)
    }

    static func bool(_ value: Bool, at site: CallSite) -> DocumentNode { DocumentNode(.bool(value), at: site) }

    static func list(_ nodes: [DocumentNode], at site: CallSite) -> DocumentNode {
        DocumentNode(.list(nodes), at: site)
    }

    /// The longest duration of the format, ten years.
    private static let longestDuration = Duration.seconds(3_653 * 86_400)

    /// A duration as the format writes it: `1500ms`.
    static func duration(_ duration: Duration, at site: CallSite) -> DocumentNode {
        // `components` traps for a duration whose seconds exceed 64 bits, so it is compared first.
        guard duration >= .zero, duration <= longestDuration else {
            return DocumentNode(.invalid("a duration is from 0 to ten years, not \(duration)"), at: site)
        }
        let (seconds, attoseconds) = duration.components
        let nanoseconds = attoseconds / 1_000_000_000
        let fraction = String(nanoseconds % 1_000_000)
        let rest = String(repeating: "0", count: 6 - fraction.count) + fraction
        let milliseconds = seconds * 1_000 + nanoseconds / 1_000_000
        return string(nanoseconds % 1_000_000 == 0 ? "\(milliseconds)ms" : "\(milliseconds).\(rest)ms", at: site)
    }

    /// A number of bytes as the format writes it: `16B`.
    static func size(_ bytes: Int, at site: CallSite) -> DocumentNode { string("\(bytes)B", at: site) }

    /// Names with what each must be, in the order of the names.
    static func named(_ values: [String: some ValueExpectation], at site: CallSite) -> DocumentNode {
        .map(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.matcher.node(at: site)) }, at: site)
    }

    /// The entries of a map; empty for another value.
    var entries: [Entry] {
        if case .map(let entries) = kind { entries } else { [] }
    }

    subscript(key: String) -> DocumentNode? { entries.first { $0.key == key }?.value }

    /// The map with these entries after its own.
    func adding(_ entries: [(String, DocumentNode?)]) -> DocumentNode {
        DocumentNode(
            .map(self.entries + entries.compactMap { key, value in value.map { Entry(key, $0) } }), at: site)
    }
}
