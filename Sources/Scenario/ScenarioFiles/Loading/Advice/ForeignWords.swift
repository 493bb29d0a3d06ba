import Scenarios
import TextCoding

/// Words that people bring from other tools, or write a level too high or too low, with what to write instead.
///
/// A misspelled key is suggested by `Nearest`; these words are spelled right, but mean nothing where they stand.
enum ForeignWords {
    /// The end of a message about an unknown key: what to write instead; nil for a word that nothing is known of.
    static func advice(for word: String, in table: KeyTable.Name) -> String? {
        let words: [String: String]? =
            switch table {
            case .scenario, .included: ofScenario
            case .step, .stub, .parallel: ofStep
            case .requestMatcher, .part: ofRequest
            case .response, .unmatched, .interim: ofResponse
            case .defaults: ofDefaults
            case .delayPart: ofOthers[.delay]
            case .clientCertificate: ofOthers[.tls]
            default: ofOthers[table]
            }
        let word = key(word)
        return (table == .stub ? ofStub[word] : nil) ?? words?[word]
    }

    /// The same for a key whose value or whose neighbours tell what is meant.
    static func advice(for entry: Node.Entry, in table: KeyTable, among entries: [Node.Entry]) -> String? {
        let value = entry.value.plainText
        switch (table.name, key(entry.name)) {
        case (.times, "remainingtimes"):
            guard let count = value.flatMap({ Int($0) }), count > 0 else { return nil }
            return "write \(table.owner): \(count)"
        case (.lognormal, "mean"), (.lognormal, "average"), (.lognormal, "mu"):
            let mean = key(entry.name) == "mu" ? "mu" : "the mean"
            let median = value.flatMap { (try? DurationReader.read($0)) == nil ? nil : $0 } ?? "80ms"
            return
                "lognormal takes the median, not \(mean): write median: \(median), the wait that half of the draws exceed"
        case (.times, "unlimited"): return value == "false" ? "leave \(entry.name): false out" : nil
        case (.step, "once"), (.stub, "once"), (.step, "persist"), (.stub, "persist"), (.response, "encodedbody"),
            (.response, "isbase64"):
            if value == "false" { return "leave \(entry.name): false out" }
            guard table.name == .response, let text = entries.first(where: { $0.isNamed("text") })?.value.text else {
                return nil
            }
            return "write base64: \(text.isBase64Scalar ? text : text.asFlowScalar) in place of text"
        case (.step, "expect"), (.stub, "expect"):
            return ShapeAdvice.expectedResponse(entry, among: entries)
        case (.step, "reply"), (.stub, "reply"), (.step, "respond"), (.stub, "respond"), (.step, "returns"),
            (.stub, "returns"), (.step, "return"), (.stub, "return"):
            return entry.value.items.flatMap(ShapeAdvice.statusAndBody).map { "write response: \($0)" }
        case (.step, "head") where value == "from_get": return ShapeAdvice.inPlaceOfHead(among: entries)
        case (.step, let word), (.stub, let word):
            return ShapeAdvice.inPlaceOfRequest(entry, word, among: entries)
        case (.raw, let word):
            return ShapeAdvice.inPlaceOfRaw(word, value)
        case (.scenario, "onunhandledrequest"), (.scenario, "fallback"), (.scenario, "notfound"):
            return value.flatMap(ShapeAdvice.unmatched).map { $0.replacing("write {", with: "write unmatched: {") }
        case (.scenario, _), (.included, _): return ShapeAdvice.anchorHolder(entry)
        case (.response, "times"): return ShapeAdvice.repeatedResponse(entry, among: entries)
        case (.response, "sequence"), (.response, "series"), (.response, "cycle"):
            return entry.value.items.flatMap(ShapeAdvice.severalResponses).map { "\($0) in the step, beside request" }
        case (.response, "type"), (.unmatched, "type"):
            return value.flatMap(mediaType).map { "write headers: {Content-Type: \($0)}" }
        case (.requestMatcher, "type"):
            return value.map { LoadingContext.isKnownMethod($0.uppercased()) } == true ? called("method") : nil
        case (.requestMatcher, "operation"):
            return "write graphql: {operation: \((entry.value.text ?? "Hero").asFlowScalar)}"
        case (.response, _), (.unmatched, _):
            return ShapeAdvice.isStatus(entry.name)
                ? "write {status: \(entry.name), json: …}, with what stands after the colon as json"
                : ShapeAdvice.header(entry, of: responseHeaders)
        case (.part, _) where KeyTable.requestMatcher.known.contains(entry.name):
            return "a part has none; write it in the request, beside multipart"
        case (.requestMatcher, let word):
            if LoadingContext.isKnownMethod(word.uppercased()), let path = entry.value.text, path.hasPrefix("/") {
                return "a request in one line is a text: write \(word.uppercased()) \(path)"
            }
            return ShapeAdvice.header(entry, of: requestHeaders)
        default: return nil
        }
    }

