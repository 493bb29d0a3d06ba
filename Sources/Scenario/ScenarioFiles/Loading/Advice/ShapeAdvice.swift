import Scenarios
import TextCoding

/// Values of another kind than the format has in their place, with what to write instead: `capture: {id: $.id}`.
enum ShapeAdvice {
    /// The end of a message about a value that is not the map that a table describes.
    static func inPlaceOfMap(_ node: Node, _ table: KeyTable) -> String {
        if table.name == .body, node.isNull || node.text?.isEmpty == true { return "; write {empty: true}" }
        if let text = node.text, let meant = texts[table.name]?(text) { return "; \(meant)" }
        if let items = node.items, let meant = lists[table.name]?(items) { return "; \(meant)" }
        return SpacingMistakes.inPlaceOfMap(node, keys: table.known)
    }

    private static let texts: [KeyTable.Name: @Sendable (String) -> String?] = [
        .step: request, .stub: request, .h2: { "write {rst_stream: \($0.asFlowScalar)}" },
        .chunk: only("text"), .event: only("data"), .part: only("name"), .clientCertificate: only("subject"),
        .graphQL: { text in only(text.contains("{") ? "query" : "operation")(text) },
        .holdCondition: { text in only(Int(text) == nil ? "step" : "arrivals")(text) },
        .interval: { text in (try? DurationReader.read(text)) == nil ? nil : "write {gte: \(text)}" },
        .crossOrigin: { text in
            if text == "*" { return "write true" }
            return WebOrigin(text) == nil ? nil : "write {origins: [\(text.asFlowScalar)]}"
        },
        .tls: { text in
            let isWanted = ["true", "yes", "on"].contains(text.lowercased())
            return isWanted
                ? "no condition says that TLS was used; write {sni: example.com}, or leave tls out"
                : "write {sni: \(text.asFlowScalar)}, or leave tls out"
        },
        .expectation: { text in (try? ShortForm(text.scalars)) == nil ? nil : "write {request: \(text), times: 1}" },
        .basic: { text in
            guard let (user, password) = text.cut(at: ":"), !user.isEmpty else {
                return text.contains(":") ? nil : "write {user: \(text.asFlowScalar), password: …}"
            }
            return "write {user: \(user.asFlowScalar), password: \(password.asFlowScalar)}"
        },
        .body: { "write text: \($0.asFlowScalar) in place of body" },
        .hold: { text in
            if Int(text) != nil { return "write {until: {arrivals: \(text)}}" }
            if ["true", "yes", "on"].contains(text.lowercased()) {
                return "write {until: {arrivals: 3}} or {until: {step: refresh}}"
            }
            if ["false", "no", "off"].contains(text.lowercased()) { return "leave hold out" }
            return (try? DurationReader.read(text)) == nil
                ? nil : "a pause is delay: write response: {delay: \(text)} in place of hold"
        },
        .capture: { text in
            if text.hasPrefix("$") { return "write {json: \(text.asFlowScalar)}" }
            if text.hasPrefix("response") || text.contains("{{response") { return ForeignWords.ofRequestAlone }
            if text.contains("{{") { return "write set in place of capture for what a template makes" }
            return text.isName ? "write {json: $.\(text)}, {query: \(text)} or {header: \(text)}" : nil
        },
    ]

    /// What to write for a text that is the value of a map's key.
    private static func only(_ key: String) -> @Sendable (String) -> String? {
        // A colon may be one without the space after it.
        { text in text.contains(":") ? nil : "write {\(key): \(text.asFlowScalar)}" }
    }

    /// What to write for a list of one text, where the text itself can stand.
    private static let onlyText: @Sendable ([Node]) -> String? = { items in
        items.count == 1 ? items[0].text.map { "write \($0.asFlowScalar)" } : nil
    }

