import Scenarios
import HTTPMessage

/// The keys that a map of the format may have.
struct KeyTable {
    /// The name of the map in messages, as in `a step`.
    let owner: String
    let known: [String]
    /// Keys of the format that this version does not support yet; each is reported at its line.
    var later: [String] = []
    /// The values allowed in this position, for messages.
    var shape = "a map"

    static let scenario = KeyTable(
        owner: "a scenario",
        known: [
            "mockserver", "name", "description", "vars", "defaults", "base_path", "order", "steps", "stubs",
            "unmatched",
            "expect", "linger", "seed", "redact", "$schema",
        ],
        later: ["include", "clock"])

    static let defaults = KeyTable(owner: "defaults", known: ["response", "assert", "on_assert_failure"])

    static let step = KeyTable(
        owner: "a step",
        known: [
            "id", "request", "when", "assert", "assert_defaults", "on_assert_failure", "times", "after", "capture",
            "set",
            "response", "responses", "then", "never",
        ],
        later: laterOfRules)

    static let stub = KeyTable(
        owner: "a stub",
        known: step.known,
        later: laterOfRules)

    private static let laterOfRules = ["hold", "max_in_flight", "interval", "client", "early"]

    static let parallel = KeyTable(owner: "a parallel block", known: ["parallel", "id"])

    static let requestMatcher = KeyTable(
        owner: "a request",
        known: [
            "method", "host", "path", "target", "query", "query_exact", "headers", "cookies", "form", "form_exact",
            "bearer", "json", "json_exact", "text", "protocol", "connection", "tls", "all_of", "any_of", "not",
        ],
        later: [
            "basic", "json_path", "json_schema", "base64", "file", "body", "multipart", "multipart_exact", "graphql",
        ],
        shape: "a text like GET /me or a map")

    static let connection = KeyTable(
        owner: "connection", known: ["same_as"], shape: "new or a map like {same_as: login}")

    static let tls = KeyTable(
        owner: "tls", known: ["sni", "client_certificate"], shape: "a map like {sni: example.com}")

    static let clientCertificate = KeyTable(
        owner: "client_certificate", known: ["subject"], shape: "a map like {subject: CN=alice}")

    static let response = KeyTable(
        owner: "a response", known: responseKeys, later: laterOfResponses,
        shape: "a status or a map")

    static let unmatched = KeyTable(
        owner: "unmatched", known: responseKeys + ["allow"], later: laterOfResponses,
        shape: "a status or a map")

    private static let responseKeys = [
        "status", "reason", "headers", "json", "text", "file", "delay", "connection", "fault", "h2", "template",
    ]

    private static let laterOfResponses = [
        "base64", "chunks", "events", "trailers", "informational", "dribble", "throttle", "ranges", "encoding",
        "framing", "content_length", "then", "raw",
    ]

    static let delay = KeyTable(owner: "a delay", known: ["headers", "body"], later: ["uniform", "lognormal"])

    static let delayPart = KeyTable(owner: "a part of a delay", known: [], later: ["uniform", "lognormal"])

    static let fault = KeyTable(owner: "a fault", known: ["kind", "at", "after_bytes"])

    static let h2 = KeyTable(owner: "h2", known: ["rst_stream", "goaway", "settings"])

    static let resetStream = KeyTable(
        owner: "rst_stream", known: ["code", "at", "after_bytes"], shape: "an error code like CANCEL or a map")

    static let goaway = KeyTable(
        owner: "goaway", known: ["code", "last_stream", "graceful", "at"],
        shape: "an error code like NO_ERROR or a map")

    static let settings = KeyTable(
        owner: "settings", known: HTTP2Setting.Name.allCases.map(\.text),
        shape: "a map like {max_concurrent_streams: 1}")

    /// The keys of `times` and of other counts with a range.
    static func counts(_ owner: String) -> KeyTable { KeyTable(owner: owner, known: ["at_least", "at_most"]) }

    static let capture = KeyTable(owner: "a capture", known: captureSources + ["matches"])

    static let captureSources = ["path", "header", "query", "cookie", "form", "json", "text", "method", "host"]

    static let expectation = KeyTable(
        owner: "an item of expect", known: ["request", "times", "never", "step", "before", "connections"],
        later: ["max_in_flight"])
}

/// The entries of a map of the format, by key.
struct KeyedEntries {
    let node: Node
    /// The entries with a known key, in order.
    let entries: [Node.Entry]

    subscript(key: String) -> Node? {
        index(of: key).map { entries[$0].value }
    }

    func entry(_ key: String) -> Node.Entry? {
        index(of: key).map { entries[$0] }
    }

    private func index(of key: String) -> Int? {
        entries.indices.first { entries[$0].key.text == key }
    }
}

extension LoadingContext {
    /// The entries of a map whose keys `table` knows; any other key is reported. Nil if the node is not a map.
    func entries(of node: Node, _ table: KeyTable) -> KeyedEntries? {
        guard let entries = node.entries else {
            error("\(table.owner) is \(table.shape), not \(node.summary)", at: node.position)
            return nil
        }
        if entries.allSatisfy({ table.known.contains($0.key.text) }) {
            return KeyedEntries(node: node, entries: entries)
        }
        let known = entries.filter { entry in
            if table.known.contains(entry.name) { return true }
            if table.later.contains(entry.name) {
                error("\"\(entry.name)\" is not yet supported", at: entry.position)
            } else {
                let hint = Nearest.hint(for: entry.name, among: table.known)
                error("unknown key \"\(entry.name)\" in \(table.owner)\(hint)", at: entry.position)
            }
            return false
        }
        return KeyedEntries(node: node, entries: known)
    }
}
