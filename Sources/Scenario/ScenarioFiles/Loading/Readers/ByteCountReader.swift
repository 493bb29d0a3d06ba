import ExactJSON
import Scenarios

/// Reads numbers of bytes: `512`, `64KiB`, `1.5MB`.
struct ByteCountReader {
    let state: LoadingContext
    let context: TemplateContext

    /// The units and how many bytes each has.
    private static let units: [(name: String, bytes: Int)] = [
        ("B", 1), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("KB", 1_000), ("MB", 1_000_000),
        ("GB", 1_000_000_000),
    ]

    /// The matcher of a number of bytes: a number, or comparisons that must all match.
    func matcher(_ node: Node) -> ValueMatcher {
        guard let entries = node.entries else { return equal(node) }
        if entries.isEmpty {
            state.error("a length is a number of bytes or comparisons, like {lte: 5MiB}", at: node.position)
        }
        let limits = entries.compactMap { entry -> ValueMatcher? in
            if entry.name == "equals" { return equal(entry.value) }
            guard let comparison = Comparison(rawValue: entry.name) else {
                let known = LoadingContext.lengthOperators
                return state.refuse(
                    "unknown operator \"\(entry.name)\" of a length\(Nearest.operatorHintOrAll(for: entry.name, among: known))",
                    at: entry.position)
            }
            return ValueMatcher(.compare(comparison, number(entry.value)), position: entry.value.position)
        }
        if limits.count == 1, let only = limits.first { return only }
        return ValueMatcher(.allOf(limits), position: node.position)
    }

    private func equal(_ node: Node) -> ValueMatcher {
        let template =
            switch number(node) {
            case .constant(let count): Template(text: count.lexeme, position: node.position)
            case .template(let template): template
            }
        return ValueMatcher(.scalar(template), position: node.position)
    }

    private func number(_ node: Node) -> NumberTemplate {
        guard let template = state.template(node, context: context) else { return .constant(0) }
        guard let text = template.constant else { return .template(template) }
        guard let count = Self.read(text) else {
            let spelled = SizeReader.meant(by: text).flatMap { Self.read($0) == nil ? nil : $0 }
            let whole = SizeReader.bytes(in: text).map { "\($0), a whole number of bytes" }
            let advice = spelled ?? whole ?? "512, 64KiB or 5MiB"
            state.error("\(Excerpt.quoted(text)) is not a number of bytes; write \(advice)", at: node.position)
            return .constant(0)
        }
        return .constant(JSONNumber(count))
    }

    /// The number of bytes in a text; nil if it is none, or not a whole number.
    static func read(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(digits.count)
        guard let factor = unit.isEmpty ? 1 : units.first(where: { $0.name == unit })?.bytes else { return nil }
        let pieces = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = pieces.first, !first.isEmpty, pieces.count <= 2, let whole = Int(first) else { return nil }
        let (bytes, overflow) = whole.multipliedReportingOverflow(by: factor)
        guard !overflow else { return nil }
        guard pieces.count == 2 else { return bytes }
        guard !unit.isEmpty, (1...9).contains(pieces[1].count), let part = Int(pieces[1]) else { return nil }
        let scale = pieces[1].reduce(1) { scale, _ in scale * 10 }
        guard (part * factor).isMultiple(of: scale) else { return nil }
        let (sum, isTooLarge) = bytes.addingReportingOverflow(part * factor / scale)
        return isTooLarge ? nil : sum
    }
}