    private static let lists: [KeyTable.Name: @Sendable ([Node]) -> String?] = [
        .connection: onlyText, .resetStream: onlyText, .goaway: onlyText, .raw: onlyText,
        .crossOrigin: { items in
            let origins = items.compactMap(\.text)
            guard !items.isEmpty, origins.count == items.count else { return nil }
            return "write {origins: [\(origins.map(\.asFlowScalar).joined(separator: ", "))]}"
        },
        .body: { _ in "write json: […] in place of body" },
        .response: { items in
            statusAndBody(items).map { "for a status and a body write \($0)" } ?? severalResponses(items)
        },
        .requestMatcher: { items in
            let words = items.compactMap(\.text)
            if items.count == 1, let only = words.first, request(only) != nil { return "write \(only)" }
            if words.count == 2, items.count == 2, LoadingContext.isKnownMethod(words[0].uppercased()) {
                return "write \(words[0].uppercased()) \(words[1])"
            }
            let maps = items.compactMap(\.entries)
            let names = maps.flatMap { $0.map(\.name) }
            guard maps.count == items.count, !names.isEmpty else { return nil }
            guard Set(names).count == names.count else {
                return "for conditions that all must hold write {all_of: […]}"
            }
            return "write its keys together in one map: {\(names.map { "\($0): …" }.joined(separator: ", "))}"
        },
    ]

    /// The end of a message about responses that are sent one after the other.
    static func severalResponses(_ items: [Node]) -> String {
        let shown = items.compactMap(\.text)
        let isShort = shown.count == items.count && !items.isEmpty
        return "to send several in turn write responses: [\(isShort ? shown.joined(separator: ", ") : "…")]"
    }

    /// The statuses in `[200, 404]` and in `200, 404`; nil for another value.
    static func statuses(_ node: Node) -> [String]? {
        guard node.items != nil || node.text?.utf8.contains(UInt8(ascii: ",")) == true else { return nil }
        let texts = node.items?.compactMap(\.text) ?? node.text?.split(separator: ",").map { String($0).trimmed } ?? []
        return texts.count > 1 && texts.allSatisfy(isStatus) ? texts : nil
    }

    /// What to write for a response that is sent several times: it stands in the list as often.
    static func repeatedResponse(_ entry: Node.Entry, among entries: [Node.Entry]) -> String? {
        let status = entries.first { $0.isNamed("status") }?.value.plainText
        guard let count = entry.value.plainText.flatMap({ Int($0) }), (2...5).contains(count) else { return nil }
        let response = status.flatMap { isStatus($0) ? $0 : nil } ?? "{…}"
        let list = [String](repeating: response, count: count).joined(separator: ", ")
        let often = count == 2 ? "twice" : "\(numbers[count]) times"
        return
            "it belongs in the step, beside response; to send this response \(often), list it \(often): responses: [\(list)]"
    }

    /// What to write for a key that only holds an anchor: `common: &common`; nil for another key.
    static func anchorHolder(_ entry: Node.Entry) -> String? {
        let position = entry.position
        guard !position.file.isSwift, entry.name.isToken else { return nil }
        let line = String(decoding: position.file.lineBytes(position.line), as: UTF8.self)
        guard let behind = line.firstRange(of: "\(entry.name):"),
            line[behind.upperBound...].drop(while: { $0 == " " }).hasPrefix("&")
        else { return nil }
        return "a key that only holds an anchor begins with x-: write x-\(entry.name)"
    }

    /// What to write for a header beside the keys of a message: `location: /login`; nil for another key.
    ///
    /// - Parameter names: the headers that are known, by their names in small letters without hyphens.
    static func header(_ entry: Node.Entry, of names: [String: String]) -> String? {
        let word = entry.name.lowercased()
        let own = word.hasPrefix("x-") && word.isToken ? entry.name : nil
        guard let name = own ?? names[word.filter { $0 != "-" && $0 != "_" }] else { return nil }
        return "it is a header: write headers: {\(name): \(entry.value.text?.asFlowScalar ?? "…")}"
    }