    /// Whether a key stands in the place of `request`: a word of other tools, a misspelling, or `GET /a: 200`.
    static func standsForRequest(_ entry: Node.Entry) -> Bool {
        [
            "httprequest", "match", "matcher", "on", "req", "url", "uri", "endpoint", "route", "get", "post", "put",
            "delete",
        ]
        .contains(key(entry.name)) || nearest(to: entry.name, among: ["request"]) != nil
            || ShapeAdvice.inPlaceOfItem(entry) != nil
    }

    /// What a file of another tool is, by the keys that it begins with; nil for one that may be a scenario.
    static func foreignFile(_ entries: [Node.Entry]) -> (what: String, position: Position, cure: String)? {
        guard !entries.contains(where: { ["mockserver", "steps", "stubs"].contains($0.name) }) else { return nil }
        if let entry = resource(among: entries) {
            return (
                "data of json-server", entry.position,
                "write a stub for each of its keys, like {request: GET /\(entry.name), "
                    + "response: {json: [{…}]}}"
            )
        }
        let names = Set(entries.map(\.name))
        for (keys, what) in foreignFiles where names.isSuperset(of: keys) {
            guard let entry = entries.first(where: { $0.name == keys[0] }) else { continue }
            return (what, entry.position, stubForEach)
        }
        return nil
    }

    static let stubForEach = "write a stub for each of its requests"

    /// The first resource of a file in which each key is the name of one, as json-server has them; nil for another file.
    private static func resource(among entries: [Node.Entry]) -> Node.Entry? {
        let areResources = entries.allSatisfy { entry in
            !entry.name.isEmpty && entry.name.unicodeScalars.allSatisfy(\.isMemberPart) && entry.value.scalar == nil
                && !KeyTable.scenario.known.contains(entry.name) && advice(for: entry.name, in: .scenario) == nil
                && nearest(to: entry.name, among: KeyTable.scenario.known) == nil
        }
        guard areResources else { return nil }
        return entries.first { entry in
            entry.value.items.map { !$0.isEmpty && $0.allSatisfy { $0.entries != nil } } == true
        }
    }

    private static let foreignFiles: [([String], String)] = [
        (["openapi"], "an OpenAPI description"), (["swagger"], "an OpenAPI description"),
        (["asyncapi"], "an AsyncAPI description"), (["info", "item"], "a Postman collection"),
        (["log"], "a HAR file"), (["data", "meta"], "a simulation of Hoverfly"), (["mappings"], "a file of WireMock"),
        (["imposters"], "a file of Mountebank"), (["endpointPrefix", "routes"], "an environment of Mockoon"),
        (["httpRequest"], expectationOfMockServer), (["http_interactions"], "a cassette of VCR"),
        (["interactions", "version"], "a cassette of VCR"), (["interactions"], "a contract of Pact"),
    ]

    /// The same for a list of maps.
    static func foreignFile(items: [Node]) -> (what: String, position: Position, cure: String)? {
        guard let first = items.first, let entries = first.entries, resource(among: entries) == nil,
            let foreign = foreignFile(entries)
        else {
            return nil
        }
        let what =
            foreign.what == expectationOfMockServer ? "a list of expectations of MockServer for Java" : foreign.what
        return (what, foreign.position, foreign.cure)
    }

    /// Whether a text begins like a program, as the handlers of msw do.
    static func isProgram(_ text: String) -> Bool {
        let words = text.split(maxSplits: 2) { $0 == " " || $0 == "\n" || $0 == "(" }
        guard let first = words.first, words.count > 1 else { return false }
        switch first {
        case "import": return text.contains(" from ") || "'\"".contains(words[1].first ?? " ")
        case "const", "let", "var": return text.contains("=")
        case "export": return ["const", "default", "function"].contains(words[1])
        case "module.exports": return words[1].hasPrefix("=")
        default: return false
        }
    }

    static let program =
        "this is JavaScript, not a scenario; \(stubForEach), below stubs: in a file that mockserver init writes"

    private static let expectationOfMockServer = "an expectation of MockServer for Java"

    /// The same for a map in which people write words of their own.
    static func adviceForAny(_ word: String, in table: KeyTable.Name) -> String? {
        table == .body ? "; for a member of JSON write json: {\(word.asFlowScalar): …} in place of body" : nil
    }

    /// What to write in place of a method that is none; nil for a word that nothing is known of.
    static func methodAdvice(for word: String) -> String? {
        if anyMethod.contains(word.lowercased()) { return "leave it out to take any" }
        return methods[word.lowercased()].map { "did you mean \($0)?" }
    }

