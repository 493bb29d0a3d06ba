import Scenarios

/// The keys that a map of the format may have. `Scenarios/FORMAT.md` has a section for each, which names them.
struct KeyTable {
    let name: Name
    /// The name of the map in messages, as in `a step`.
    let owner: String
    let known: [String]
    /// Keys that belong to another map and are read, so that the message says to which.
    var misplaced: [String] = []
    /// The values allowed in this position, for messages.
    var shape = "a map"

    private init(_ name: Name, owner: String, misplaced: [String] = [], shape: String = "a map") {
        self.name = name
        self.owner = owner
        known = name.keys
        self.misplaced = misplaced
        self.shape = shape
    }

    static let scenario = KeyTable(.scenario, owner: "a scenario")
    static let crossOrigin = KeyTable(
        .crossOrigin, owner: "cors", shape: "true, false or a map like \(crossOriginExample)")
    static let crossOriginExample = "{origins: [http://localhost:3000]}"
    static let included = KeyTable(.included, owner: "an included file")
    static let defaults = KeyTable(.defaults, owner: "defaults")
    static let step = KeyTable(.step, owner: "a step", misplaced: ["never"])
    static let stub = KeyTable(.stub, owner: "a stub", misplaced: ["after"])
    static let parallel = KeyTable(.parallel, owner: "a parallel block")
    static let requestMatcher = KeyTable(.requestMatcher, owner: "a request", shape: "a text like GET /me or a map")

    /// The keys of a request that are about its body.
    static let bodyConditions: Set<String> = [
        "form", "form_exact", "json", "json_exact", "json_path", "json_schema", "text", "base64", "file", "body",
        "multipart", "multipart_exact", "graphql",
    ]

    static let part = KeyTable(.part, owner: "a part", shape: "a map like {name: title}")
    static let basic = KeyTable(.basic, owner: "basic", shape: "a map like {user: alice, password: secret}")
    static let body = KeyTable(.body, owner: "body", shape: "a map like {length: {lte: 5MiB}}")
    static let graphQL = KeyTable(.graphQL, owner: "graphql", shape: "a map like {operation: Hero}")
    static let connection = KeyTable(.connection, owner: "connection", shape: "new or a map like {same_as: login}")
    static let tls = KeyTable(.tls, owner: "tls", shape: "a map like {sni: example.com}")
    static let clientCertificate = KeyTable(
        .clientCertificate, owner: "client_certificate", shape: "a map like {subject: CN=alice}")
    static let schemaFile = KeyTable(.schemaFile, owner: "json_schema")
    static let response = KeyTable(.response, owner: "a response", shape: "a status or a map")
    static let unmatched = KeyTable(.unmatched, owner: "unmatched", shape: "a status or a map")
    static let headerValue = KeyTable(.headerValue, owner: "a header")
    static let chunk = KeyTable(.chunk, owner: "a chunk", shape: "a map like {text: hello, delay: 50ms}")
    static let event = KeyTable(.event, owner: "an event", shape: "a map like {event: added, data: hello}")
    static let raw = KeyTable(.raw, owner: "raw", shape: "a text or {base64: …}")
    static let interim = KeyTable(
        .interim, owner: "an interim response", shape: "a map like {status: 103, headers: {Link: …}}")
    static let dribble = KeyTable(.dribble, owner: "dribble", shape: "a map like {chunk: 16B, every: 50ms}")
    static let delay = KeyTable(.delay, owner: "a delay")
    static let delayPart = KeyTable(
        .delayPart, owner: "a delay", shape: "a duration like 200ms or a map like {uniform: …}")
    static let uniform = KeyTable(.uniform, owner: "uniform", shape: "a map like {from: 10ms, to: 90ms}")
    static let lognormal = KeyTable(.lognormal, owner: "lognormal", shape: "a map like {median: 80ms, sigma: 0.4}")
    static let fault = KeyTable(.fault, owner: "a fault")
    static let h2 = KeyTable(.h2, owner: "h2", shape: "a map like {rst_stream: CANCEL}")
    static let resetStream = KeyTable(.resetStream, owner: "rst_stream", shape: "an error code like CANCEL or a map")
    static let goaway = KeyTable(.goaway, owner: "goaway", shape: "an error code like NO_ERROR or a map")
    static let settings = KeyTable(.settings, owner: "settings", shape: "a map like {max_concurrent_streams: 1}")

    /// The keys of `times` and of other counts with a range.
    static func counts(_ owner: String) -> KeyTable { KeyTable(.times, owner: owner) }

    static let capture = KeyTable(.capture, owner: "a capture", shape: "a map like {json: $.id} or {header: Location}")
    static let captureSources = capture.known.filter { $0 != "matches" }
    static let expectation = KeyTable(.expectation, owner: "an item of expect")
    static let hold = KeyTable(.hold, owner: "a hold", shape: "a map like {until: {arrivals: 3}}")
    static let holdCondition = KeyTable(
        .holdCondition, owner: "until", shape: "a map like {arrivals: 3} or {step: refresh}")
    static let interval = KeyTable(.interval, owner: "an interval", shape: "a map like {gte: 1s}")
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
        let advice = ShapeAdvice.inPlaceOfMap(node, table)
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
        if let slip = SpacingMistakes.inKey(entry, keys: known) { return slip }
        if let spelled = known.first(where: { ForeignWords.areOne($0, entry.name) }) {
            return "; did you mean \"\(spelled)\"?"
        }
        if let advice = ForeignWords.advice(for: entry, in: self, among: entries) { return "; \(advice)" }
        if let advice = ForeignWords.advice(for: entry.name, in: name) { return "; \(advice)" }
        if name == .step || name == .stub, let item = ShapeAdvice.inPlaceOfItem(entry) { return "; \(item)" }
        let nearest = Nearest.hint(for: entry.name, among: known)
        if !nearest.isEmpty { return nearest }
        // A few keys are quickly read.
        return ForeignWords.adviceForAny(entry.name, in: name) ?? owner(of: entry.name)
            ?? ShapeAdvice.inPlaceOfBody(entry, among: entries, in: self)
            ?? (known.count <= 10 ? Nearest.all(known) : "; mockserver reference \(reference) lists the keys")
    }
}