    /// The end of a message about a value that is not the list of expectations.
    static func inPlaceOfExpectations(_ node: Node) -> String {
        let example = "{request: GET /me, times: 1}"
        guard let entry = node.entries?.first, !KeyTable.expectation.known.contains(entry.name) else {
            return inPlaceOfList(node, like: example)
        }
        let times = entry.value.plainText.flatMap { Int($0) }.map(String.init) ?? "1"
        let request = request(entry.name) == nil ? "GET /me" : entry.name.asFlowScalar
        return ": write [{request: \(request), times: \(times)}]"
    }

    /// What to write in `when` in place of a name that is no variable's: a part of the request, or what templates have.
    static func inPlaceOfVariable(_ entry: Node.Entry) -> String? {
        let name = entry.name
        if name == "count" {
            return "requests are counted by the step: write responses: [200, 200, 503], or times: 2 and another step"
        }
        var parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if parts.count > 1, parts[0] == "request" || parts[0] == "req" { parts.removeFirst() }
        guard let part = parts.first, KeyTable.requestMatcher.known.contains(part) else {
            return VariableTable.builtIn.contains(name) ? "write the name of one of vars, capture or set" : nil
        }
        let rest = parts.dropFirst().joined(separator: ".")
        let key = rest.isEmpty || part != "json" ? part : "json_path"
        let wanted = entry.value.text?.asFlowScalar ?? "…"
        let value = rest.isEmpty ? wanted : "{\(part == "json" ? "$." : "")\(rest): \(wanted)}"
        return "what a request has stands under request: write request: {\(key): \(value)}"
    }

    /// The random delay that is meant by `100ms-300ms` or `random(1s, 2s)`; nil for another text.
    static func uniformDelay(meantBy text: String) -> String? {
        var rest = text[...]
        if let open = rest.firstIndex(of: "("), rest.last == ")" {
            guard ["random", "uniform", "between", "rand"].contains(rest[..<open].lowercased()) else { return nil }
            rest = rest[rest.index(after: open)...].dropLast()
        }
        for mark in ["...", "..", "-", "–", " to ", ","] {
            guard let range = rest.firstRange(of: mark) else { continue }
            var (from, to) = (String(rest[..<range.lowerBound]).trimmed, String(rest[range.upperBound...]).trimmed)
            let unit = String(to.drop { $0.isNumber || $0 == "." })
            if from.allSatisfy({ $0.isNumber || $0 == "." }) { from += unit.isEmpty ? "ms" : unit }
            if unit.isEmpty { to += "ms" }
            guard let lower = try? DurationReader.read(from), let upper = try? DurationReader.read(to), lower <= upper
            else { return nil }
            return "{uniform: {from: \(from), to: \(to)}}"
        }
        return nil
    }

    private static let unmatchedWords = [String: String](byWord: [
        "write {status: 404, allow: true}": "ignore allow bypass pass warn none",
        "leave it out, since such a request fails the run already": "error fail reject",
    ])

    /// What to write for a word in place of the response to a request that nothing takes; nil for another text.
    static func unmatched(meantBy word: String) -> String? { unmatchedWords[word.lowercased()] }

    /// The response that is meant by a status, a body and perhaps headers in a list, as nock has them; nil for another list.
    static func statusAndBody(_ items: [Node]) -> String? {
        guard (1...3).contains(items.count), let status = items[0].plainText, isStatus(status) else { return nil }
        guard items.count > 1 else { return status }
        if let text = items[1].plainText, isStatus(text) { return nil }
        let body = items[1].text.map { "text: \($0.asFlowScalar)" } ?? "json: …"
        return "{status: \(status), \(body)\(items.count > 2 ? ", headers: …" : "")}"
    }

    /// What to write in place of a response that is its body, so that it has no key of a response; nil for another one.
    static func inPlaceOfBody(_ entry: Node.Entry, among entries: [Node.Entry], in table: KeyTable) -> String? {
        guard table.name == .response, !entries.contains(where: { table.known.contains($0.name) }) else { return nil }
        return "; for a body of JSON write json: {\(entry.name.asFlowScalar): …}"
    }