    /// Whether the word stands for any method in other tools.
    static func isAnyMethod(_ word: String) -> Bool { anyMethod.contains(word.lowercased()) }

    /// What to write in place of a fault that is none; nil for a word that nothing is known of.
    static func faultMeant(by word: String) -> String? { faults[key(word)] }

    /// Whether a key means the status of a response in other tools, or here.
    static func meansStatus(_ word: String) -> Bool {
        ["status", "statuscode", "code", "httpstatus"].contains(key(word))
    }

    /// Whether two words differ only in how their parts are joined: `statusCode` and `status_code`.
    static func areOne(_ word: String, _ other: String) -> Bool { key(word) == key(other) }

    /// The operator that is meant by a word that is none; nil for a word that nothing is known of.
    static func operatorMeant(by word: String) -> String? { operators[key(word)] }

    /// The operator whose negation is meant by a word that is none; nil for another word.
    static func negatedOperatorMeant(by word: String) -> String? { negatedOperators[key(word)] }

    /// What to write for a word that no operator stands for; nil for a word that nothing is known of.
    ///
    /// - Parameter isJSON: whether a value of JSON is compared.
    static func inPlaceOfOperator(_ word: String, isJSON: Bool) -> String? {
        (isJSON ? inPlaceOfJSONOperators : inPlaceOfTextOperators)[key(word)]
    }

    private static let inPlaceOfJSONOperators = [String: String](byWord: [
        ofSchema: "type schema format isstring isnumber each every", "write $matches: '[0-9a-f-]{36}'": "isuuid uuid",
        "write $present: true": "any anything", "write $not: null": "notnull",
        "write $all_of: [{$contains: …}, {$contains: …}]": "containsall",
        "write json_exact in place of json for a value without further members": "strict",
        "write $contains: {…}": "elemmatch",
    ])
    private static let ofSchema = "a type is part of a schema: write json_schema: {type: object, …} beside json"

    private static let inPlaceOfTextOperators = [String: String](byWord: [
        "for a number write matches: '[0-9]+'": "type", "write matches: '[0-9]+'": "isnumber number integer",
        "write matches: '[0-9a-f-]{36}'": "isuuid uuid", "write present: true": "any anything",
        "write all_of: [{contains: a}, {contains: b}]": "containsall",
    ])

    /// A word without the marks by which tools join words: `statusCode`, `status_code` and `status-code` are one.
    private static func key(_ word: String) -> String {
        String(word.lowercased().filter { $0 != "_" && $0 != "-" && $0 != "." })
    }

    private static func called(_ key: String) -> String { "it is called \(key)" }

    // MARK: - Keys

    private static let matchedInOrder =
        "steps are played in the order of the file, and stubs are tried in it: leave it out, and move the item up or down"
    private static let states =
        "steps are played in order, so write a list of steps for a chain of states; when and set keep other states"

    private static let inOrderOrNot =
        "write steps: […] for requests that come in order, stubs: […] for those that may come any time"
    private static let forwardsNothing = "the server forwards no requests; write a response for each"
    private static let sendsNothing = "the server sends no requests of its own; leave it out"
    private static let caseOfEach = "write one stub for each case, with its condition in request"
    private static let asComment = "write it as a comment"

    private static let checks = "checks at the end are expect: write expect: [{request: DELETE /me, never: true}]"

    private static let timeLimit =
        "how long a run may take is an option of the command: leave it out, and write --timeout 30s; that of a hold stands in "
        + "the hold"
    private static let ofScenario = [String: String](byWord: [
        "it belongs under defaults, for all steps, or in a step: defaults: {on_assert_failure: reject}":
            "onassertfailure",
        "it belongs under defaults, for all steps, or in a step: defaults: {assert: {headers: {…}}}": "assert",
        "it belongs under defaults, for all steps, or in a step: defaults: {response: {…}}": "response",
        "it belongs in a step: steps: [{request: GET /me}]": "request",
        "it belongs under defaults or in a stub: defaults: {head: from_get}": "head",
        "it belongs under a response or a request: defaults: {response: {headers: {…}}}": "headers",
        "it belongs under a response: defaults: {response: {delay: 200ms}}": "delay",
        "the steps stand at the top level: write steps: [{request: GET /me}]": "scenario",
        "a file is one scenario: write steps: [{request: GET /me}]": "scenarios", called("name"): "title",
        called("mockserver"): "version", called("vars"): "variables",
        "write {{env.NAME}} in a template, and give the name to --allow-env": "env environment",
        inOrderOrNot: "handlers rules requests pairs item paths imposters predicates resources examples responses",
        inOrderOrNot: "mock mocks mappings routes endpoints interactions",
        "write name: … and description: …": "info", "leave it out": "meta uuid lastmigration",
        "the address is an option of the command: leave it out, and write --host 0.0.0.0": "servers host",
        "write shared values under vars and defaults": "components", "write include: [other.yaml]": "folders",
        "write what each response has under defaults": "middleware",
        called("unmatched"): "onunhandledrequest fallback notfound",
        "write defaults: {response: {delay: 200ms}}": "latency",
        "TLS is an option of the command: leave it out, and write --tls": "https tls",
        "the server forwards no requests; leave it out": "proxymode proxyhost",
        "write steps: […] for requests that come in order, expect: […] for checks at the end": "expectations",
        "it stands where a step stands: steps: [{parallel: [{request: GET /a}, {request: GET /b}]}]": "parallel",
        "write base_path: /api; the host and port are the server's": "baseurl", called("base_path"): "prefix basepath",
        called("include"): "includes import",
        timeLimit: "timeout",
        "steps are strict by default: leave it out, or write order: any for steps that come in any order": "strict",
        "the port is an option of the command: leave it out, and write --port 8080": "port", matchedInOrder: "priority",
        checks: "verify verifications verification checks",
    ])

