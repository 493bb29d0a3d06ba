/// The noun for a step or a stub in texts.
package enum RuleNoun: String {
    case step, stub

    /// `step "refresh"`; for a rule without an id, its default name: `step 3`.
    package func text(_ id: String) -> String { text(id, quoted: Excerpt.quoted(id)) }

    /// The same with the id in quotes as the caller writes it.
    package func text(_ id: String, quoted: String) -> String { isDefault(id) ? id : "\(rawValue) \(quoted)" }

    /// Whether this is the default name of a rule without an id. The loader rejects an id that equals a default name.
    package func isDefault(_ id: String) -> Bool {
        let digits = id.utf8.dropFirst(rawValue.utf8.count + 1)
        return id.hasPrefix(rawValue + " ") && !digits.isEmpty && digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    }
}
