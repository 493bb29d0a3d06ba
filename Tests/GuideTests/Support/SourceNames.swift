import Foundation

/// The types that a Swift file declares outside of others, and the names that it uses.
struct SourceNames {
    private static let kinds: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]

    let declared: Set<String>
    let used: Set<String>

    init(_ text: String) {
        var declared: Set<String> = []
        var used: Set<String> = []
        for line in text.split(separator: "\n") {
            // A name in a text or a comment is no use of the type.
            let code = line.components(separatedBy: "//")[0].components(separatedBy: "\"").enumerated()
                .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: " ")
            let words = code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
            used.formUnion(words)
            guard line.first != " ", let kind = words.firstIndex(where: Self.kinds.contains) else { continue }
            declared.formUnion(words[(kind + 1)...].prefix(1))
        }
        self.declared = declared
        self.used = used
    }
}