    /// What differs in a stub from a step.
    private static let ofStub = [String: String](byWord: [
        "a stub answers any number of requests; leave it out": "persist persistent", "write times: 1": "once",
        "a stub stays to the end of the run; leave it out": "timetolive",
    ])

    private static let ofStep = [String: String](byWord: [
        called("request"): "httprequest httprequests predicates match matcher on req",
        called("response"): "httpresponse httpresponsetemplate reply respond returns return answer res",
        "write response: {fault: reset}": "httperror replywitherror",
        forwardsNothing: "httpforward httpoverrideforwardedrequest passthrough proxy proxyto forward isproxy",
        "a step takes one request by default; write it under stubs for any number of requests": "persist persistent",
        called("id"): "step uuid operationid label name title",
        states: "next scenario scenarioname requiredscenariostate newscenariostate state",
        "write it under stubs for any number of requests, or times: 3": "loop",
        "the client asks again: write responses: [503, 200] for a failure and what follows it": "retry retries",
        "leave it out; a step that is not wanted is commented out": "skip enabled disabled",
        asComment: "comment summary tags documentation metadata notes",
        "it belongs in a hold; for a response that comes late write response: {delay: 5s}": "timeout",
        "steps that come in any order stand in a block: write - parallel: […] with them as its list": "anyorder",
        "a step takes one request by default; leave it out, or write times: 1": "once",
        "write times: 2": "twice remainingtimes count repeat calls exactly", "write times: 3": "thrice",
        "a step stays open until it is taken; leave it out": "timetolive",
        "write response: {json: …}": "httpresponsejson example",
        "there are no scripts; write assert: {json: …}": "event",
        sendsNothing: "postserveactions serveeventlisteners webhook webhooks callbacks callback afteractions",
        "write request: GET /me": "get url uri endpoint route", "write request: POST /me": "post",
        "write request: PUT /me": "put", "write request: PATCH /me": "patch", "write request: DELETE /me": "delete",
        "write request: /me": "all", "write responses: [200, 404] to send several in turn": "examples",
        caseOfEach: "rules responsemode dispatcher",
        "it belongs to the response: response: {status: 200, delay: 200ms}": "latency delay",
        "write response: {file: body.json}": "replywithfile", "write set: {cart: full}": "transitionsstate",
        "write when: {cart: full}": "requiresstate",
        "it belongs to the response: response: {status: 201}, or response: 201": "status",
        "write response: {status: 201}, or response: 201": "statuscode",
        "it belongs to the request (request or assert) or to the response: response: {headers: {Location: /me}}":
            "headers",
        "write it under request, assert or response: response: {headers: {Location: /me}}": "header",
        "write what is sent as response: {json: …} or {text: …}, and what must come as assert: {json: …} or {text: …}":
            "body",
        "write what is sent as response: {json: …}, and what must come as assert: {json: …}": "jsonbody json",
        "write what is sent as response: {text: …}, and what must come as assert: {text: …}": "text",
        "write what is sent as response: {file: …}, and what must come as assert: {file: …}": "file",
        "it belongs to the request: request: {method: GET, path: /me}, or request: GET /me": "method path",
        "it belongs to the request: request: {path: /search, query: {q: a}}": "query",
        "it belongs to the response: response: {fault: reset}": "fault",
        "write it as a comment; what reports name a step by is id": "description",
        "what must be true of a request is assert, and at the end expect, at the top level: write assert: {json: …}":
            "expect",
        called("assert"): "expected asserts assertions", "it belongs under times: times: {at_least: 1}": "atleast",
        "it belongs under times: times: {at_most: 5}": "atmost", "write times: {at_most: 1}": "optional",
        "a step is required: leave it out, or write times: {at_most: 1} for one that is not": "required",
        matchedInOrder: "priority order", called("after"): "depends dependson needs waitfor",
        "write response: {delay: 200ms} for a pause before the response, hold: {until: {arrivals: 3}} for a wait for others":
            "wait",
        called("when"): "if", called("capture"): "save extract store",
        "it belongs at the top level; for a value that a request sets write set: {name: value}": "vars",
    ])

