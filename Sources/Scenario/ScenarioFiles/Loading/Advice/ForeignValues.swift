import HTTPMessage
import Scenarios

/// Warns of values, and of names of members, that have a meaning in other tools and are compared or sent as they stand:
/// `json: user.json`, `X-Id: "*"`, `"#number"`, `user.name`.
enum ForeignValues {
    // MARK: - Texts

    /// Checks a text with which a value of the request is compared.
    ///
    /// - Parameter header: the header whose value it is; nil for another part.
    static func check(compared node: Node, header: String?, isToken: Bool, state: LoadingContext) {
        guard let text = node.text, let first = text.utf8.first else { return }
        if first == UInt8(ascii: "*"), text == "*", isToken || header.map(canBeAny) == true {
            state.warning(
                .foreignValue, "* is compared as it stands; for any value write {present: true}", at: node.position)
        } else if first == UInt8(ascii: "/"), let expression = RegularExpressionSlashes.expression(in: text) {
            state.warning(
                .regexSlashes,
                "this is compared as it stands; for a regular expression write {matches: \(expression.asFlowScalar)}",
                at: node.position)
        }
    }

    /// Whether `*` is none of the values that a header has.
    private static func canBeAny(_ header: String) -> Bool {
        let name = header.lowercased()
        return !["accept", "if-", "access-control-", "timing-allow", "x-forwarded"].contains { name.hasPrefix($0) }
    }

    /// Checks the value of a header whose form tools help with.
    static func check(header text: String, of name: String, at position: Position, state: LoadingContext) {
        switch name.utf8.count {
        case 11 where name.lowercased() == "retry-after":
            guard let wait = try? DurationReader.read(text) else { return }
            let seconds = max(1, (wait.wholeNanoseconds + 999_999_999) / 1_000_000_000)
            state.warning(
                .foreignValue, "\(name) has seconds without a unit, or a date: write \(seconds)", at: position)
        case 12 where name.lowercased() == "content-type":
            guard let type = ForeignWords.mediaType(text) else { return }
            state.warning(.foreignValue, "a media type has two parts: write \(type)", at: position)
        default: break
        }
    }

    /// Checks the host of a request.
    static func check(host node: Node, state: LoadingContext) {
        guard let text = node.text else { return }
        if text == "*" {
            state.warning(.foreignValue, "* is compared as it stands; leave host out to take any", at: node.position)
        } else if let scheme = text.firstRange(of: "://") {
            let host = text[scheme.upperBound...].prefix { $0 != "/" }
            state.warning(.foreignValue, "a host has no scheme before it: write \(host)", at: node.position)
        }
    }

    /// Checks the value of a variable: `{env: NAME}` is an object.
    static func check(variable node: Node, state: LoadingContext) {
        guard let entries = node.entries, entries.count == 1, let entry = entries.first, entry.isNamed("env"),
            let name = entry.value.text, name.isName
        else { return }
        state.warning(
            .foreignValue,
            "this is an object; for an environment variable write '{{env.\(name)}}', and give --allow-env \(name)",
            at: node.position)
    }

    // MARK: - JSON

    /// Checks the body of a response: the name of a file, or a reference to one, is sent itself.
    static func check(jsonToSend node: Node, state: LoadingContext) {
        let only = node.entries.flatMap { $0.count == 1 && $0[0].isNamed("$ref") ? $0[0].value : nil }
        guard let name = (only ?? node).text, name.hasSuffix(".json"), name.utf8.count > 5,
            name.unicodeScalars.allSatisfy({ $0.isMemberPart || $0 == "." || $0 == "/" })
        else { return }
        state.warning(
            .foreignValue, "this is sent as it stands; for what the file has write file: \(name) in place of json",
            at: node.position)
    }

    /// Checks a text in JSON: the words of other languages for `null` are texts, and a backslash in double quotes begins an
    /// escape, so that `"C:\temp"` has a tab.
    static func check(jsonText scalar: Node.Scalar, at node: Node, state: LoadingContext) {
        if scalar.style == .doubleQuoted, isPathWithEscape(scalar.text) {
            state.warning(
                .foreignValue,
                "a backslash in double quotes begins an escape, here a control character; write \\\\ for one",
                at: node.position)
        }
        guard scalar.text.utf8.count <= 9, !scalar.isText, ["None", "nil", "undefined"].contains(scalar.text) else {
            return
        }
        state.warning(
            .foreignValue, "\(scalar.text) is the text \"\(scalar.text)\" here; write null, or quote it",
            at: node.position)
    }

    /// Whether a text is a path of Windows in which a control character stands behind the drive.
    private static func isPathWithEscape(_ text: String) -> Bool {
        var bytes = text.utf8.makeIterator()
        guard let drive = bytes.next(), drive | 0x20 >= 0x61, drive | 0x20 <= 0x7A, bytes.next() == UInt8(ascii: ":"),
            let next = bytes.next()
        else { return false }
        return next < 0x20 && bytes.next() != nil
    }

    /// Checks a member of JSON with which a request's is compared.
    static func check(comparedMember entry: Node.Entry, state: LoadingContext) {
        if entry.name.utf8.contains(UInt8(ascii: ".")) { check(path: entry, state: state) }
        guard let text = entry.value.text, let first = text.utf8.first else { return }
        if first == UInt8(ascii: "#"), let meant = marker(text) {
            state.warning(.foreignValue, "\(text) is compared as it stands; \(meant)", at: entry.value.position)
        } else if first == UInt8(ascii: "/"), let expression = RegularExpressionSlashes.expression(in: text) {
            state.warning(
                .regexSlashes,
                "this is compared as it stands; for a regular expression write {$matches: \(expression.asFlowScalar)}",
                at: entry.value.position)
        }
    }

    /// Checks a member whose name is a path of members.
    private static func check(path entry: Node.Entry, state: LoadingContext) {
        let names = entry.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard names.allSatisfy({ $0.prefix { $0 != "[" }.description.isName }),
            entry.name.unicodeScalars.allSatisfy({ $0.isMemberPart || ".[]".unicodeScalars.contains($0) })
        else { return }
        state.warning(
            .foreignValue,
            "\"\(entry.name)\" is one name; for a member of a member write json_path: {$.\(entry.name): "
                + "\(entry.value.text?.asFlowScalar ?? "…")} in place of json", at: entry.position)
    }

    /// What to write for a marker of Karate.
    private static func marker(_ text: String) -> String? {
        let word = text.dropFirst().drop { $0 == "#" }.prefix { $0.isASCII && $0.isLetter }
        switch word {
        case "notnull", "present", "ignore": return "for any value write {$present: true}"
        case "notpresent": return "for a member that must be missing write {$absent: true}"
        case "null": return "write null"
        case "uuid": return "for a UUID write {$matches: '[0-9a-f-]{36}'}"
        case "number", "string", "boolean", "array", "object":
            return "for any value write {$present: true}, and for its type json_schema"
        case "regex":
            let source = String(text.drop { $0 != " " }).trimmed
            return source.isEmpty ? nil : "for a regular expression write {$matches: \(source.asFlowScalar)}"
        default: return nil
        }
    }
}
