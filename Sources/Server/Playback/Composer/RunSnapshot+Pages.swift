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
        let showsValue = !composer.compiled.redactor.redaction.concernsBodies
        guard response.fault == nil,
            let (words, end) = response.furtherPage(in: scope(rule: taker), showsValue: showsValue)
        else { return [] }
        return ["the response to #\(last.number) has \(words), so there is another page; read on until \(end)"]
    }
}

extension FailureComposer {
    /// `GET /payments/17 with page=3`: the requests of a rule, with the values of variables in its path and with those that
    /// it states for the query if `showsQuery`.
    func wantedRequest(of rule: Rule, showsQuery: Bool, in scope: EvaluationContext) -> String {
        var summary = rule.summary
        for case .path(.template(let path)) in rule.request.conditions.map(\.kind) {
            // The summary ends with the path as it is written, perhaps with a query behind it.
            guard let filled = path.filledText(in: scope, hiding: compiled.redactedVariables),
                let range = summary.firstRange(of: path.text)
            else { continue }
            summary.replaceSubrange(range, with: filled)
        }
        return summary + (showsQuery ? wantedQuery(of: rule, in: scope) : "")
    }

    /// The most values that are listed, and the most bytes of one.
    private static var wantedLimit: (count: Int, bytes: Int) { (4, 60) }

    /// ` with page=3`: the values that a rule states for the query of its requests; empty if it states none.
    private func wantedQuery(of rule: Rule, in scope: EvaluationContext) -> String {
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
    /// The most members of the body that are looked at, and the most characters of a value that are shown.
    private static let limit = 100
    private static let shown = 60

    /// `has_more: true`, `nextCursor: "c-2"`: what says that more follows, and what says that it does not, as a clause; nil
    /// if the response has nothing of the kind.
    fileprivate func furtherPage(in scope: EvaluationContext, showsValue: Bool) -> (words: String, end: String)? {
        let links = headers.filter { $0.name.lowercased() == "link" }.flatMap(\.values).compactMap(\.constant)
        if links.contains(where: { $0.contains("rel=\"next\"") || $0.contains("rel=next") }) {
            return ("a Link with rel=next", "there is none")
        }
        guard case .json(let body) = body else { return nil }
        let members = Self.members(of: body).prefix(Self.limit)
        let inner = members.flatMap { Self.members(of: $0.value) }.prefix(Self.limit)
        for (name, value) in members + inner {
            let letters = name.lowercased().filter { $0 != "_" && $0 != "-" }
            if case .constant(.bool(true)) = value, Self.flags.contains(letters) {
                return ("\(Printable.text(name)): true", "it is false")
            }
            if Self.pointers.contains(letters), let text = Self.pointer(value, in: scope) {
                let isShown = showsValue && text.unicodeScalars.count <= Self.shown
                return (Printable.text(name) + (isShown ? ": \(Printable.text(text))" : ""), "it is null or absent")
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

    /// A value that leads to the next page, in the notation of JSON; nil if it is neither text nor a number.
    private static func pointer(_ value: JSONTemplate, in scope: EvaluationContext) -> String? {
        switch value {
        case .constant(let json):
            switch json {
            case .string(let text): text.isEmpty ? nil : json.text()
            case .number: json.text()
            default: nil
            }
        case .string(let template):
            (try? template.text(in: scope)).flatMap { $0.isEmpty || $0 == "null" ? nil : JSON.string($0).text() }
        default: nil
        }
    }
}