    private static let ofRequest = [String: String](byWord: [
        called("method"): "httpmethod verb requestmethod",
        called("query"): "querystringparameters queryparameter params queryparameters queryparams querystring search",
        called("host"): "destination hostname",
        inPath: "pathparameters pathparams urlpathtemplate pathtemplate pathvariables",
        "leave it out; the option --tls turns TLS on": "scheme secure",
        "leave it out": "keepalive socketaddress port clientip remoteaddress",
        "write when: {cart: full} in the step, beside request": "requiresstate", called("headers"): "reqheaders header",
        "write headers: {X-Id: {absent: true}}": "badheaders", called("multipart"): "multipartpatterns",
        "write graphql: {query: …}": "graphqlquery", "write graphql: {operation: Hero}": "operationname",
        "write graphql: {variables: {…}}": "variables",
        "write what must be true, like text: {contains: a}": "custommatcher",
        called("basic"): "basicauthcredentials basicauth", called("bearer"): "bearertoken token",
        called("cookies"): "cookieparameters cookie", "write text: {contains: hello}": "contains bodycontains",
        "write text: {matches: 'hello.*'}": "matches bodymatches bodypattern bodyregex",
        "write path: /me; the host is host, and a query is query: {q: a}": "url",
        called("path"): "uri urlpath route endpoint",
        "write path: {matches: '/users/[0-9]+'}": "urlpattern urlpathpattern pathregex pathpattern pathmatches",
        called("json"): "jsonbody bodyjson equaltojson", "write json: …, json_path: … or text: …": "bodypatterns",
        "write json: …, form: … or text: …": "payload data content", called("json_path"): "jsonpath matchesjsonpath",
        called("json_schema"): "schema jsonschema", called("form"): "formparameters bodyform",
        "write bearer: token or basic: {user: alice, password: secret}": "auth",
        "write bearer: token, basic: {user: alice, password: secret} or headers: {Authorization: …}": "authorization",
        "a request has none; write it under response: response: 200": "status", called("all_of"): "allof and",
        called("any_of"): "anyof or", "write the value that it is for, like path: {matches: '/users/[0-9]+'}": "regex",
        "write headers: {Content-Type: application/json}": "contenttype",
        "it belongs in the step, beside request": "times id response",
        "write protocol: h2 or protocol: http/1.1": "http", "it belongs under tls": "clientcertificate sni",
        "write path: {contains: /users}": "pathcontains urlcontains",
        "write path: {starts_with: /users}": "pathprefix pathstartswith",
        called("json_exact"): "jsonequals jsonstrict strictjson", "write text: {contains: …}": "xml xpath",
        "write json: … or text: …": "bodyequals", called("text"): "bodytext",
    ])

    private static let inPath = "write path: '/users/{id}'"

