import ExactJSON
import HTTPMessage
import JSONPath
import Scenarios
import TextCoding

/// The values that a failure must not show: values in redacted parts of a request, and values captured from such parts.
/// Values that the scenario states or produced are not secret.
struct SecretValues: Sendable {
    /// The most redacted values of a request that are searched for, and the most steps in which those of its body are found.
    private static let limit = (values: 10_000, steps: 50_000)

    private let scenario: Scenario
    /// The values of `vars` and `set`.
    private let made: Set<String>
    /// Values that are long enough to be searched for anywhere: all of them, and only the captured ones.
    private let received: TextIndex
    private let captured: TextIndex
    /// Values that are replaced only if they are in quotes.
    private let short: Set<String>
    /// Whether body values are redacted whole: secrets are too short or too many to search for, or parsing failed.
    let hidesBody: Bool
    /// The parser's message, which quotes the body; nil if the body can be parsed, or if no JSON is redacted.
    private let parseError: String?
    /// Whether parts of the body are redacted, but it can't be parsed.
    let isBodyOpaque: Bool

    init(_ scenario: Scenario, _ redactor: Redactor, view: RequestView?, variables: [VariableState], redacted: Set<Int>)
    {
        self.scenario = scenario
        var made: Set<String> = []
        var captured: [String] = []
        for (index, state) in variables.enumerated() {
            guard case .value(let value, _) = state else { continue }
            var leaves: [String] = []
            _ = value.collectLeaves(&leaves, limit: Self.limit.values)
            if redacted.contains(index) { captured += leaves } else { made.formUnion(leaves) }
        }
        self.made = made
        var found = view.map { Self.values(in: $0, redactor) } ?? []
        let body = view.map { Self.bodyValues(in: $0, redactor) }
        found += body?.values ?? []
        // What was redacted already, in an archive, is not a secret.
        found.removeAll { RedactedMark.isWhole($0.utf8) }
        captured.removeAll { RedactedMark.isWhole($0.utf8) }
        isBodyOpaque = body?.isOpaque ?? false
        hidesBody = isBodyOpaque || body?.isWhole == false || body?.values.contains { !Self.isLong($0) } == true
        parseError =
            if isBodyOpaque, !redactor.redaction.jsonPaths.isEmpty, view?.body.problem == nil,
                case .invalid(let sentence, _)? = view?.json, sentence.hasPrefix("line ")
            {
                sentence
            } else { nil }
        self.captured = TextIndex(captured.filter(Self.isLong).flatMap(Self.spellings))
        received = TextIndex((found + captured).filter(Self.isLong).flatMap(Self.spellings))
        short = Set((found + captured).filter { !Self.isLong($0) && !$0.isEmpty })
    }

    private static func isLong(_ value: String) -> Bool { value.unicodeScalars.count > RedactedText.shortest }

    // MARK: - Hiding

    /// The text that replaces a secret.
    enum Telling {
        /// Its size.
        case size
        /// Its first characters too, for a difference.
        case excerpt
    }

    /// Whether the scenario states the value or produced it.
    func isKnown(_ value: String) -> Bool {
        let isQuoted = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
        let bare = isQuoted ? String(value.dropFirst().dropLast()) : value
        return made.contains(bare) || scenario.states(bare)
    }

    /// Text about the request with its secrets redacted, including truncated ones.
    func hidden(in text: String, _ form: Telling = .size) -> String {
        var text = text
        if let parseError, let range = text.firstRange(of: parseError) {
            // `line 1, column 14: …`
            let position = parseError.prefix { $0 != ":" }
            text.replaceSubrange(range, with: "\(position): the body is redacted, and is not JSON here")
        }
        text = hide(received, in: text, wholly: false, form)
        return short.isEmpty ? text : hideQuoted(in: text)
    }

    /// Text from the scenario with captured values redacted.
    func capturedHidden(in text: String, _ form: Telling = .size) -> String {
        hide(captured, in: text, wholly: true, form)
    }

    private func hide(_ secrets: TextIndex, in text: String, wholly: Bool, _ form: Telling) -> String {
        guard !secrets.isEmpty, text.utf8.count > RedactedText.shortest else { return text }
        let bytes = Array(text.utf8)
        var known: [[UInt8]: Bool] = [:]
        var shown: [UInt8] = []
        var offset = 0
        while offset < bytes.count {
            if let match = secrets.match(bytes, at: offset, wholly: wholly),
                match.count == match.text.count || match.count >= RedactedText.shortestBeginning
            {
                let value = String(decoding: match.text, as: UTF8.self)
                let isKnown = known[match.text] ?? self.isKnown(value)
                known[match.text] = isKnown
                let isOwn =
                    isKnown
                    || bytes.withUnsafeBufferPointer {
                        scenario.statesQuotation(in: $0, around: offset..<offset + match.count)
                    }
                if !isOwn {
                    shown += Self.told(value, form).utf8
                    offset += match.count
                    continue
                }
            }
            shown.append(bytes[offset])
            offset += 1
        }
        return String(decoding: shown, as: UTF8.self)
    }