    /// What to write where a step says which response the client expects, as tools that send requests do; nil for another
    /// `expect`.
    static func expectedResponse(_ entry: Node.Entry, among entries: [Node.Entry]) -> String? {
        let isStatusKey = { (entry: Node.Entry) in ForeignWords.meansStatus(entry.name) }
        guard let status = entry.value.entries?.first(where: isStatusKey) else { return nil }
        let start = "the response is the server's own, and nothing is expected of it"
        if entries.contains(where: { $0.isNamed("response") || $0.isNamed("responses") }) {
            return "\(start); leave \(entry.name) out"
        }
        let isPlain = status.value.plainText.map(isStatus) ?? false
        return "\(start): write response: \(isPlain ? status.value.text ?? "200" : "200")"
    }

    /// What to write for a key in `raw`, which has no keys for text; nil for a key that is not known.
    static func inPlaceOfRaw(_ key: String, _ value: String?) -> String? {
        switch key {
        case "text", "body", "data", "content", "value", "string":
            "raw is the text itself: write raw: \((value ?? "hello").asFlowScalar)"
        case "status", "statuscode", "headers", "json", "reason", "file":
            "raw is all that is sent, the status line too: write raw: \"HTTP/1.1 200 OK\\r\\n\\r\\nhello\""
        default: nil
        }
    }

    /// What to write in a step where a stub would have `head: from_get`.
    static func inPlaceOfHead(among entries: [Node.Entry]) -> String {
        let start = "it goes with a stub"
        guard let text = entries.first(where: { $0.isNamed("request") })?.value.text,
            let form = try? ShortForm(text.scalars)
        else { return "\(start); to take HEAD in a step, write method: [GET, HEAD] in its request, or leave it out" }
        switch form.method {
        case "GET":
            let target = text.dropFirst("GET ".count)
            return
                "\(start); to take HEAD in a step, write request: \(ShortForm.map(["GET", "HEAD"], target)), or leave it out"
        case nil: return "\(start), and a request without a method takes HEAD already; leave it out"
        default: return "\(start) for GET; leave it out"
        }
    }

    /// What to write for a key that other tools have for the request: `get: /a`, `url: /a`; nil for another key or value.
    static func inPlaceOfRequest(_ entry: Node.Entry, _ word: String, among entries: [Node.Entry]) -> String? {
        let methods: [String: String] = [
            "get": "GET ", "head": "HEAD ", "post": "POST ", "put": "PUT ", "patch": "PATCH ", "delete": "DELETE ",
            "options": "OPTIONS ", "all": "",
        ]
        let isURL = ["url", "uri", "endpoint", "route"].contains(word)
        guard let text = entry.value.text, let method = methods[word] ?? (isURL ? "GET " : nil),
            text.hasPrefix("/") || text.contains("://")
        else { return nil }
        let target = ShortForm.withoutOrigin(text)
        let meant = method + target
        guard (try? ShortForm(meant.scalars)) != nil else { return nil }
        guard let request = entries.first(where: { $0.isNamed("request") }) else {
            // A map of its own has the method of a URL.
            let others = ["method", "verb", "httpMethod"]
            let isPlain = !isURL || !entries.contains { others.contains($0.name) }
            return isPlain ? "write request: \(meant.asFlowScalar)" : nil
        }
        let written = request.value.text
        if written == meant || isURL && written?.split(separator: " ").last.map(String.init) == target {
            return "request says it already; leave \(entry.name) out"
        }
        return "there is a request already: leave \(entry.name) out, or write request: \(meant.asFlowScalar)"
    }

    /// A request where the step that has it should stand.
    private static func request(_ text: String) -> String? {
        (try? ShortForm(text.scalars)) == nil ? nil : "write request: \(text)"
    }