    private static let ofResponse = [String: String](byWord: [
        "write json: …": "example", "write json: …, with values in place of the schema": "schema",
        "write json: …, or responses: […] in the step for several": "examples",
        "leave the word out, and write what it has in its place": "is", "write fault: reset": "replywitherror",
        "write delay: 200ms for a wait, and times in the step for a repetition": "behaviors",
        "write base64 in place of text": "encodedbody isbase64", called("template"): "templated",
        "write template: false": "disabletemplating", called("reason"): "statustext statusmessage reasonphrase",
        called("file"): "filepath sendfile bodyfilename bodyfile path",
        "leave it out; json, text or base64 says it": "bodytype",
        "write headers: {Content-Type: text/plain}": "mediatype contenttype mimetype",
        "write framing: chunked": "chunked", "write set: {cart: full} in the step, beside response": "transitionsstate",
        "write set: {cart: ''} in the step, beside response": "removesstate",
        "write connection: close, or leave it out": "connectionoptions", caseOfEach: "rules dispatcher",
        "leave it out; a stub after the others takes the rest": "default", "leave it out": "uuid links",
        asComment: "label description name", "write delay: {body: 200ms}": "delaybody",
        "write delay: {headers: 200ms}": "delayconnection", sendsNothing: "callback callbacks webhook",
        forwardsNothing: "proxyurl passthrough forward additionalproxyrequestheaders proxybaseurl proxy",
        called("status"): "statuscode code httpstatus", "write json: …, text: …, base64: … or file: body.json": "body",
        called("json"): "jsonbody bodyjson", "write json: …, text: … or file: body.json": "payload data content",
        called("text"): "string", called("base64"): "base64body", called("headers"): "header",
        "write headers: {Set-Cookie: 'name=value; Path=/'}": "cookies",
        "write delay: 200ms": "fixeddelaymilliseconds delayms latency wait sleep pause",
        "write delay: {uniform: {from: 10ms, to: 90ms}}": "delaydistribution",
        "write dribble: {chunk: 16B, every: 50ms}": "chunkeddribbledelay", "write throttle: 1KiB/s": "bandwidth rate",
        "a response is a template unless template: false; leave it out": "transformers",
        "write encoding: gzip": "gzip compress", "write chunks: […] or events: […]": "stream", called("events"): "sse",
        "write ranges: auto": "range", called("fault"): "error",
        "write status: 302 and headers: {Location: /next}": "redirect",
        "it belongs in the step, beside response": "hold times capture set assert when after request",
        called("encoding"): "contentencoding", "the server has no WebSocket; leave it out": "websocket ws",
        "leave the word out: a response is 200, or {status: 200, text: hello}": "response",
        "write text: … and headers: {Content-Type: text/html}": "html",
        "write text: … and headers: {Content-Type: application/xml}": "xml",
        "write delay: 5s, or fault: stall": "timeout",
    ])

    private static let ofDefaults = [String: String](
        uniqueKeysWithValues: KeyTable.response.known.map { word in
            (key(word), "it belongs under response: defaults: {response: {\(word): …}}")
        }
    )
    .merging(["request": "what each request must have is assert: write assert: {headers: {…}}"]) { _, own in own }

    /// The names of headers, by their keys.
    private static func byKey(_ names: [String]) -> [String: String] {
        [String: String](uniqueKeysWithValues: names.map { (key($0), $0) })
    }

    private static let responseHeaders = byKey([
        "Location", "Cache-Control", "ETag", "Set-Cookie", "Retry-After", "WWW-Authenticate", "Content-Disposition",
        "Content-Language", "Last-Modified", "Vary", "Expires", "Link",
        "Access-Control-Allow-Origin",
    ])
    private static let requestHeaders = byKey([
        "Accept", "Accept-Language", "Accept-Encoding", "User-Agent", "Origin", "Referer", "If-None-Match", "If-Match",
        "If-Modified-Since", "Content-Length", "Cache-Control", "Range",
    ])

    /// The media type that is meant by a short word: `json`; nil for another one.
    static func mediaType(_ word: String) -> String? { mediaTypes[word.lowercased()] }

    private static let mediaTypes = [String: String](byWord: [
        "application/json": "json", "application/xml": "xml", "text/html": "html", "text/plain": "text plain",
        "text/css": "css", "text/csv": "csv", "text/javascript": "javascript js", "application/pdf": "pdf",
        "image/png": "png", "image/jpeg": "jpg jpeg", "application/x-www-form-urlencoded": "form",
        "multipart/form-data": "multipart",
    ])

