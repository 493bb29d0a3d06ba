import Scenarios
import ExactJSON
import TextCoding

/// The views of a node that the loader uses.
extension Node {
    /// The characters of a scalar and their positions; nil for a list or map, and if the value is missing.
    var sourceText: PositionedText? { text == nil ? nil : PositionedText(self) }

    /// The elements of a list.
    var items: [Node]? { sequence }

    /// The entries of a map.
    var entries: [Entry]? { mapping?.entries }

    /// The characters of a plain scalar. Only a plain scalar can be a number or a word of the format.
    var plainText: String? {
        guard let scalar, !scalar.isText, !isMissing else { return nil }
        return scalar.text
    }

    /// Whether the value of a list's item is missing, so that only a `-` stands there.
    var isMissingItem: Bool {
        guard isMissing, !position.file.isSwift else { return false }
        let line = position.file.lineBytes(position.line)
        let offset = position.file.offset(line: position.line, column: position.column)
        guard line.startIndex...line.endIndex ~= offset else { return false }
        return line[..<offset].last { $0 != UInt8(ascii: " ") } == UInt8(ascii: "-")
    }

    /// This map with other entries.
    func keeping(_ entries: [Entry]) -> Node {
        Node(position, .mapping(Mapping(entries: entries)))
    }
}

extension Node.Entry {
    /// An entry written in a short form.
    init(name: String, value: Node) {
        self.init(key: Node.Key(text: name, position: value.position), value: value)
    }

    /// Whether the key is `name`. Most keys of a map differ from it in length already.
    func isNamed(_ name: String) -> Bool { self.name.utf8.count == name.utf8.count && self.name == name }
}

/// The end of a message about an unknown word, which suggests a known one.
enum Nearest {
    /// The same, with all known words if none is near.
    static func hintOrAll(for word: String, among known: [String]) -> String {
        let hint = hint(for: word, among: known)
        return hint.isEmpty ? all(known) : hint
    }

    /// The keys of a map that was not written as one.
    static func keys(_ known: [String]) -> String {
        "write a map with \(known.count == 1 ? "its key" : "some of its keys"): "
            + (known.count > 4 ? known.prefix(4) + ["…"] : known[...]).joined(separator: ", ")
    }

    /// All known words.
    static func all(_ known: [String]) -> String {
        known.count == 1 ? "; there is only \(known[0])" : "; there are \(known.joined(separator: ", "))"
    }

    /// The same for an operator, also for one that other tools have by that name. In JSON it has a `$`.
    static func operatorHint(for word: String, among known: [String]) -> String {
        let mark = word.hasPrefix("$") ? "$" : ""
        let name = String(word.dropFirst(mark.count))
        let meant = ForeignWords.operatorMeant(by: name).map { mark + $0 }
        if let meant, known.contains(meant) { return "; it is called \"\(meant)\"" }
        let negated = ForeignWords.negatedOperatorMeant(by: name).map { mark + $0 }
        if let negated, known.contains(negated), known.contains(mark + "not") {
            return "; write \(mark)not: {\(negated): …}"
        }
        return hint(for: word, among: known)
    }

    /// The same, with all known operators if none is meant.
    static func operatorHintOrAll(for word: String, among known: [String]) -> String {
        let hint = operatorHint(for: word, among: known)
        return hint.isEmpty ? all(known) : hint
    }

    /// The same for a word of an enumeration, also for a part of some: `start` of `response_start`.
    static func wordHint(for word: String, among known: [String]) -> String {
        let near = hint(for: word, among: known)
        guard near.isEmpty, word.utf8.count > 2 else { return near }
        let longer = known.filter { $0.contains(word.lowercased()) }.map { "\"\($0)\"" }
        return longer.isEmpty ? "" : "; did you mean \(longer.alternatives)?"
    }

    static func hint(for word: String, among known: [String], lead: String = "; did you mean") -> String {
        nearest(to: word, among: known).map { "\(lead) \"\($0)\"?" } ?? ""
    }
}

extension LoadingContext {
    /// The same for a name of the scenario, which may have very many, with the work that is left for such names; empty
    /// where errors are only counted.
    func hint(
        for word: String, among known: @autoclosure () -> [String], lead: String = "; did you mean"
    ) -> String {
        if diagnostics.isFull { return "" }
        return nearest(to: word, among: known(), within: &suggestionWork).map { "\(lead) \"\($0)\"?" } ?? ""
    }

    /// The same for a name that is a variable's or has a meaning in every template.
    func variableHint(for name: String, lead: String = "; did you mean") -> String {
        hint(for: name, among: variables.definitions.map(\.name) + VariableTable.builtIn, lead: lead)
    }
}