    /// The end of a message about a value that is not the list of maps that is wanted.
    ///
    /// - Parameter table: the keys of an item, if an item can have a name.
    static func inPlaceOfList(
        _ node: Node, of table: KeyTable? = nil, like example: String = "{request: GET /me, response: 200}"
    ) -> String {
        let slip = SpacingMistakes.inPlaceOfList(node)
        guard slip.isEmpty else { return slip }
        guard let entry = node.entries?.first else { return ": write [\(example)]" }
        let key = entry.name
        if let table, !table.known.contains(key) {
            if let item = inPlaceOfItem(entry) { return "; \(item)" }
            if entry.value.entries != nil {
                return "; an item has its name as id: write - id: \(key.asFlowScalar), and its keys below"
            }
        }
        return node.isInBrackets
            ? "; write it in brackets: [{\(key): …}]" : "; an item begins with - and a space: write - \(key): …"
    }

    /// The end of a message about a value that is not the list of responses that is wanted: one response, or a map of
    /// statuses, as a description of an API has it.
    static func inPlaceOfResponses(_ node: Node) -> String {
        if let text = node.text, Int(text) != nil { return ": write [\(text)]" }
        guard let entries = node.entries, let first = entries.first, isStatus(first.name) else {
            return node.entries?.isEmpty == false ? inPlaceOfList(node) : ": write [503, 200]"
        }
        let keys = first.value.entries?.map(\.name) ?? []
        let known = keys.filter(KeyTable.response.known.contains)
        // A description of an API has a schema or examples there.
        let others = (keys.isEmpty ? [] : known.isEmpty ? ["json"] : known).map { "\($0): …" }
        let response = others.isEmpty ? first.name : "{status: \(first.name), \(others.joined(separator: ", "))}"
        return ": write - \(response) and one such line for each in the order in which they are sent"
    }

    /// The methods in `GET,POST`, `GET|POST`, `GET/POST` and `GET or POST`; nil for another text.
    ///
    /// - Parameter areKnown: whether only methods that clients use count.
    static func methods(in text: String, areKnown: Bool = true) -> [String]? {
        let words = text.split { ",|/ ".contains($0) }.map(String.init).filter { !["or", "OR", "and"].contains($0) }
        let isMethod = { (word: String) in
            LoadingContext.isKnownMethod(word) || !areKnown && word.utf8.allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
        }
        return words.count > 1 && words.allSatisfy(isMethod) ? words : nil
    }

    /// The value of `matches` that is meant by a path like `~ ^/items` or `^/items/[0-9]+$`, as nginx and other tools have
    /// it; nil for another text. Where no `^` or `$` ends it, more may stand there.
    static func regularExpression(inPath text: String) -> String? {
        var reader = ScalarReader(text.scalars)
        let isMarked = reader.take("=~") || reader.take("~")
        let ignoresCase = isMarked && reader.take("*")
        // `~ada` is a part of a path.
        if isMarked, let next = reader.peek(), !" ^/(".unicodeScalars.contains(next) { return nil }
        reader.skipSpace()
        let isFromStart = reader.take("^")
        guard isMarked || isFromStart, !reader.isAtEnd else { return nil }
        var source = reader.take { _ in true }
        let isToEnd = source.hasSuffix("$")
        if isToEnd { source.removeLast() }
        return (ignoresCase ? "(?i)" : "") + (isFromStart ? "" : ".*") + source
            + (isToEnd || source.hasSuffix(".*") ? "" : ".*")
    }

    /// Whether a key is a status, as in `responses: {"200": …}`.
    static func isStatus(_ key: String) -> Bool {
        key.utf8.count == 3 && Int(key).map { (100...599).contains($0) } == true
    }

    /// A step or a stub for `GET /a: 200`, a request and its response as key and value; nil for another key.
    static func inPlaceOfItem(_ entry: Node.Entry) -> String? {
        guard request(entry.name) != nil else { return nil }
        let response = entry.value.text.map(\.asFlowScalar) ?? "{…}"
        return "request and response are keys: write - {request: \(entry.name.asFlowScalar), response: \(response)}"
    }