    /// The words of the smaller maps.
    private static let ofOthers: [KeyTable.Name: [String: String]] = [
        .times: .init(byWord: [
            called("at_least"): "min minimum gte least", called("at_most"): "max maximum lte most",
            "write times: 2": "exactly equals count remainingtimes",
            "write at_least: 1 in a step, and leave times out in a stub": "unlimited",
        ]),
        .interval: .init(byWord: [called("gte"): "min atleast from ge", called("lte"): "max atmost to le"]),
        .body: .init(byWord: [
            "it belongs beside body: json: …": "json", "it belongs beside body: text: …": "text",
            "write json: … or text: … in place of body": "equals",
            "write text: {contains: …} in place of body": "contains",
            "write text: {matches: …} in place of body": "matches", called("length"): "size", called("sha256"): "hash",
        ]),
        .capture: .init(byWord: [
            called("json"): "jsonpath", called("header"): "headers", called("cookie"): "cookies",
            called("text"): "body", called("matches"): "regex pattern", called("query"): "param",
            ofRequestAlone: "response responsebody responseheader res status statuscode", captured: "from source",
            "for a value that no request brings write set: {name: value}, beside capture": "value",
        ]),
        .expectation: .init(byWord: [
            called("times"): "count calls", "write the steps the other way round, by before": "after",
            "an item of expect only counts requests: leave it out, and write it in a step or a stub": "response",
        ]),
        .hold: .init(byWord: [
            "it belongs under until: until: {arrivals: 3}": "arrivals",
            "it belongs under until: until: {arrivals: 2, each: true}": "each",
            "it belongs under until: until: {step: refresh}": "step",
            "it belongs under until: until: {step: refresh, taken: true}": "taken",
            "write until: {arrivals: 3}": "count requests",
            "a pause is delay, under response: response: {delay: 200ms}": "for delay", called("release"): "order",
        ]),
        .delay: .init(byWord: [
            pause: "tail end after trailers chunk chunks between",
            random: "min max minimum maximum from to lower upper random range jitter",
            fixed: "ms milliseconds seconds fixed duration time value timeunit unit fixeddelay",
            called("headers"): "before head",
        ]),
        .uniform: .init(byWord: [called("from"): "min lower minimum low", called("to"): "max upper maximum high"]),
        .lognormal: .init(byWord: [deviation: "stddev deviation standarddeviation"]),
        .holdCondition: .init(byWord: [
            called("arrivals"): "count requests times arrived", called("step"): "id", called("quiet"): "idle silence",
            "a pause is delay: write response: {delay: 200ms} in place of hold": "delay",
        ]),
        .basic: .init(byWord: [called("user"): "username name login", called("password"): "pass pwd secret"]),
        .tls: .init(byWord: [
            called("sni"): "servername host", subject: "cn commonname subject",
            called("client_certificate"): "certificate clientcert",
            "only a certificate's subject can be compared: write subject, or leave it out": "issuer",
        ]),
        .connection: .init(byWord: [called("same_as"): "step same id as", "write connection: new": "new"]),
        .chunk: .init(byWord: [
            called("text"): "body data content", called("delay"): "wait", called("base64"): "bytes",
        ]),
        .event: .init(byWord: [
            called("event"): "type name", called("data"): "text body message", called("delay"): "wait",
        ]),
        .fault: .init(byWord: [
            called("kind"): "type name fault", called("at"): "phase position", called("after_bytes"): "bytes after",
        ]),
        .dribble: .init(byWord: [
            called("chunk"): "size bytes", called("every"): "interval delay",
            "write every: 50ms for one chunk": "totalduration", "write chunk: 16B, the size of one": "numberofchunks",
        ]),
        .crossOrigin: .init(byWord: [
            called("origins"): "origin alloworigin allowedorigins alloworigins",
            called("headers"): "allowheaders allowedheaders",
            "every method is allowed; leave it out": "methods allowmethods allowedmethods",
            "credentials are always allowed; leave it out": "credentials allowcredentials",
        ]),
        .graphQL: .init(byWord: [
            called("operation"): "operationname name", called("query"): "mutation document",
            called("variables"): "vars",
        ]),
        .h2: .init(byWord: [called("rst_stream"): "reset rst", called("goaway"): "close"]),
    ]

    private static let subject = "write client_certificate: {subject: CN=alice} under tls"

    /// The advice where a value of the response is wanted.
    static let ofRequestAlone =
        "a capture takes from the request: a value of the response is in the scenario already, so name it in vars or set, "
        + "and write {{name}} in both places"
    private static let captured = "write the part of the request as the key: {json: $.id} or {header: Location}"

    private static let random = "a random delay is a map: write delay: {uniform: {from: 10ms, to: 90ms}}"
    private static let fixed = "a fixed delay is a text with its unit: write delay: 200ms"

    private static let pause =
        "a pause within the body stands at a chunk: write chunks: [{text: a}, {text: b, delay: 1s}]"

    private static let deviation = "lognormal takes sigma, the deviation of the wait's logarithm: write sigma: 0.4"

    // MARK: - Values

    private static let anyMethod: Set<String> = ["any", "all", "*", "every", "use"]

    private static let methods = [String: String](byWord: [
        "GET": "fetch read retrieve", "POST": "create insert add", "PUT": "replace", "PATCH": "modify",
        "DELETE": "remove del destroy", "OPTIONS": "preflight",
    ])

    private static let faults = [String: String](byWord: [
        timesOut: "timeout timedout", called("stall"): "hang freeze noresponse blackhole",
        called("reset"): "connectionreset connectionresetbypeer rst econnreset abort",
        called("empty"): "emptyresponse nocontent",
        called("garbage"): "randomdatathenclose random corrupt malformed malformedresponse",
        called("malformed_chunk"): "malformedresponsechunk badchunk",
        called("close"): "disconnect drop dropconnection closeconnection connectionclose connectionclosed eof",
        called("truncate"): "partial incomplete partialresponse", "write delay: 5s in place of fault": "delay",
        "write delay: 5s or throttle: 1KiB/s in place of fault": "slow",
    ])
    private static let timesOut = "write stall: nothing more is sent, so the client's own timeout ends its wait"

