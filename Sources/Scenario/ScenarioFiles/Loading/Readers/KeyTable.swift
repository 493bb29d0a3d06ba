import Scenarios
import HTTPMessage

/// The keys that a map of the format may have. `Scenarios/FORMAT.md` has a section for each, and the schema a definition.
struct KeyTable {
    let name: Name
    /// The name of the map in messages, as in `a step`.
    let owner: String
    let known: [String]
    /// Keys that belong to another map and are read, so that the message says to which.
    var misplaced: [String] = []
    /// The values allowed in this position, for messages.
    var shape = "a map"

    private init(
        _ name: Name, owner: String, known: [String], misplaced: [String] = [], shape: String = "a map"
    ) {
        self.name = name
        self.owner = owner
        self.known = known
        self.misplaced = misplaced
        self.shape = shape
    }

    /// The table of each name.
    static let all: [KeyTable] = [
        scenario, crossOrigin, included, defaults, step, stub, parallel, requestMatcher, part, basic, body, graphQL,
        connection, tls,
        clientCertificate, schemaFile, response, unmatched, headerValue, chunk, event, raw, interim, dribble, delay,
        delayPart, uniform, lognormal, fault, h2, resetStream, goaway, settings, counts("times"), capture, expectation,
        hold, holdCondition, interval,
    ]

    static let scenario = KeyTable(
        .scenario,
        owner: "a scenario",
        known: [
            "mockserver", "name", "description", "vars", "defaults", "base_path", "order", "steps", "stubs",
            "unmatched",
            "expect", "linger", "clock", "cors", "seed", "redact", "$schema", "include",
        ])

    static let crossOrigin = KeyTable(
        .crossOrigin, owner: "cors", known: ["origins", "headers", "max_age"],
        shape: "true, false or a map like \(crossOriginExample)")

    static let crossOriginExample = "{origins: [http://localhost:3000]}"

    static let included = KeyTable(
        .included,
        owner: "an included file",
        known: ["mockserver", "name", "description", "$schema", "include", "vars", "defaults", "stubs", "redact"])

    static let defaults = KeyTable(
        .defaults, owner: "defaults", known: ["response", "assert", "on_assert_failure", "head"])

    static let step = KeyTable(
        .step,
        owner: "a step",
        known: [
            "id", "request", "when", "assert", "assert_defaults", "on_assert_failure", "times", "after", "capture",
            "set",
            "response", "responses", "then", "hold", "max_in_flight", "interval", "client", "early",
        ],
        misplaced: ["never"])

    static let stub = KeyTable(
        .stub,
        owner: "a stub",
        known: step.known.filter { $0 != "after" } + ["never", "head"],
        misplaced: ["after"])

    static let parallel = KeyTable(.parallel, owner: "a parallel block", known: ["parallel", "id"])

    static let requestMatcher = KeyTable(
        .requestMatcher,
        owner: "a request",
        known: [
            "method", "host", "path", "target", "query", "query_exact", "headers", "cookies", "form", "form_exact",
            "bearer", "basic", "json", "json_exact", "json_path", "json_schema", "text", "base64", "file", "body",
            "multipart", "multipart_exact",
            "graphql", "protocol", "connection", "tls", "all_of", "any_of", "not",
        ],
        shape: "a text like GET /me or a map")

    /// The keys of a request that are about its body.
    static let bodyConditions: Set<String> = [
        "form", "form_exact", "json", "json_exact", "json_path", "json_schema", "text", "base64", "file", "body",
        "multipart", "multipart_exact", "graphql",
    ]

    static let part = KeyTable(
        .part,
        owner: "a part",
        known: [
            "name", "filename", "content_type", "headers", "json", "json_exact", "json_path", "json_schema", "text",
            "base64", "file", "body",
            "form", "form_exact", "multipart", "multipart_exact",
        ],
        shape: "a map like {name: title}")

    static let basic = KeyTable(
        .basic,
        owner: "basic", known: ["user", "password"], shape: "a map like {user: alice, password: secret}")

    static let body = KeyTable(
        .body,
        owner: "body", known: ["length", "empty", "sha256"], shape: "a map like {length: {lte: 5MiB}}")

    static let graphQL = KeyTable(
        .graphQL,
        owner: "graphql", known: ["operation", "query", "variables"], shape: "a map like {operation: Hero}")

    static let connection = KeyTable(
        .connection,
        owner: "connection", known: ["same_as"], shape: "new or a map like {same_as: login}")

