import ScenarioFiles

/// What each diagnostic says besides what is wrong: what to write instead.
enum Advice {
    /// Words that say it, wherever they stand in a message.
    private static let words = ["write", "leave", "quote", "rename"]

    /// Words that say it where a clause begins with them.
    private static let clauses = [
        "add", "allow", "begin", "close", "copy", "exchange", "give", "lower", "move", "name", "narrow", "put", "raise",
        "remove", "save", "select", "send", "set", "state", "type", "use",
    ]

    /// Parts of a message that say it.
    private static let phrases = [
        "did you mean", "it is called", "it belongs", "they belong", "a space belongs", "there is only", "there are ",
        " like ", " is new or {", "a method and a path", "mockserver init", "mockserver reference",
        "after the colon it is", "a header is named alone: ",
        "ends with its code",
    ]

    /// The beginnings of messages that say nothing of it, and why they need not.
    static let exceptions: [(start: String, reason: String)] = [
        ("and ", "the count of further errors is no error of its own"),
        ("x.json could not be read", "the reason that the system gives is all that is known"),
    ]

    /// Whether a message says what to write, or need not.
    static func isGiven(in message: String) -> Bool {
        if phrases.contains(where: { message.contains($0) })
            || exceptions.contains(where: { message.hasPrefix($0.start) })
        {
            return true
        }
        // `client is answered, cancels or any, not "leaves"` lists what can be written.
        if message.contains(" or "), message.contains(", not \"") { return true }
        let parts = message.split { ":;,".contains($0) }.map { $0.split(separator: " ") }
        return parts.contains { part in
            let clause = ["or", "so", "and", "to"].contains(part.first ?? "") ? part.dropFirst() : part[...]
            return part.contains { words.contains(String($0)) }
                || clause.first.map { clauses.contains(String($0)) } == true
        }
    }

    /// The message of a diagnostic that is written on one line; empty if this is none.
    static func message(_ line: some StringProtocol) -> String {
        guard let start = line.firstRange(of: ": error: ") ?? line.firstRange(of: ": warning: ") else { return "" }
        return String(line[start.upperBound...])
    }
}
