import Scenarios

/// Hides received values of masked headers and JSON paths where a failure shows both sides of a leaf.
///
/// What the scenario states or made is shown; of any other value its first four characters, its length and where it first
/// differs. The scheme of credentials (`Bearer`) is no secret, and neither is a value of at most eight characters, half of
/// which would be shown anyhow.
struct Mask {
    static let shortest = 8
    static let shown = 4

    private let redaction: Redaction
    private let subject: Mismatch.Subject
    private let secrets: Secrets

    init(_ redaction: Redaction, _ subject: Mismatch.Subject, _ secrets: Secrets) {
        self.redaction = redaction
        self.subject = subject
        self.secrets = secrets
    }

    func text(_ received: String, against expected: String?) -> String {
        // Lines of a combination name several things, so there the secrets themselves are looked for.
        guard applies(to: received) else { return secrets.hidden(in: received) }
        let (scheme, secret) = Self.split(received)
        guard secret.unicodeScalars.count > Self.shortest, received != expected,
            !secrets.isKnown(received), !secrets.isKnown(String(secret))
        else { return received }
        let differs = expected.map { ", first differs at \(Self.firstDifference(received, $0))" } ?? ""
        return Self.masked(scheme, secret, count: received.unicodeScalars.count, differs)
    }

    /// `Bearer abcd… (40 characters, first differs at 9)`
    static func masked(_ scheme: Substring, _ secret: Substring, count: Int, _ remark: String = "") -> String {
        let start = String(String.UnicodeScalarView(secret.unicodeScalars.prefix(shown)))
        return "\(scheme)\(start)… (\(count) characters\(remark))"
    }

    private func applies(to received: String) -> Bool {
        switch subject {
        case .header(let name): redaction.headers.contains(name.lowercased())
        case .bearer: redaction.headers.contains("authorization")
        case .cookie: redaction.headers.contains("cookie")
        case .json(let path):
            redaction.jsonPaths.contains { jsonPath in
                jsonPath.covers(path, isContainer: received.hasPrefix("{") || received.hasPrefix("["))
            }
        default: false
        }
    }

    /// The authentication scheme with its space, and what it is the scheme of; of JSON text the opening quote, and the rest.
    static func split(_ value: String) -> (scheme: Substring, secret: Substring) {
        if value.hasPrefix("\"") { return (value.prefix(1), value.dropFirst()) }
        guard let space = value.firstIndex(of: " "), value[..<space].allSatisfy({ $0.isASCII && $0.isLetter }) else {
            return ("", value[...])
        }
        let start = value.index(after: space)
        return (value[..<start], value[start...])
    }

    private static func firstDifference(_ a: String, _ b: String) -> Int {
        zip(a.unicodeScalars, b.unicodeScalars).prefix { $0 == $1 }.count
    }
}