    // MARK: - Names and values

    /// A message about a value that is not the map of names and values that a key has.
    ///
    /// - Parameter areCompared: whether a request is compared with the values, so that a name alone can be wanted.
    static func inPlaceOfNames(_ node: Node, of key: String, areCompared: Bool = false) -> String {
        guard let pairs = pairs(node, of: key), !pairs.isEmpty else {
            if areCompared, let names = node.items?.compactMap(\.text), names.count == node.items?.count,
                !names.isEmpty,
                names.allSatisfy(\.isToken)
            {
                let map = names.map { "\($0.asFlowScalar): {present: true}" }.joined(separator: ", ")
                return "\(key) is a map of names and values, not a list: write {\(map)}"
            }
            if let meant = flag(node, of: key) {
                return "\(key) is a map of names and values, not \(node.summary): \(meant)"
            }
            return "\(key) is a map of names and values, not \(node.summary): write \(examples[key] ?? "{name: value}")"
        }
        let map = pairs.map { "\($0.asFlowScalar): \($1.asFlowScalar)" }.joined(separator: ", ")
        return "\(key) is a map of names and values, not \(node.summary): write \(key): {\(map)}"
    }

    /// What to write where `true` or `false` says whether a request has any of the names of a key; nil for another value.
    private static func flag(_ node: Node, of key: String) -> String? {
        guard let text = node.plainText?.lowercased(), let name = anyNames[key] else { return nil }
        switch text {
        case "true": return "leave it out to take any, or write {\(name): {present: true}}"
        case "false":
            let exact = key.hasSuffix("_exact") ? key : "\(key)_exact"
            return ["query_exact", "form_exact"].contains(exact)
                ? "write \(exact): {}" : "write {\(name): {absent: true}}"
        default: return nil
        }
    }

    private static let anyNames = [
        "query": "page", "query_exact": "page", "form": "name", "form_exact": "name", "cookies": "session",
        "headers": "Accept",
    ]

    /// The pair that is meant by a name without a value: `{Content-Type=application/json}`; nil for another entry.
    static func pairWithEquals(_ entry: Node.Entry) -> String? {
        guard entry.value.isMissing, let (name, value) = entry.name.cut(at: "="), name.isToken else { return nil }
        return "a colon and a space stand between a name and its value: write \(name): \(value.asFlowScalar)"
    }

    private static let examples = [
        "query": "{page: 1}", "query_exact": "{page: 1}", "form": "{name: alice}", "form_exact": "{name: alice}",
        "cookies": "{session: abc}", "headers": "{Accept: application/json}", "trailers": "{Checksum: abc}",
        "vars": "{token: abc}", "set": "{cart: full}", "capture": "{id: {path: id}}", "when": "{cart: full}",
    ]

