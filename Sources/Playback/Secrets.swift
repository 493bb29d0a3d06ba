import ExactJSON
import HTTPMessage
import Scenarios

/// The values that a failure must not show whole: what a request holds in masked places, and what was captured from such.
///
/// What the scenario states or made is none.
struct Secrets {
    /// Of a request more masked values than this are not looked for.
    private static let limit = 1_000

    private let source: SourceFile
    /// What `vars` and `set` made.
    private let made: Set<String>
    /// The request's values, and those that were captured; longest first.
    private let received: [[Unicode.Scalar]]
    private let captured: [[Unicode.Scalar]]

    init(_ scenario: Scenario, _ request: RequestView?, variables: [VariableState], masked: Set<Int>) {
        source = scenario.source
        var (made, captured): (Set<String>, [String]) = ([], [])
        for (place, state) in variables.enumerated() {
            guard case .value(let value, _) = state else { continue }
            if masked.contains(place) {
                captured += value.leaves(Self.limit)
            } else {
                made.formUnion(value.leaves(Self.limit))
            }
        }
        self.made = made
        let found = request.map { Self.values(in: $0, scenario.redaction) } ?? []
        let source = scenario.source
        let isSecret = { (value: String) in
            value.unicodeScalars.count > Mask.shortest && !made.contains(value) && !source.states(value)
        }
        self.captured = Self.written(captured.filter(isSecret))
        received = Self.written((found + captured).filter(isSecret))
    }

    /// Whether the scenario states the value or made it.
    func isKnown(_ value: String) -> Bool {
        let isQuoted = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
        let bare = isQuoted ? String(value.dropFirst().dropLast()) : value
        return made.contains(bare) || source.states(bare)
    }

    /// Text about the request with what is secret of it masked, also where it was cut.
    func hidden(in text: String) -> String { Self.hide(received, in: text, evenCut: true) }

    /// Text of the scenario's own with what was captured masked.
    func capturedHidden(in text: String) -> String { Self.hide(captured, in: text, evenCut: false) }

    private static func hide(_ secrets: [[Unicode.Scalar]], in text: String, evenCut: Bool) -> String {
        guard !secrets.isEmpty, text.utf8.count > Mask.shortest else { return text }
        var scalars = Array(text.unicodeScalars)
        for secret in secrets {
            var place = 0
            while place + Mask.shortest < scalars.count {
                let length = zip(scalars[place...], secret).prefix { $0 == $1 }.count
                guard length == secret.count || evenCut && length > Mask.shortest else {
                    place += 1
                    continue
                }
                let value = String(String.UnicodeScalarView(secret))
                let masked = Array(Mask.masked("", value[...], count: secret.count).unicodeScalars)
                scalars.replaceSubrange(place..<place + length, with: masked)
                place += masked.count
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The values as they stand, and as JSON writes them.
    private static func written(_ values: [String]) -> [[Unicode.Scalar]] {
        let written = values + values.map { String(JSON.string($0).text().dropFirst().dropLast()) }
        return Set(written).map { Array($0.unicodeScalars) }.sorted { $0.count > $1.count }
    }

    private static func values(in view: RequestView, _ redaction: Redaction) -> [String] {
        let fields = view.request.head.fields
        var values: [String] = []
        for name in redaction.headers {
            for value in fields.values(named: name).prefix(limit) {
                let text = String(decoding: value, as: UTF8.self)
                values.append(String(Mask.split(text).secret))
                if name == "cookie" { values += text.split(separator: ";").prefix(limit).map(cookieValue) }
            }
        }
        guard !redaction.jsonPaths.isEmpty, let body = view.json.value else { return values }
        for path in redaction.jsonPaths {
            for value in path.values(in: body).prefix(limit) { values += value.leaves(limit) }
        }
        return Array(values.prefix(limit))
    }

    /// Of `name=value` the value.
    private static func cookieValue(_ pair: Substring) -> String {
        let value = pair.firstIndex(of: "=").map { pair[pair.index(after: $0)...] } ?? pair
        return String(value.drop { $0 == " " })
    }
}

extension Scenario {
    /// The variables that hold what the scenario masks: captured from there, or set to such.
    var maskedVariables: Set<Int> {
        guard redaction.headers.count + redaction.jsonPaths.count > 0 else { return [] }
        var masked: Set<Int> = []
        var assignments: [Assignment] = []
        for rule in steps.map(\.rule) + stubs where !(rule.captures.isEmpty && rule.sets.isEmpty) {
            for capture in rule.captures where redaction.covers(capture.source) { masked.insert(capture.variable) }
            assignments += rule.sets
        }
        var before = -1
        while masked.count != before {
            before = masked.count
            for assignment in assignments where redaction.covers(assignment.value, masked) {
                masked.insert(assignment.variable)
            }
        }
        return masked
    }
}

extension Redaction {
    fileprivate func covers(_ source: Capture.Source) -> Bool {
        switch source {
        case .header(let name): headers.contains(name.lowercased())
        case .cookie: headers.contains("cookie")
        case .json(let path): jsonPaths.contains { $0.covers(path.text, isContainer: true) }
        case .text: !jsonPaths.isEmpty
        case .path, .query, .form, .method, .host: false
        }
    }

    fileprivate func covers(_ value: JSONTemplate, _ masked: Set<Int>) -> Bool {
        if value.variables.contains(where: masked.contains) { return true }
        return value.templates.flatMap(\.expressions).contains { expression in
            guard case .request(let part) = expression.operand else { return false }
            switch part {
            case .header(let name): return headers.contains(name.lowercased())
            case .cookie: return headers.contains("cookie")
            case .json, .body: return !jsonPaths.isEmpty
            case .method, .host, .target, .pathParameter, .query, .form: return false
            }
        }
    }
}

extension SourceFile {
    /// Whether the text stands in the file.
    fileprivate func states(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard let first = wanted.first, wanted.count <= bytes.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            (0...bytes.count - wanted.count).contains { place in
                bytes[place] == first && bytes[place..<place + wanted.count].elementsEqual(wanted)
            }
        }
    }
}

extension JSON {
    /// The texts of its strings and numbers, at most `limit`.
    fileprivate func leaves(_ limit: Int) -> [String] {
        var leaves: [String] = []
        collect(&leaves, limit)
        return leaves
    }

    private func collect(_ leaves: inout [String], _ limit: Int) {
        guard leaves.count < limit else { return }
        switch self {
        case .string(let text): leaves.append(text)
        case .number: leaves.append(text())
        case .array(let elements): for element in elements { element.collect(&leaves, limit) }
        case .object(let object): for value in object.values { value.collect(&leaves, limit) }
        case .null, .bool: break
        }
    }
}

extension Failure {
    /// This without the secrets of the request it is about.
    func hiding(_ secrets: Secrets) -> Failure {
        var failure = self
        failure.title = secrets.hidden(in: title)
        failure.note = note.map(secrets.hidden)
        failure.remarks = remarks.map(secrets.hidden)
        return failure
    }
}
