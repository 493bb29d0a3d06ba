import HTTPMessage
package import Playback
import Scenarios

extension Explanation {
    /// The most rules in the text that differ from the request; the others are only counted.
    private static let shownDiffering = 40

    /// The explanation for people: what becomes of the request, a line for each rule, then what a run would report.
    package func text(style: TextStyle = .plain) -> String {
        var lines = ["\(style.bold(entry.requestText)): \(summary(style))"]
        if !rules.isEmpty { lines += [""] + table(style) }
        for failure in failures { lines += ["", failure.text(style: style)] }
        return lines.joined(separator: "\n")
    }

    /// `step "refresh" takes it`
    private func summary(_ style: TextStyle) -> String {
        switch entry.outcome {
        case .step, .stub, .stubBeforeStep:
            let taken = "\(entry.takerText) takes it"
            return failures.isEmpty ? style.green(taken) : "\(taken), \(style.red("but the run would fail"))"
        case .preflight: return "a preflight, which cors answers"
        case .refusedPreflight: return "a preflight, which cors answers without permission"
        case .failed(let kind):
            return isAllowed
                ? "nothing takes it, which the scenario allows" : style.red("nothing takes it (\(kind.rawValue))")
        }
    }

    private func table(_ style: TextStyle) -> [String] {
        var differing = 0
        let shown = rules.filter { rule in
            guard rule.result == .differs else { return true }
            differing += 1
            return differing <= Self.shownDiffering
        }
        let names = shown.map(\.name)
        let places = shown.map { Printable.line("\($0.position)") }
        let width = shown.map(\.result.rawValue.count).max() ?? 0
        let nameWidth = names.map(Printable.width).max() ?? 0
        let placeWidth = places.map(Printable.width).max() ?? 0
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - Printable.width(text)))
        }
        var lines = shown.indices.map { index in
            let rule = shown[index]
            let result = padded(rule.result.rawValue, width)
            return [
                " ", rule.result == .takes ? style.green(result) : style.dim(result),
                padded(names[index], nameWidth), padded(places[index], placeWidth), rule.line,
            ].joined(separator: "  ")
        }
        if differing > Self.shownDiffering {
            lines.append("   and \(EnglishText.count(differing - Self.shownDiffering, "more rule")) that differ")
        }
        return lines
    }
}

extension Explanation.Rule {
    /// The reason in one line, with the compared values if there is one of each.
    fileprivate var line: String {
        var line = Printable.line(reason)
        if let values = difference?.inlineText { line += " \(values)" }
        if more > 0 { line += " and \(more) more" }
        return isOptional ? "\(line); the step is optional: at_least is 0" : line
    }
}
