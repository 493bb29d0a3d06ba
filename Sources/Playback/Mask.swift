import ExactJSON
import Scenarios

/// Hides received values of masked headers and JSON paths where a failure shows them.
///
/// What the scenario states or made is shown; of any other value its first four characters, its length and where it first
/// differs. The scheme of credentials (`Bearer`) is no secret, and neither is a value of at most eight characters, half of
/// which would be shown anyhow.
struct Mask {
    private static let shortest = 8
    private static let shown = 4

    private let redaction: Redaction
    private let subject: Mismatch.Subject
    private let known: [String]

    init(_ redaction: Redaction, _ subject: Mismatch.Subject, known: [String]) {
        self.redaction = redaction
        self.subject = subject
        self.known = known
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

    func text(_ received: String, against expected: String?) -> String {
        guard applies(to: received), !isKnown(received) else { return received }
        let (scheme, secret) = split(received)
        guard !isKnown(String(secret)), secret.count > Self.shortest else { return received }
        let differs = expected.map { ", first differs at \(firstDifference(received, $0))" } ?? ""
        return "\(scheme)\(secret.prefix(Self.shown))… (\(received.unicodeScalars.count) characters\(differs))"
    }

    private func isKnown(_ value: String) -> Bool { known.contains(value) }

    /// The authentication scheme with its space, and what it is the scheme of.
    private func split(_ value: String) -> (scheme: Substring, secret: Substring) {
        guard let space = value.firstIndex(of: " "),
            value[..<space].allSatisfy({ $0.isASCII && $0.isLetter })
        else { return ("", value[...]) }
        let start = value.index(after: space)
        return (value[..<start], value[start...])
    }

    private func firstDifference(_ a: String, _ b: String) -> Int {
        zip(a.unicodeScalars, b.unicodeScalars).prefix { $0 == $1 }.count
    }
}