    /// The names and values in a text like `page=1&q=a` or `X-Id: 7`, or in a list of such texts or of maps; nil if it is
    /// not one, or if its values are encoded.
    private static func pairs(_ node: Node, of key: String) -> [(String, String)]? {
        if let items = node.items {
            let parts = items.map { item -> [(String, String)]? in
                guard let entries = item.entries else { return pairs(item, of: key) }
                // Postman and HAR have the name and the value as members.
                if let name = entries.first(where: { ["name", "key"].contains($0.name) })?.value.text,
                    let value = entries.first(where: { $0.isNamed("value") })?.value.text, name.isToken
                {
                    return [(name, value)]
                }
                let pairs = entries.compactMap { entry in entry.value.text.map { (entry.name, $0) } }
                return pairs.count == entries.count ? pairs : nil
            }
            return parts.contains { $0 == nil } ? nil : parts.flatMap { $0 ?? [] }
        }
        guard let text = node.text, !text.contains("{{") else { return nil }
        if key == "headers" || key == "trailers" {
            guard let (name, value) = text.cut(at: ":") ?? text.cut(at: "="), name.isToken else { return nil }
            return [(name, value)]
        }
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return nil }
        let parts = text.split { $0 == "&" || $0 == ";" }.map { String($0).cut(at: "=") }
        return parts.contains { $0?.0.isToken != true } ? nil : parts.compactMap { $0 }
    }

    // MARK: - Scalars

    /// How the value is written that is meant by a list where one value is wanted: its only item, or alternatives. Hoverfly
    /// has a list of matchers, each with its kind and a value.
    static func value(meantBy items: [Node]) -> String {
        let values = items.compactMap { item -> String? in
            if let text = item.text { return text.asFlowScalar }
            guard let value = item.entries?.first(where: { $0.name == "value" })?.value.text else { return nil }
            switch item.entries?.first(where: { $0.name == "matcher" })?.value.text {
            case "exact": return value.asFlowScalar
            case "regex": return "{matches: \(value.asFlowScalar)}"
            default: return nil
            }
        }
        if values.count == 1, items.count == 1 { return values[0] }
        let isPlain = !values.isEmpty && items.allSatisfy { $0.text != nil }
        return isPlain ? "{one_of: [\(values.joined(separator: ", "))]}" : "one of them, or {any_of: […]}"
    }

    /// `true` or `false`, if that can be told.
    static func flag(meantBy node: Node) -> String {
        switch node.text?.lowercased() {
        case "yes", "y", "on", "1", "true", "always": "true"
        case "no", "n", "off", "0", "false", "never": "false"
        default: "one of them"
        }
    }

    private static let numbers = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ]

    /// The whole number of at least `minimum` that is meant by a text: by its word, or the two beside a fraction.
    static func number(meantBy text: String, minimum: Int) -> String {
        if let number = numbers.firstIndex(of: text.lowercased()), number >= minimum { return "\(number)" }
        if let whole = text.split(separator: ".").first.flatMap({ Int($0) }), text.contains("."), whole >= minimum {
            return "\(whole) or \(whole + 1)"
        }
        return text.hasPrefix("-") || text == "0" ? "\(minimum)" : "\(max(minimum, 2)), or another such number"
    }

    private static let statuses: [String: Int] = [
        "ok": 200, "success": 200, "created": 201, "accepted": 202, "nocontent": 204, "movedpermanently": 301,
        "found": 302, "redirect": 302, "notmodified": 304, "badrequest": 400, "unauthorized": 401, "forbidden": 403,
        "notfound": 404, "methodnotallowed": 405, "conflict": 409, "gone": 410, "unprocessableentity": 422,
        "toomanyrequests": 429, "internalservererror": 500, "servererror": 500, "error": 500, "notimplemented": 501,
        "badgateway": 502, "serviceunavailable": 503, "unavailable": 503, "gatewaytimeout": 504,
    ]

    /// The status that is meant by words: `not_found`, `404 Not Found`, `2xx`.
    static func status(meantBy text: String) -> String {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        if digits.count == 3, isStatus(String(digits)), digits != "100", text.dropFirst(3).hasPrefix(" ") {
            return String(digits)
        }
        let letters = text.lowercased().filter { $0.isLetter }
        if let status = statuses[letters], digits.isEmpty { return "\(status)" }
        if digits.count == 1, text.count == 3, let first = digits.first, "2345".contains(first) { return "\(first)00" }
        return "200 or '{{name}}'"
    }

    // MARK: - Counts

    /// The count that is meant by a word or by a range in one text, such as `once` and `1-3`; nil if that can't be told.
    static func count(meantBy text: String) -> CountRange? {
        counts[text.lowercased()] ?? range(meantBy: text) ?? repeated(text)
    }

    private static let anyNumber = CountRange(lower: 1, upper: nil)
    private static let counts: [String: CountRange] = [
        "once": .once, "twice": CountRange(lower: 2, upper: 2), "thrice": CountRange(lower: 3, upper: 3),
        "optional": CountRange(lower: 0, upper: 1), "any": anyNumber, "many": anyNumber, "always": anyNumber,
        "unlimited": anyNumber, "forever": anyNumber, "*": anyNumber, "-1": anyNumber, "infinite": anyNumber,
        "infinity": anyNumber, ".inf": anyNumber,
    ]

    /// The range in `1-3`, `1..3`, `2+`, `>=2` or `<5`.
    private static func range(meantBy text: String) -> CountRange? {
        var reader = ScalarReader(text.scalars)
        if let (_, offset) = [(">=", 0), (">", 1)].first(where: { reader.take($0.0) }) {
            return number(&reader).flatMap { reader.isAtEnd ? CountRange(lower: $0 + offset, upper: nil) : nil }
        }
        if let (_, offset) = [("<=", 0), ("<", -1)].first(where: { reader.take($0.0) }) {
            guard let number = number(&reader), reader.isAtEnd, number + offset > 0 else { return nil }
            return CountRange(lower: 0, upper: number + offset)
        }
        guard let first = number(&reader) else { return nil }
        guard ["...", "..", "-", "–", "to", "+"].contains(where: { reader.take($0) }) else { return nil }
        if reader.isAtEnd { return CountRange(lower: first, upper: nil) }
        guard let last = number(&reader), reader.isAtEnd, max(first, last) > 0 else { return nil }
        return CountRange(lower: min(first, last), upper: max(first, last))
    }

    /// The count in `3x` and `3 times`.
    private static func repeated(_ text: String) -> CountRange? {
        var reader = ScalarReader(text.scalars)
        guard let count = number(&reader), count > 0, reader.take("x") || reader.take("times"), reader.isAtEnd else {
            return nil
        }
        return CountRange(lower: count, upper: count)
    }

    /// The number at the cursor, which moves behind it and the spaces around it.
    private static func number(_ reader: inout ScalarReader) -> Int? {
        reader.skipSpace()
        defer { reader.skipSpace() }
        return Int(reader.take(while: \.isASCIIDigit)).flatMap { $0 < Int.max ? $0 : nil }
    }
}

