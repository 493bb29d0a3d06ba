import ExactJSON
import Scenarios

/// Reads header fields or trailers: names with a text, a list of texts, or `{text: …}`.
struct HeaderReader {
    let state: LoadingContext
    let context: TemplateContext
    /// Whether the fields follow the body.
    var isTrailer = false

    /// The headers of a map, on top of those of `defaults`.
    func headers(_ own: Node?, _ defaults: Node? = nil) -> [ResponseTemplate.Header] {
        // nil where null took away a header of `defaults`.
        var fields: [Node.Entry?] = defaults?.entries ?? []
        if let own {
            guard let entries = own.entries else {
                let key = isTrailer ? "trailers" : "headers"
                state.error(ShapeAdvice.inPlaceOfNames(own, of: key), at: own.position)
                return []
            }
            if fields.isEmpty, Self.areDistinct(entries), !entries.contains(where: \.value.isNull) {
                return entries.compactMap { header($0) }
            }
            // The case of a header's name does not matter (RFC 9110, section 5.1).
            var indices = Dictionary(fields.enumerated().map { ($1?.name.lowercased() ?? "", $0) }) { first, _ in first
            }
            var seen: Set<String> = []
            for entry in entries {
                let name = entry.name.lowercased()
                if !seen.insert(name).inserted {
                    state.error(
                        "the header \"\(entry.name)\" is there twice; write its values as a list, like "
                            + "\(entry.name): [a, b]", at: entry.position)
                }
                switch indices[name] {
                case let index? where entry.value.isNull:
                    fields[index] = nil
                    indices[name] = nil
                case let index?: fields[index] = entry
                case nil where entry.value.isNull: reportNull(entry)
                case nil:
                    indices[name] = fields.count
                    fields.append(entry)
                }
            }
        }
        return fields.compactMap { $0.flatMap { header($0) } }
    }

    /// Whether these are few headers whose names differ in length, as most do.
    private static func areDistinct(_ entries: [Node.Entry]) -> Bool {
        var lengths: UInt64 = 0
        for entry in entries {
            let length: UInt64 = 1 << min(63, entry.name.utf8.count)
            if lengths & length != 0 { return false }
            lengths |= length
        }
        return true
    }

    private func reportNull(_ entry: Node.Entry) {
        if let meant = ShapeAdvice.pairWithEquals(entry) { return state.error(meant, at: entry.position) }
        HeaderRules.check(name: entry.name, at: entry.position, state: state)
        state.error(
            entry.value.isMissing
                ? "a value is needed here; write '' for the empty text"
                : "null removes a header that defaults give; they give none of this name: leave it out",
            at: entry.value.position)
    }

    /// A header and its lines; nil for one without a value, which is reported.
    private func header(_ entry: Node.Entry) -> ResponseTemplate.Header? {
        HeaderRules.check(name: entry.name, at: entry.position, state: state)
        guard !entry.value.isNull else { return nil }
        let items = entry.value.items ?? [entry.value]
        if items.isEmpty { state.error("\(Self.headerShape): write \(entry.name): a", at: entry.value.position) }
        let values = items.compactMap { headerValue($0, of: entry.name) }
        let isDeliberate = items.allSatisfy { $0.entries != nil }
        if !isDeliberate, !isTrailer {
            MessageCheck(state: state).check(
                headerOfConnection: entry.name, value: values.count == 1 ? values.first : nil, at: entry.position)
        }
        return ResponseTemplate.Header(name: entry.name, values: values, isDeliberate: isDeliberate)
    }

    private static let headerShape = "a header has a text, a list of texts or {text: …} as it stands"

    /// The header that is meant by a map: the operand of an operator, or the pairs of names and values that a header
    /// like `Set-Cookie` has.
    private static func value(meantBy entries: [Node.Entry], of name: String) -> String {
        let pairs = entries.compactMap { entry in entry.value.text.map { (entry.name, $0) } }
        guard pairs.count == entries.count, let first = pairs.first else { return "\(name): a" }
        let isOperator = pairs.count == 1 && ValueReader.operators.contains(first.0)
        let value = isOperator ? first.1 : pairs.map { "\($0)=\($1)" }.joined(separator: "; ")
        return "\(name): \(value.asFlowScalar)"
    }

    private func headerValue(_ node: Node, of name: String) -> Template? {
        var node = node
        var isOnPurpose = false
        if let entries = node.entries {
            guard entries.map(\.name) == KeyTable.headerValue.known, let entry = entries.first else {
                return state.refuse(
                    "\(Self.headerShape): write \(Self.value(meantBy: entries, of: name))", at: node.position)
            }
            node = entry.value
            isOnPurpose = true
        }
        guard let template = state.template(node, context: context) else { return nil }
        HeaderRules.check(value: template, of: name, state: state, allowsMalformedTag: isOnPurpose)
        return template
    }
}