    private static func told(_ value: String, _ form: Telling) -> String {
        switch form {
        case .size: RedactedMark.text(size: value.utf8.count)
        case .excerpt: RedactedText.excerpt(of: value[...], count: value.unicodeScalars.count)
        }
    }

    /// Redacts short secrets in quotes: `"1234" is not a number`.
    private func hideQuoted(in text: String) -> String {
        var pieces = text.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
        guard pieces.count > 2 else { return text }
        for index in 1..<pieces.count - 1 where short.contains(pieces[index]) && !isKnown(pieces[index]) {
            pieces[index] = RedactedMark.text(size: pieces[index].utf8.count)
        }
        return pieces.joined(separator: "\"")
    }

    // MARK: - Finding

    /// The spellings of a value: as it is, in JSON, percent-encoded and as it is printed.
    private static func spellings(_ value: String) -> Set<[UInt8]> {
        let encoded = Percent.encode(value)
        let texts = [
            value, String(JSON.string(value).text().dropFirst().dropLast()), encoded, encoded.lowercased(),
            Mismatch.ComparedValue(value).text,
        ]
        return Set(texts.map { Array($0.utf8) })
    }

    private static func values(in view: RequestView, _ redactor: Redactor) -> [String] {
        let (fields, redaction) = (view.request.head.fields, redactor.redaction)
        var values: [String] = []
        for name in redaction.headers {
            for value in fields.values(named: name).prefix(limit.values) {
                let text = String(decoding: value, as: UTF8.self)
                values.append(String(Redactor.split(text).secret))
                if name != "cookie", name != "set-cookie" {
                    values += Credentials.secrets(in: value).prefix(limit.values).map(\.repaired)
                }
                if name == "cookie" { values += view.cookies.prefix(limit.values).map { $0.value.repaired } }
            }
        }
        func add(_ names: [String], _ pairs: [Form.Pair]) {
            guard !names.isEmpty else { return }
            for pair in pairs where names.contains(pair.name.repaired) { values.append(pair.value.repaired) }
        }
        add(redaction.query, view.query)
        values += view.query.lazy.filter { redactor.redactsPart(ofDecoded: $0.value) }.prefix(limit.values)
            .map(\.value.repaired)
        add(redaction.cookies, view.cookies)
        // An empty value is not a secret.
        return values.filter { !$0.isEmpty }
    }

    private static func bodyValues(
        in view: RequestView, _ redactor: Redactor
    ) -> (values: [String], isOpaque: Bool, isWhole: Bool) {
        let redaction = redactor.redaction
        guard redaction.concernsBodies, !view.request.body.isEmpty else { return ([], false, true) }
        guard let body = view.body.bytes else { return ([], true, true) }
        let json = redaction.jsonPaths.isEmpty ? nil : view.json.value
        var values: [String] = []
        var isWhole = true
        func add(_ json: JSON) {
            do {
                _ = try redactor.jsonPaths.replacing(in: json, steps: limit.steps) { secret in
                    isWhole = secret.collectLeaves(&values, limit: limit.values) && isWhole
                    return JSON?.none
                }
            } catch {
                isWhole = false
            }
        }
        func addPairs(_ form: ArraySlice<UInt8>) {
            for pair in Form.pairs(Array(form)) where redaction.form.contains(pair.name.repaired) {
                values.append(pair.value.repaired)
            }
        }
        switch BodyContent(decoded: body, view.request.head.fields, redaction: redaction, json: json) {
        case .opaque: return ([], true, true)
        case .json(let value): add(value)
        case .form: addPairs(body[...])
        case .parts(let parts):
            for part in parts {
                if part.names.contains(where: { redaction.form.contains($0.repaired) }) {
                    values.append(body[part.content].repaired)
                } else if case .json(let value) = part.kind {
                    add(value)
                } else if case .form = part.kind {
                    addPairs(body[part.content])
                } else if case .opaque = part.kind {
                    // The positions of its secrets are unknown.
                    return ([], true, true)
                }
            }
        }
        return (values, false, isWhole)
    }
}

extension Sequence<UInt8> where Self: Collection {
    /// The bytes as UTF-8, with invalid sequences repaired.
    fileprivate var repaired: String { String(decoding: self, as: UTF8.self) }
}

extension JSON {
    /// Adds the texts of its strings and numbers; false if there are more than `limit` in total.
    fileprivate func collectLeaves(_ leaves: inout [String], limit: Int) -> Bool {
        guard leaves.count < limit else { return false }
        switch self {
        case .string(let text): leaves.append(text)
        case .number: leaves.append(text())
        case .array(let elements):
            for element in elements where !element.collectLeaves(&leaves, limit: limit) { return false }
        case .object(let object):
            for value in object.values where !value.collectLeaves(&leaves, limit: limit) { return false }
        case .null, .bool: break
        }
        return true
    }
}
