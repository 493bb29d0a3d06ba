/// How texts name a step or a stub.
package enum RuleNoun: String {
    case step, stub

    /// `step "refresh"`, and of one without an id the name that it has instead: `step 3`.
    package func text(_ id: String) -> String { text(id, quoted: Excerpt.quoted(id)) }

    /// The same with the id in quotes as the caller writes it.
    package func text(_ id: String, quoted: String) -> String { isDefault(id) ? id : "\(rawValue) \(quoted)" }

    /// Whether a rule of this noun is named so for want of an id. The loader refuses an id that another rule has by default.
    package func isDefault(_ id: String) -> Bool {
        let digits = id.utf8.dropFirst(rawValue.utf8.count + 1)
        return id.hasPrefix(rawValue + " ") && !digits.isEmpty && digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    }
}
