import ExactJSON
import HTTPMessage
import Scenarios

// A step without its requests that is for a further page of a list, or for what is asked for again in another way.
extension RunSnapshot {
    /// That the response to the run's last request says that more follows; empty if it does not.
    ///
    /// - Parameter taker: the rule that took the request.
    func furtherPage(after taker: Int?) -> [String] {
        guard let taker, let last = progress[taker].recent.last, last.left == nil, last.response == .status(200) else {
            return []
        }
        let response = scenario.rule(taker).response(count: progress[taker].count)
        guard response.fault == nil, let words = response.furtherPage(in: scope(rule: taker)) else { return [] }
        return ["the response to #\(last.number) \(words)"]
    }
}

extension FailureComposer {
    /// The most values that are listed, and the most bytes of one.
    private static var wantedLimit: (count: Int, bytes: Int) { (4, 60) }

    /// ` with page=3`: the values that a rule states for the query of its requests; empty if it states none.
    func wantedQuery(of rule: Rule, in scope: EvaluationContext) -> String {
        let stated = rule.assertions + (rule.summary.contains("?") ? [] : [rule.request])
        var pairs: [String] = []
        for case .named(.query, let named) in stated.flatMap(\.conditions).map(\.kind) {
            for entry in named.entries where pairs.count < Self.wantedLimit.count {
                guard !compiled.redactor.redaction.query.contains(entry.name),
                    let value = entry.matcher.statedText(in: scope), value.utf8.count <= Self.wantedLimit.bytes
                else { continue }
                pairs.append("\(Printable.text(entry.name))=\(Printable.text(value))")
            }
        }
        return pairs.isEmpty ? "" : " with \(pairs.joined(separator: ", "))"
    }
}

extension ValueMatcher {
    /// The only text that matches; nil if there are several, or if it is not known.
    fileprivate func statedText(in scope: EvaluationContext) -> String? {
        switch kind {
        case .scalar(let template), .equals(let template): try? template.text(in: scope)
        default: nil
        }
    }
}

extension ResponseTemplate {
    /// The most members of the body that are looked at.
    private static let limit = 100

    /// `said has_more: true`, `has a member next`: that the response says that more follows; nil if it does not.
    fileprivate func furtherPage(in scope: EvaluationContext) -> String? {
        let links = headers.filter { $0.name.lowercased() == "link" }.flatMap(\.values).compactMap(\.constant)
        if links.contains(where: { $0.contains("rel=\"next\"") || $0.contains("rel=next") }) {
            return "has a Link with rel=next"
        }
        guard case .json(let body) = body else { return nil }
        let members = Self.members(of: body).prefix(Self.limit)
        let inner = members.flatMap { Self.members(of: $0.value) }.prefix(Self.limit)
        for (name, value) in members + inner {
            let letters = name.lowercased().filter { $0 != "_" && $0 != "-" }
            if case .constant(.bool(true)) = value, Self.flags.contains(letters) {
                return "said \(Printable.text(name)): true"
            }
            if Self.pointers.contains(letters), Self.leadsOn(value, in: scope) {
                return "has a member \(Printable.text(name))"
            }
        }
        return nil
    }

    private static let flags: Set = ["more", "hasmore", "hasnext", "hasnextpage", "morepages", "hasmorepages"]
    private static let pointers: Set = [
        "next", "nextpage", "nextcursor", "nexttoken", "nextpagetoken", "nexturl", "nextlink", "@odata.nextlink",
    ]

    private static func members(of json: JSONTemplate) -> [(name: String, value: JSONTemplate)] {
        switch json {
        case .object(let members): members.compactMap { member in member.name.constant.map { ($0, member.value) } }
        case .constant(.object(let object)): zip(object.names, object.values).map { ($0, .constant($1)) }
        default: []
        }
    }

    /// Whether a value is text or a number.
    private static func leadsOn(_ value: JSONTemplate, in scope: EvaluationContext) -> Bool {
        switch value {
        case .constant(.string(let text)): !text.isEmpty
        case .constant(.number): true
        case .string(let template): (try? template.text(in: scope)).map { !$0.isEmpty && $0 != "null" } ?? false
        default: false
        }
    }
}
