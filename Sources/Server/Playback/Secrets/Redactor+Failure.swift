import HTTPMessage
import Scenarios

extension Redactor {
    /// A finished failure whose secrets are redacted in title, note, remarks, difference and requests.
    func redacted(_ failure: Failure, _ secrets: SecretValues) -> Failure {
        var failure = failure
        failure.title = secrets.hidden(in: failure.title)
        failure.note = failure.note.map { secrets.hidden(in: $0) }
        failure.remarks = failure.remarks.map { secrets.hidden(in: $0) }
        failure.difference = failure.difference.map { redacted($0, secrets) }
        for index in failure.requests.indices {
            let target = String(decoding: failure.requests[index].target, as: UTF8.self)
            let hidden = secrets.hidden(in: target)
            if hidden != target { failure.requests[index].replaceTarget(Array(hidden.utf8)) }
        }
        return failure
    }

    private func redacted(_ difference: Failure.Difference, _ secrets: SecretValues) -> Failure.Difference {
        var difference = difference
        let expected = difference.expected
        for index in difference.expected.indices {
            difference.expected[index].value = secrets.capturedHidden(
                in: difference.expected[index].value, .excerpt)
        }
        if secrets.isBodyOpaque, difference.received.contains(where: { $0.isBody }) {
            difference.received = [
                Failure.Difference.Line(value: "(redacted: the body has redacted parts and can't be parsed)")
            ]
        }
        for index in difference.received.indices {
            let line = difference.received[index]
            let wanted = expected.first { $0.subject == line.subject }?.value
            difference.received[index] = redacted(line, secrets, against: wanted)
        }
        return difference
    }

    /// A received line. The value of a redacted part is replaced by its start and its length; in any other value the
    /// secrets are searched and replaced.
    private func redacted(
        _ line: Failure.Difference.Line, _ secrets: SecretValues, against expected: String?
    ) -> Failure.Difference.Line {
        var line = line
        guard redacts(line, secrets) else {
            line.value = secrets.hidden(in: partlyRedacted(line), .excerpt)
            return line
        }
        let (scheme, secret) =
            line.subject == .basicPassword
            ? (line.value[..<line.value.startIndex], line.value[...]) : Self.split(line.value)
        let count = line.length ?? line.value.unicodeScalars.count
        let isShort = count - scheme.unicodeScalars.count <= RedactedText.shortest
        if isShort && isRedactedByDefault(line.subject) || line.value == expected || secret.isEmpty { return line }
        if secrets.isKnown(line.value) || secrets.isKnown(String(secret)) { return line }
        // Where only white space is missing, the title says so.
        let other = expected.flatMap { line.value.hasTokens(of: $0) ? nil : $0 }
        let offset = other.map { zip(line.value.unicodeScalars, $0.unicodeScalars).prefix { $0 == $1 }.count }
        line.value = RedactedText.excerpt(scheme: scheme, of: secret, count: count, differsAt: offset)
        // The note would show a character of the value.
        line.note = ""
        return line
    }

    /// Whether the whole value belongs to a redacted part.
    private func redacts(_ line: Failure.Difference.Line, _ secrets: SecretValues) -> Bool {
        guard let part = line.subject else { return false }
        if part.innermost == .text, secrets.hidesBody { return true }
        if part == .text { return false }
        return redaction.covers(part, isContainer: line.value.hasPrefix("{") || line.value.hasPrefix("["))
    }

    /// Whether the value is secret only because of a header that every scenario redacts.
    private func isRedactedByDefault(_ subject: RequestPart?) -> Bool {
        switch subject {
        case .header(let name)?: Redaction.standard.headers.contains(name.lowercased())
        case .bearer?, .basicUser?, .basicPassword?: true
        case .cookie(let name)?: !redaction.cookies.contains(name)
        default: false
        }
    }

    /// A value that is redacted in part.
    private func partlyRedacted(_ line: Failure.Difference.Line) -> String {
        switch line.subject {
        case .target?: target(line.value)
        case .header(let name)?: header(name, line.value)
        default: line.value
        }
    }

    /// An authentication scheme with its space, and the credentials; for JSON text the opening quote, and the rest.
    static func split(_ value: String) -> (scheme: Substring, secret: Substring) {
        if value.hasPrefix("\"") { return (value.prefix(1), value.dropFirst()) }
        guard let space = value.firstIndex(of: " "), value[..<space].allSatisfy({ $0.isASCII && $0.isLetter }) else {
            return ("", value[...])
        }
        let start = value.index(after: space)
        return (value[..<start], value[start...])
    }
}

extension String {
    /// Whether it is another text but for white space.
    fileprivate func hasTokens(of other: String) -> Bool {
        func isToken(_ character: Character) -> Bool { !character.isWhitespace }
        return filter(isToken) == other.filter(isToken)
    }
}

extension Failure.Difference.Line {
    /// Whether it shows the body, or a part of it that no name or path tells.
    fileprivate var isBody: Bool { subject?.innermost == .text || subject?.innermost == .body }
}