extension Node {
    /// Whether a map or a list is written in brackets.
    fileprivate var isInBrackets: Bool {
        let (file, position) = (position.file, position)
        guard !file.isSwift else { return false }
        let offset = file.offset(line: position.line, column: position.column)
        return offset < file.bytes.count
            && (file.bytes[offset] == UInt8(ascii: "{") || file.bytes[offset] == UInt8(ascii: "["))
    }
}

extension String {
    /// Whether this can stand in YAML as it is, being base64.
    var isBase64Scalar: Bool {
        !isEmpty
            && utf8.allSatisfy {
                $0 >= 0x30 && $0 <= 0x39 || $0 >= 0x41 && $0 <= 0x5A || $0 >= 0x61 && $0 <= 0x7A
                    || $0 == 0x2B || $0 == 0x2F || $0 == 0x3D
            } && !utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    }

    /// A name of letters, digits and `_` that is like this one.
    var asVariableName: String {
        let joined = String(String.UnicodeScalarView(unicodeScalars.map { $0.isNamePart ? $0 : "_" }))
        return joined.isName ? joined : joined.isEmpty ? "id" : "_\(joined)"
    }

    /// This as a scalar inside `{…}` of YAML: in single quotes unless it is plainly text or a number.
    var asFlowScalar: String {
        let isPlain =
            unicodeScalars.allSatisfy { $0.isMemberPart || "./$@".unicodeScalars.contains($0) || $0 == " " }
            && unicodeScalars.first.map { $0 != " " && $0 != "-" && $0 != "@" } == true && last != " "
            && !["null", "true", "false"].contains(lowercased())
        return isPlain
            ? self : "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
    }

    /// The parts before and behind the first such character, without the spaces around it.
    fileprivate func cut(at mark: Character) -> (String, String)? {
        guard let index = firstIndex(of: mark) else { return nil }
        return (String(self[..<index]).trimmed, String(self[self.index(after: index)...]).trimmed)
    }
}