    static let tls = KeyTable(
        .tls,
        owner: "tls", known: ["sni", "client_certificate"], shape: "a map like {sni: example.com}")

    static let clientCertificate = KeyTable(
        .clientCertificate,
        owner: "client_certificate", known: ["subject"], shape: "a map like {subject: CN=alice}")

    static let schemaFile = KeyTable(.schemaFile, owner: "json_schema", known: ["file"])

    static let response = KeyTable(.response, owner: "a response", known: responseKeys, shape: "a status or a map")

    static let unmatched = KeyTable(
        .unmatched,
        owner: "unmatched", known: responseKeys + ["allow"], shape: "a status or a map")

    private static let responseKeys = [
        "status", "reason", "headers", "json", "text", "base64", "file", "chunks", "events", "then", "raw", "trailers",
        "informational", "delay", "dribble", "throttle", "ranges", "encoding", "framing", "content_length",
        "connection", "fault", "h2", "template",
    ]

    static let headerValue = KeyTable(.headerValue, owner: "a header", known: ["text"])

    static let chunk = KeyTable(
        .chunk,
        owner: "a chunk", known: ["text", "json", "base64", "delay"], shape: "a map like {text: hello, delay: 50ms}")

    static let event = KeyTable(
        .event,
        owner: "an event", known: ["event", "data", "json", "id", "retry", "comment", "delay"],
        shape: "a map like {event: added, data: hello}")

    static let raw = KeyTable(.raw, owner: "raw", known: ["base64"], shape: "a text or {base64: …}")

    static let interim = KeyTable(
        .interim,
        owner: "an interim response", known: ["status", "headers"],
        shape: "a map like {status: 103, headers: {Link: …}}")

    static let dribble = KeyTable(
        .dribble,
        owner: "dribble", known: ["chunk", "every"], shape: "a map like {chunk: 16B, every: 50ms}")

    static let delay = KeyTable(.delay, owner: "a delay", known: ["headers", "body", "uniform", "lognormal"])

    static let delayPart = KeyTable(
        .delayPart,
        owner: "a delay", known: ["uniform", "lognormal"], shape: "a duration like 200ms or a map like {uniform: …}")

    static let uniform = KeyTable(
        .uniform, owner: "uniform", known: ["from", "to"], shape: "a map like {from: 10ms, to: 90ms}")

    static let lognormal = KeyTable(
        .lognormal,
        owner: "lognormal", known: ["median", "sigma"], shape: "a map like {median: 80ms, sigma: 0.4}")

    static let fault = KeyTable(.fault, owner: "a fault", known: ["kind", "at", "after_bytes"])

    static let h2 = KeyTable(
        .h2, owner: "h2", known: ["rst_stream", "goaway", "settings"], shape: "a map like {rst_stream: CANCEL}")

    static let resetStream = KeyTable(
        .resetStream,
        owner: "rst_stream", known: ["code", "at", "after_bytes"], shape: "an error code like CANCEL or a map")

    static let goaway = KeyTable(
        .goaway,
        owner: "goaway", known: ["code", "last_stream", "graceful", "at"],
        shape: "an error code like NO_ERROR or a map")

    static let settings = KeyTable(
        .settings,
        owner: "settings", known: HTTP2Setting.Name.allCases.map(\.text),
        shape: "a map like {max_concurrent_streams: 1}")

    /// The keys of `times` and of other counts with a range.
    static func counts(_ owner: String) -> KeyTable { KeyTable(.times, owner: owner, known: ["at_least", "at_most"]) }

    static let capture = KeyTable(
        .capture, owner: "a capture", known: captureSources + ["matches"],
        shape: "a map like {json: $.id} or {header: Location}")

    static let captureSources = ["path", "header", "query", "cookie", "form", "json", "text", "method", "host"]

    static let expectation = KeyTable(
        .expectation,
        owner: "an item of expect",
        known: ["request", "times", "never", "step", "before", "connections", "max_in_flight"])

    static let hold = KeyTable(
        .hold,
        owner: "a hold", known: ["until", "release", "timeout"], shape: "a map like {until: {arrivals: 3}}")

    static let holdCondition = KeyTable(
        .holdCondition,
        owner: "until", known: ["arrivals", "each", "step", "taken", "quiet"],
        shape: "a map like {arrivals: 3} or {step: refresh}")