    // MARK: - Names in templates

    /// What to write for a name in a template that nothing defines; nil for a word that nothing is known of.
    static func templateName(meantBy name: String) -> String? { templateNames[key(name)] }

    /// The part of the request that a helper of other tools takes a name of; nil for another word.
    static func helperPart(_ name: String) -> String? { helperParts[key(name)] }

    private static let helperParts = [String: String](byWord: [
        "path": "urlparam pathparam pathvariable pathparameter",
        "query": "queryparam query queryparameter querystring", "headers": "header requestheader", "cookies": "cookie",
        "json": "body bodyparam jsonbody", "form": "formparam formdata",
    ])

    /// Whether other tools have variables behind this name.
    static func isSetOfVariables(_ name: String) -> Bool {
        [
            "vars", "variables", "var", "variable", "globals", "global", "captures", "capture", "captured",
            "environment",
            "collectionvariables", "steps", "context", "ctx", "state", "store", "props",
        ].contains(key(name))
    }

    /// The filter that is meant by a helper of other tools; nil for another word.
    static func filterMeant(by name: String) -> String? { filters[key(name)] }

    private static let filters = [String: String](byWord: [
        "upper": "uppercase touppercase upcase", "lower": "lowercase tolowercase downcase",
        "url": "urlencode encodeuricomponent", "base64": "base64encode btoa", "base64_decode": "base64decode atob",
        "json": "tojson stringify jsonstringify", "string": "tostring", "number": "tonumber parseint parsefloat",
        "default": "fallback orelse ifempty defaultto", "hmac_sha256": "hmac hmacsha256",
    ])

    /// What to write for a part of a request that no request has; nil for a word that nothing is known of.
    ///
    /// - Parameter member: the name behind it, such as `id` in `request.param.id`; empty without one.
    static func requestPart(meantBy part: String, member: String) -> String? {
        requestParts[key(part)]?.replacing("NAME", with: member.isEmpty ? "id" : member)
    }

    private static let ofParameters =
        "write {{request.path.NAME}} for a parameter of the path, {{request.query.NAME}} for a value of the query"
    private static let requestParts = [String: String](byWord: [
        ofParameters: "param params parameter parameters pathparam pathparams pathparameters pathvariables urlparams",
        called("request.target"): "url uri requesturi originalurl",
        called("request.query"): "querystring queryparams queryparameters args", called("request.method"): "verb",
        called("request.body"): "text rawbody content", called("request.json"): "data payload jsonbody",
        called("request.form"): "formdata postdata", "write {{request.cookies.session}}": "session",
        "write {{request.headers.authorization}}": "auth authorization token bearer",
    ])

    private static let moment = "the time is now: write {{now}}, {{now(http)}} or {{now(unix)}}"
    private static let randomNumber = "write {{random.int(1, 6)}}"
    private static let randomText = "write {{random.string(12)}}"
    private static let sentResponse =
        "a template sees the request and no response: name the value in vars or set, and write {{name}} in both places"

    private static let templateNames = [String: String](byWord: [
        "write {{uuid}}": "randomuuid uuidv4 uuid4 guid newguid randomguid generateuuid",
        moment: "timestamp isotimestamp unixtimestamp datetime date currentdate currenttime epoch unixtime today",
        randomNumber: "randomint randominteger randomnumber randominrange",
        randomText: "randomstring randomvalue randomalphanumeric randomtext",
        "write {{uuid}}, {{random.int(1, 6)}}, {{random.string(12)}} or a value": "faker",
        sentResponse: "response res reply", "write {{count}}": "counter requestcount callcount",
        "write {{request.json.id}}": "jsonpath", "write {{server.url}}": "baseurl url",
    ])

    // MARK: - Operators

    private static let operators = [String: String](byWord: [
        "matches": "regex regexp pattern like matchesregex", "equals": "eq equalto is value exact const",
        "not": "ne neq notequals notequal", "one_of": "in oneof enum", "present": "exists isnotnull required",
        "absent": "missing notexists null isnull", "gte": "min minimum ge atleast", "gt": "greaterthan after",
        "lte": "max maximum le atmost", "lt": "lessthan before", "starts_with": "prefix beginswith",
        "ends_with": "suffix", "contains": "include includes substring", "length": "size len minlength maxlength",
        "all_of": "and allof", "any_of": "or anyof", "equals_ignore_case": "ignorecase caseinsensitive",
        "unordered": "anyorder ignorearrayorder",
    ])

    /// The operators that stand within `not` for words of other tools.
    private static let negatedOperators = [String: String](byWord: [
        "matches": "doesnotmatch notmatches notmatch notregex", "contains": "doesnotcontain notcontains",
        "one_of": "notin noneof",
    ])
}