    static let interval = KeyTable(
        .interval,
        owner: "an interval", known: Comparison.allCases.map(\.rawValue), shape: "a map like {gte: 1s}")
}

/// The entries of a map of the format, by key.
struct KeyedEntries {
    let node: Node
    /// The entries with a known key, in order.
    let entries: [Node.Entry]

    /// Whether every key of the map is known, so that none is missing because of a slip.
    var isComplete: Bool { entries.count == node.entries?.count }

    subscript(key: String) -> Node? {
        index(of: key).map { entries[$0].value }
    }

    func entry(_ key: String) -> Node.Entry? {
        index(of: key).map { entries[$0] }
    }

    private func index(of key: String) -> Int? {
        entries.indices.first { entries[$0].isNamed(key) }
    }
}

extension LoadingContext {
    /// The entries of a map whose keys `table` knows; any other key is reported. Nil if the node is not a map.
    func entries(of node: Node, _ table: KeyTable) -> KeyedEntries? {
        guard let entries = node.entries else {
            reportNoMap(node, table)
            return nil
        }
        if entries.allSatisfy({ entry in table.known.contains(where: entry.isNamed) }) {
            return KeyedEntries(node: node, entries: entries)
        }
        let known = entries.filter { entry in
            if table.known.contains(entry.name) || table.misplaced.contains(entry.name) { return true }
            error(
                "unknown key \"\(entry.name)\" in \(table.owner)"
                    + table.hint(for: entry, among: entries).replacing("in the step", with: "in \(ruleInWords)"),
                at: entry.position)
            return false
        }
        return KeyedEntries(node: node, entries: known)
    }

    /// Reports a value that is not the map that a table describes.
    func reportNoMap(_ node: Node, _ table: KeyTable) {
        if node.isMissingItem {
            return error("this item is empty: write \(table.example), or leave the - out", at: node.position)
        }
        let advice = ForeignShapes.inPlaceOfMap(node, table)
        let example =
            table.isOfItem
            ? "; write {\(table.example)}, or leave it out"
            : table.shape == "a map" ? "; \(Nearest.keys(table.known))" : ""
        error(
            "\(table.owner) is \(table.shape), not \(node.summary)\(advice.isEmpty ? example : advice)",
            at: node.position)
    }
}

extension KeyTable {
    /// Whether each such map is an item of a list, which may be left out.
    fileprivate var isOfItem: Bool { [.step, .stub, .expectation].contains(name) }

    /// Such a map, or what can stand in its place.
    fileprivate var example: String {
        switch name {
        case .step, .stub, .expectation: return "request: GET /me"
        case .requestMatcher: return "GET /me"
        case .response: return "200"
        default:
            let like = shape.firstRange(of: " like ").map { String(shape[$0.upperBound...]) }
            return like ?? "a map"
        }
    }

    /// The word by which `mockserver reference` knows the map.
    private var reference: String { name.rawValue }

    /// The advice to write a key in the map that has it: beside this one, or in it.
    private func owner(of key: String) -> String? {
        let tables: [KeyTable] = [.step, .stub, .requestMatcher, .response, .scenario, .expectation]
        guard tables.contains(where: { $0.name == name }) || [.defaults, .unmatched, .parallel].contains(name),
            let table = tables.first(where: { $0.known.contains(key) })
        else { return nil }
        return "; it belongs in \(table.owner)"
    }

    /// What may have been meant by a key that is not known.
    fileprivate func hint(for entry: Node.Entry, among entries: [Node.Entry]) -> String {
        if let slip = Slips.inKey(entry, keys: known) { return slip }
        if let spelled = known.first(where: { ForeignWords.areOne($0, entry.name) }) {
            return "; did you mean \"\(spelled)\"?"
        }
        if let advice = ForeignWords.advice(for: entry, in: self, among: entries) { return "; \(advice)" }
        if let advice = ForeignWords.advice(for: entry.name, in: name) { return "; \(advice)" }
        if name == .step || name == .stub, let item = ForeignShapes.inPlaceOfItem(entry) { return "; \(item)" }
        let nearest = Nearest.hint(for: entry.name, among: known)
        if !nearest.isEmpty { return nearest }
        // A few keys are quickly read.
        return ForeignWords.adviceForAny(entry.name, in: name) ?? owner(of: entry.name)
            ?? ForeignShapes.inPlaceOfBody(entry, among: entries, in: self)
            ?? (known.count <= 10 ? Nearest.all(known) : "; mockserver reference \(reference) lists the keys")
    }
}
