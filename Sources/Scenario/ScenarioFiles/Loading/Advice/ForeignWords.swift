import Scenarios
import TextCoding

/// Words that people bring from other tools, or write a level too high or too low, with what to write instead.
///
/// A misspelled key is suggested by `Nearest`; these words are spelled right, but mean nothing where they stand.
enum ForeignWords {
    /// The end of a message about an unknown key: what to write instead; nil for a word that nothing is known of.
    static func advice(for word: String, in table: KeyTable.Name) -> String? {
        let words: [String: String] =
            switch table {
            case .scenario, .included: ofScenario
            case .step, .stub, .parallel: ofStep
            case .requestMatcher, .part: ofRequest
            case .response, .unmatched, .interim: ofResponse
            case .defaults: ofDefaults
            case .times: ofTimes
            case .interval: ofComparisons
            case .body: ofBody
            case .capture: ofCapture
            case .expectation: ofExpectation
            case .hold: ofHold
            case .delay, .delayPart: ofDelay
            case .uniform: ofUniform
            case .lognormal: ofLognormal
            case .holdCondition: ofUntil
            case .basic: ofBasic
            case .tls, .clientCertificate: ofCertificate
            case .connection: ofConnection
            case .chunk: ofChunk
            case .event: ofEvent
            case .fault: ofFault
            case .dribble: ofDribble
            case .crossOrigin: ofCrossOrigin
            case .graphQL: ofGraphQL
            case .h2: ofFrames
            default: [:]
            }
        let word = key(word)
        return (table == .stub ? ofStub[word] : nil) ?? words[word]
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
            return ForeignShapes.expectedResponse(entry, among: entries)
        case (.step, "reply"), (.stub, "reply"), (.step, "respond"), (.stub, "respond"), (.step, "returns"),
            (.stub, "returns"), (.step, "return"), (.stub, "return"):
            return entry.value.items.flatMap(ForeignShapes.statusAndBody).map { "write response: \($0)" }
        case (.step, "head") where value == "from_get": return ForeignShapes.inPlaceOfHead(among: entries)
        case (.step, let word), (.stub, let word):
            return ForeignShapes.inPlaceOfRequest(entry, word, among: entries)
        case (.raw, let word):
            return ForeignShapes.inPlaceOfRaw(word, value)
        case (.scenario, "onunhandledrequest"), (.scenario, "fallback"), (.scenario, "notfound"):
            return value.flatMap(ForeignShapes.unmatched).map { $0.replacing("write {", with: "write unmatched: {") }
        case (.scenario, _), (.included, _): return ForeignShapes.anchorHolder(entry)
        case (.response, "times"): return ForeignShapes.repeatedResponse(entry, among: entries)
        case (.response, "sequence"), (.response, "series"), (.response, "cycle"):
            return entry.value.items.flatMap(ForeignShapes.severalResponses).map { "\($0) in the step, beside request" }
        case (.response, "type"), (.unmatched, "type"):
            return value.flatMap(mediaType).map { "write headers: {Content-Type: \($0)}" }
        case (.requestMatcher, "type"):
            return value.map { LoadingContext.isKnownMethod($0.uppercased()) } == true ? called("method") : nil
        case (.requestMatcher, "operation"):
            return "write graphql: {operation: \((entry.value.text ?? "Hero").asFlowScalar)}"
        case (.response, _), (.unmatched, _):
            return ForeignShapes.isStatus(entry.name)
                ? "write {status: \(entry.name), json: …}, with what stands after the colon as json"
                : ForeignShapes.header(entry, of: responseHeaders)
        case (.part, _) where KeyTable.requestMatcher.known.contains(entry.name):
            return "a part has none; write it in the request, beside multipart"
        case (.requestMatcher, let word):
            if LoadingContext.isKnownMethod(word.uppercased()), let path = entry.value.text, path.hasPrefix("/") {
                return "a request in one line is a text: write \(word.uppercased()) \(path)"
            }
            return ForeignShapes.header(entry, of: requestHeaders)
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
            || ForeignShapes.inPlaceOfItem(entry) != nil
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

    private static let inPlaceOfJSONOperators = [
        "type": ofSchema, "schema": ofSchema, "format": ofSchema, "isstring": ofSchema, "isnumber": ofSchema,
        "isuuid": "write $matches: '[0-9a-f-]{36}'", "uuid": "write $matches: '[0-9a-f-]{36}'",
        "any": "write $present: true", "anything": "write $present: true", "notnull": "write $not: null",
        "containsall": "write $all_of: [{$contains: …}, {$contains: …}]",
        "strict": "write json_exact in place of json for a value without further members",
        "elemmatch": "write $contains: {…}", "each": ofSchema, "every": ofSchema,
    ]
    private static let ofSchema = "a type is part of a schema: write json_schema: {type: object, …} beside json"

    private static let inPlaceOfTextOperators = [
        "type": "for a number write matches: '[0-9]+'", "isnumber": "write matches: '[0-9]+'",
        "number": "write matches: '[0-9]+'", "integer": "write matches: '[0-9]+'",
        "isuuid": "write matches: '[0-9a-f-]{36}'", "uuid": "write matches: '[0-9a-f-]{36}'",
        "any": "write present: true", "anything": "write present: true",
        "containsall": "write all_of: [{contains: a}, {contains: b}]",
    ]

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

    private static let ofScenario: [String: String] = [
        "onassertfailure":
            "it belongs under defaults, for all steps, or in a step: defaults: {on_assert_failure: reject}",
        "assert": "it belongs under defaults, for all steps, or in a step: defaults: {assert: {headers: {…}}}",
        "response": "it belongs under defaults, for all steps, or in a step: defaults: {response: {…}}",
        "request": "it belongs in a step: steps: [{request: GET /me}]",
        "head": "it belongs under defaults or in a stub: defaults: {head: from_get}",
        "headers": "it belongs under a response or a request: defaults: {response: {headers: {…}}}",
        "delay": "it belongs under a response: defaults: {response: {delay: 200ms}}",
        "scenario": "the steps stand at the top level: write steps: [{request: GET /me}]",
        "scenarios": "a file is one scenario: write steps: [{request: GET /me}]",
        "title": called("name"), "version": called("mockserver"), "variables": called("vars"),
        "env": "write {{env.NAME}} in a template, and give the name to --allow-env",
        "environment": "write {{env.NAME}} in a template, and give the name to --allow-env",
        "handlers": inOrderOrNot, "rules": inOrderOrNot, "requests": inOrderOrNot, "pairs": inOrderOrNot,
        "item": inOrderOrNot, "paths": inOrderOrNot, "imposters": inOrderOrNot, "predicates": inOrderOrNot,
        "resources": inOrderOrNot, "examples": inOrderOrNot, "responses": inOrderOrNot, "mock": inOrderOrNot,
        "info": "write name: … and description: …", "meta": "leave it out", "uuid": "leave it out",
        "lastmigration": "leave it out",
        "servers": "the address is an option of the command: leave it out, and write --host 0.0.0.0",
        "components": "write shared values under vars and defaults", "folders": "write include: [other.yaml]",
        "middleware": "write what each response has under defaults", "onunhandledrequest": called("unmatched"),
        "fallback": called("unmatched"), "notfound": called("unmatched"),
        "latency": "write defaults: {response: {delay: 200ms}}",
        "https": "TLS is an option of the command: leave it out, and write --tls",
        "proxymode": "the server forwards no requests; leave it out",
        "proxyhost": "the server forwards no requests; leave it out",
        "mocks": inOrderOrNot, "mappings": inOrderOrNot, "routes": inOrderOrNot, "endpoints": inOrderOrNot,
        "interactions": inOrderOrNot,
        "expectations": "write steps: […] for requests that come in order, expect: […] for checks at the end",
        "parallel": "it stands where a step stands: steps: [{parallel: [{request: GET /a}, {request: GET /b}]}]",
        "baseurl": "write base_path: /api; the host and port are the server's",
        "prefix": called("base_path"), "includes": called("include"), "import": called("include"),
        "timeout":
            "how long a run may take is an option of the command: leave it out, and write --timeout 30s; that of a hold stands in "
            + "the hold",
        "strict": "steps are strict by default: leave it out, or write order: any for steps that come in any order",
        "basepath": called("base_path"),
        "tls": "TLS is an option of the command: leave it out, and write --tls",
        "port": "the port is an option of the command: leave it out, and write --port 8080",
        "host": "the address is an option of the command: leave it out, and write --host 0.0.0.0",
        "priority": matchedInOrder,
        "verify": checks, "verifications": checks, "verification": checks, "checks": checks,
    ]

    /// What differs in a stub from a step.
    private static let ofStub: [String: String] = [
        "persist": "a stub answers any number of requests; leave it out",
        "persistent": "a stub answers any number of requests; leave it out",
        "once": "write times: 1", "timetolive": "a stub stays to the end of the run; leave it out",
    ]

    private static let ofStep: [String: String] = [
        "httprequest": called("request"), "httpresponse": called("response"),
        "httpresponsetemplate": called("response"),
        "httprequests": called("request"), "httperror": "write response: {fault: reset}",
        "httpforward": forwardsNothing,
        "httpoverrideforwardedrequest": forwardsNothing, "passthrough": forwardsNothing, "proxy": forwardsNothing,
        "proxyto": forwardsNothing, "forward": forwardsNothing, "isproxy": forwardsNothing,
        "persist": "a step takes one request by default; write it under stubs for any number of requests",
        "persistent": "a step takes one request by default; write it under stubs for any number of requests",
        "step": called("id"), "next": states, "loop": "write it under stubs for any number of requests, or times: 3",
        "retry": "the client asks again: write responses: [503, 200] for a failure and what follows it",
        "retries": "the client asks again: write responses: [503, 200] for a failure and what follows it",
        "skip": "leave it out; a step that is not wanted is commented out", "comment": asComment,
        "timeout": "it belongs in a hold; for a response that comes late write response: {delay: 5s}",
        "anyorder": "steps that come in any order stand in a block: write - parallel: […] with them as its list",
        "once": "a step takes one request by default; leave it out, or write times: 1",
        "twice": "write times: 2", "thrice": "write times: 3", "remainingtimes": "write times: 2",
        "timetolive": "a step stays open until it is taken; leave it out",
        "httpresponsejson": "write response: {json: …}", "event": "there are no scripts; write assert: {json: …}",
        "uuid": called("id"), "operationid": called("id"), "label": called("id"), "summary": asComment,
        "tags": asComment, "documentation": asComment, "metadata": asComment, "notes": asComment,
        "enabled": "leave it out; a step that is not wanted is commented out",
        "disabled": "leave it out; a step that is not wanted is commented out",
        "postserveactions": sendsNothing, "serveeventlisteners": sendsNothing, "webhook": sendsNothing,
        "webhooks": sendsNothing, "callbacks": sendsNothing, "callback": sendsNothing, "afteractions": sendsNothing,
        "get": "write request: GET /me", "post": "write request: POST /me", "put": "write request: PUT /me",
        "patch": "write request: PATCH /me", "delete": "write request: DELETE /me", "all": "write request: /me",
        "examples": "write responses: [200, 404] to send several in turn", "example": "write response: {json: …}",
        "rules": caseOfEach, "responsemode": caseOfEach, "dispatcher": caseOfEach, "predicates": called("request"),
        "latency": "it belongs to the response: response: {status: 200, delay: 200ms}",
        "replywithfile": "write response: {file: body.json}", "replywitherror": "write response: {fault: reset}",
        "transitionsstate": "write set: {cart: full}", "requiresstate": "write when: {cart: full}",
        "status": "it belongs to the response: response: {status: 201}, or response: 201",
        "statuscode": "write response: {status: 201}, or response: 201",
        "headers":
            "it belongs to the request (request or assert) or to the response: response: {headers: {Location: /me}}",
        "header": "write it under request, assert or response: response: {headers: {Location: /me}}",
        "body":
            "write what is sent as response: {json: …} or {text: …}, and what must come as assert: {json: …} or {text: …}",
        "jsonbody": "write what is sent as response: {json: …}, and what must come as assert: {json: …}",
        "json": "write what is sent as response: {json: …}, and what must come as assert: {json: …}",
        "text": "write what is sent as response: {text: …}, and what must come as assert: {text: …}",
        "file": "write what is sent as response: {file: …}, and what must come as assert: {file: …}",
        "method": "it belongs to the request: request: {method: GET, path: /me}, or request: GET /me",
        "path": "it belongs to the request: request: {method: GET, path: /me}, or request: GET /me",
        "url": "write request: GET /me", "uri": "write request: GET /me", "endpoint": "write request: GET /me",
        "route": "write request: GET /me",
        "query": "it belongs to the request: request: {path: /search, query: {q: a}}",
        "match": called("request"), "matcher": called("request"), "on": called("request"), "req": called("request"),
        "reply": called("response"), "respond": called("response"), "returns": called("response"),
        "return": called("response"), "answer": called("response"), "res": called("response"),
        "delay": "it belongs to the response: response: {status: 200, delay: 200ms}",
        "fault": "it belongs to the response: response: {fault: reset}",
        "name": called("id"), "title": called("id"),
        "description": "write it as a comment; what reports name a step by is id",
        "expect":
            "what must be true of a request is assert, and at the end expect, at the top level: write assert: {json: …}",
        "expected": called("assert"), "asserts": called("assert"), "assertions": called("assert"),
        "count": "write times: 2", "repeat": "write times: 2", "calls": "write times: 2", "exactly": "write times: 2",
        "atleast": "it belongs under times: times: {at_least: 1}",
        "atmost": "it belongs under times: times: {at_most: 5}",
        "optional": "write times: {at_most: 1}",
        "required": "a step is required: leave it out, or write times: {at_most: 1} for one that is not",
        "priority": matchedInOrder, "order": matchedInOrder,
        "scenario": states, "scenarioname": states, "requiredscenariostate": states, "newscenariostate": states,
        "state": states, "depends": called("after"), "dependson": called("after"), "needs": called("after"),
        "waitfor": called("after"),
        "wait":
            "write response: {delay: 200ms} for a pause before the response, hold: {until: {arrivals: 3}} for a wait for others",
        "if": called("when"), "save": called("capture"), "extract": called("capture"), "store": called("capture"),
        "vars": "it belongs at the top level; for a value that a request sets write set: {name: value}",
    ]

    private static let ofRequest: [String: String] = [
        "httpmethod": called("method"), "verb": called("method"), "requestmethod": called("method"),
        "querystringparameters": called("query"), "queryparameter": called("query"), "destination": called("host"),
        "hostname": called("host"), "pathparameters": inPath, "pathparams": inPath, "urlpathtemplate": inPath,
        "pathtemplate": inPath, "pathvariables": inPath, "scheme": "leave it out; the option --tls turns TLS on",
        "secure": "leave it out; the option --tls turns TLS on", "keepalive": "leave it out",
        "socketaddress": "leave it out", "port": "leave it out", "clientip": "leave it out",
        "remoteaddress": "leave it out",
        "requiresstate": "write when: {cart: full} in the step, beside request", "reqheaders": called("headers"),
        "badheaders": "write headers: {X-Id: {absent: true}}", "multipartpatterns": called("multipart"),
        "graphqlquery": "write graphql: {query: …}", "operationname": "write graphql: {operation: Hero}",
        "variables": "write graphql: {variables: {…}}",
        "custommatcher": "write what must be true, like text: {contains: a}",
        "basicauthcredentials": called("basic"), "bearertoken": called("bearer"), "cookieparameters": called("cookies"),
        "contains": "write text: {contains: hello}", "matches": "write text: {matches: 'hello.*'}",
        "url": "write path: /me; the host is host, and a query is query: {q: a}",
        "uri": called("path"), "urlpath": called("path"), "route": called("path"), "endpoint": called("path"),
        "urlpattern": "write path: {matches: '/users/[0-9]+'}",
        "urlpathpattern": "write path: {matches: '/users/[0-9]+'}",
        "pathregex": "write path: {matches: '/users/[0-9]+'}",
        "params": called("query"), "queryparameters": called("query"), "queryparams": called("query"),
        "querystring": called("query"), "search": called("query"), "header": called("headers"),
        "cookie": called("cookies"), "jsonbody": called("json"), "bodyjson": called("json"),
        "bodypatterns": "write json: …, json_path: … or text: …", "payload": "write json: …, form: … or text: …",
        "data": "write json: …, form: … or text: …", "content": "write json: …, form: … or text: …",
        "jsonpath": called("json_path"), "matchesjsonpath": called("json_path"), "equaltojson": called("json"),
        "schema": called("json_schema"), "jsonschema": called("json_schema"), "formparameters": called("form"),
        "auth": "write bearer: token or basic: {user: alice, password: secret}",
        "authorization": "write bearer: token, basic: {user: alice, password: secret} or headers: {Authorization: …}",
        "token": called("bearer"), "basicauth": called("basic"),
        "status": "a request has none; write it under response: response: 200",
        "allof": called("all_of"), "anyof": called("any_of"), "and": called("all_of"), "or": called("any_of"),
        "regex": "write the value that it is for, like path: {matches: '/users/[0-9]+'}",
        "contenttype": "write headers: {Content-Type: application/json}",
        "times": "it belongs in the step, beside request",
        "id": "it belongs in the step, beside request", "response": "it belongs in the step, beside request",
        "http": "write protocol: h2 or protocol: http/1.1", "clientcertificate": "it belongs under tls",
        "sni": "it belongs under tls",
        "pathpattern": "write path: {matches: '/users/[0-9]+'}",
        "pathmatches": "write path: {matches: '/users/[0-9]+'}",
        "pathcontains": "write path: {contains: /users}", "urlcontains": "write path: {contains: /users}",
        "pathprefix": "write path: {starts_with: /users}", "pathstartswith": "write path: {starts_with: /users}",
        "bodycontains": "write text: {contains: hello}", "bodymatches": "write text: {matches: 'hello.*'}",
        "bodypattern": "write text: {matches: 'hello.*'}", "bodyregex": "write text: {matches: 'hello.*'}",
        "jsonequals": called("json_exact"), "jsonstrict": called("json_exact"), "strictjson": called("json_exact"),
        "xml": "write text: {contains: …}", "xpath": "write text: {contains: …}",
        "bodyequals": "write json: … or text: …", "bodytext": called("text"), "bodyform": called("form"),
    ]

    private static let inPath = "write path: '/users/{id}'"

    private static let ofResponse: [String: String] = [
        "example": "write json: …", "schema": "write json: …, with values in place of the schema",
        "examples": "write json: …, or responses: […] in the step for several",
        "is": "leave the word out, and write what it has in its place", "replywitherror": "write fault: reset",
        "behaviors": "write delay: 200ms for a wait, and times in the step for a repetition",
        "encodedbody": "write base64 in place of text", "isbase64": "write base64 in place of text",
        "templated": called("template"), "disabletemplating": "write template: false", "statustext": called("reason"),
        "filepath": called("file"), "sendfile": called("file"),
        "bodytype": "leave it out; json, text or base64 says it",
        "mediatype": "write headers: {Content-Type: text/plain}", "chunked": "write framing: chunked",
        "transitionsstate": "write set: {cart: full} in the step, beside response",
        "removesstate": "write set: {cart: ''} in the step, beside response",
        "connectionoptions": "write connection: close, or leave it out", "rules": caseOfEach, "dispatcher": caseOfEach,
        "default": "leave it out; a stub after the others takes the rest", "uuid": "leave it out", "label": asComment,
        "description": asComment, "name": asComment, "links": "leave it out",
        "delaybody": "write delay: {body: 200ms}", "delayconnection": "write delay: {headers: 200ms}",
        "callback": sendsNothing, "callbacks": sendsNothing, "webhook": sendsNothing, "proxyurl": forwardsNothing,
        "passthrough": forwardsNothing, "forward": forwardsNothing, "additionalproxyrequestheaders": forwardsNothing,
        "statuscode": called("status"), "code": called("status"), "httpstatus": called("status"),
        "statusmessage": called("reason"), "reasonphrase": called("reason"),
        "body": "write json: …, text: …, base64: … or file: body.json", "jsonbody": called("json"),
        "bodyjson": called("json"), "payload": "write json: …, text: … or file: body.json",
        "data": "write json: …, text: … or file: body.json", "content": "write json: …, text: … or file: body.json",
        "string": called("text"), "bodyfilename": called("file"), "bodyfile": called("file"), "path": called("file"),
        "base64body": called("base64"), "header": called("headers"),
        "cookies": "write headers: {Set-Cookie: 'name=value; Path=/'}",
        "contenttype": "write headers: {Content-Type: text/plain}",
        "mimetype": "write headers: {Content-Type: text/plain}",
        "fixeddelaymilliseconds": "write delay: 200ms", "delayms": "write delay: 200ms",
        "latency": "write delay: 200ms",
        "wait": "write delay: 200ms", "delaydistribution": "write delay: {uniform: {from: 10ms, to: 90ms}}",
        "chunkeddribbledelay": "write dribble: {chunk: 16B, every: 50ms}", "bandwidth": "write throttle: 1KiB/s",
        "rate": "write throttle: 1KiB/s",
        "transformers": "a response is a template unless template: false; leave it out",
        "gzip": "write encoding: gzip", "compress": "write encoding: gzip",
        "stream": "write chunks: […] or events: […]",
        "sse": called("events"), "range": "write ranges: auto", "error": called("fault"),
        "proxybaseurl": forwardsNothing, "proxy": forwardsNothing,
        "redirect": "write status: 302 and headers: {Location: /next}",
        "hold": "it belongs in the step, beside response", "times": "it belongs in the step, beside response",
        "capture": "it belongs in the step, beside response", "set": "it belongs in the step, beside response",
        "assert": "it belongs in the step, beside response", "when": "it belongs in the step, beside response",
        "after": "it belongs in the step, beside response",
        "contentencoding": called("encoding"),
        "websocket": "the server has no WebSocket; leave it out", "ws": "the server has no WebSocket; leave it out",
        "response": "leave the word out: a response is 200, or {status: 200, text: hello}",
        "request": "it belongs in the step, beside response",
        "html": "write text: … and headers: {Content-Type: text/html}",
        "xml": "write text: … and headers: {Content-Type: application/xml}",
        "sleep": "write delay: 200ms", "pause": "write delay: 200ms", "timeout": "write delay: 5s, or fault: stall",
    ]

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

    private static let mediaTypes = [
        "json": "application/json", "xml": "application/xml", "html": "text/html", "text": "text/plain",
        "plain": "text/plain", "css": "text/css", "csv": "text/csv", "javascript": "text/javascript",
        "js": "text/javascript", "pdf": "application/pdf", "png": "image/png", "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "form": "application/x-www-form-urlencoded", "multipart": "multipart/form-data",
    ]

    private static let ofTimes: [String: String] = [
        "min": called("at_least"), "minimum": called("at_least"), "gte": called("at_least"),
        "least": called("at_least"),
        "max": called("at_most"), "maximum": called("at_most"), "lte": called("at_most"), "most": called("at_most"),
        "exactly": "write times: 2", "equals": "write times: 2", "count": "write times: 2",
        "unlimited": "write at_least: 1 in a step, and leave times out in a stub", "remainingtimes": "write times: 2",
    ]

    private static let ofComparisons: [String: String] = [
        "min": called("gte"), "atleast": called("gte"), "from": called("gte"), "max": called("lte"),
        "atmost": called("lte"), "to": called("lte"), "ge": called("gte"), "le": called("lte"),
    ]

    private static let ofBody: [String: String] = [
        "json": "it belongs beside body: json: …", "text": "it belongs beside body: text: …",
        "equals": "write json: … or text: … in place of body", "contains": "write text: {contains: …} in place of body",
        "matches": "write text: {matches: …} in place of body", "size": called("length"), "hash": called("sha256"),
    ]

    private static let ofHold: [String: String] = [
        "arrivals": "it belongs under until: until: {arrivals: 3}",
        "each": "it belongs under until: until: {arrivals: 2, each: true}",
        "step": "it belongs under until: until: {step: refresh}",
        "taken": "it belongs under until: until: {step: refresh, taken: true}",
        "count": "write until: {arrivals: 3}", "requests": "write until: {arrivals: 3}",
        "for": "a pause is delay, under response: response: {delay: 200ms}",
        "delay": "a pause is delay, under response: response: {delay: 200ms}", "order": called("release"),
    ]

    private static let ofUntil: [String: String] = [
        "count": called("arrivals"), "requests": called("arrivals"), "times": called("arrivals"),
        "arrived": called("arrivals"), "id": called("step"), "idle": called("quiet"), "silence": called("quiet"),
        "delay": "a pause is delay: write response: {delay: 200ms} in place of hold",
    ]

    private static let ofBasic: [String: String] = [
        "username": called("user"), "name": called("user"), "login": called("user"), "pass": called("password"),
        "pwd": called("password"), "secret": called("password"),
    ]

    private static let ofCertificate: [String: String] = [
        "servername": called("sni"), "host": called("sni"), "cn": subject, "commonname": subject, "subject": subject,
        "certificate": called("client_certificate"), "clientcert": called("client_certificate"),
        "issuer": "only a certificate's subject can be compared: write subject, or leave it out",
    ]
    private static let subject = "write client_certificate: {subject: CN=alice} under tls"

    private static let ofConnection: [String: String] = [
        "step": called("same_as"), "same": called("same_as"), "id": called("same_as"), "as": called("same_as"),
        "new": "write connection: new",
    ]

    private static let ofChunk: [String: String] = [
        "body": called("text"), "data": called("text"), "content": called("text"), "wait": called("delay"),
        "bytes": called("base64"),
    ]

    private static let ofEvent: [String: String] = [
        "type": called("event"), "name": called("event"), "text": called("data"), "body": called("data"),
        "message": called("data"), "wait": called("delay"),
    ]

    private static let ofFault: [String: String] = [
        "type": called("kind"), "name": called("kind"), "fault": called("kind"), "phase": called("at"),
        "position": called("at"), "bytes": called("after_bytes"), "after": called("after_bytes"),
    ]

    private static let ofDribble: [String: String] = [
        "size": called("chunk"), "bytes": called("chunk"), "interval": called("every"), "delay": called("every"),
        "totalduration": "write every: 50ms for one chunk", "numberofchunks": "write chunk: 16B, the size of one",
    ]

    private static let ofCrossOrigin: [String: String] = [
        "origin": called("origins"), "alloworigin": called("origins"), "allowedorigins": called("origins"),
        "alloworigins": called("origins"), "allowheaders": called("headers"), "allowedheaders": called("headers"),
        "methods": "every method is allowed; leave it out", "allowmethods": "every method is allowed; leave it out",
        "allowedmethods": "every method is allowed; leave it out",
        "credentials": "credentials are always allowed; leave it out",
        "allowcredentials": "credentials are always allowed; leave it out",
    ]

    private static let ofGraphQL: [String: String] = [
        "operationname": called("operation"), "name": called("operation"), "mutation": called("query"),
        "vars": called("variables"), "document": called("query"),
    ]

    private static let ofFrames: [String: String] = [
        "reset": called("rst_stream"), "rst": called("rst_stream"), "close": called("goaway"),
    ]

    private static let ofCapture: [String: String] = [
        "jsonpath": called("json"), "headers": called("header"), "cookies": called("cookie"), "body": called("text"),
        "regex": called("matches"), "pattern": called("matches"), "param": called("query"),
        "response": ofRequestAlone, "responsebody": ofRequestAlone, "responseheader": ofRequestAlone,
        "res": ofRequestAlone, "status": ofRequestAlone, "statuscode": ofRequestAlone, "from": captured,
        "source": captured, "value": "for a value that no request brings write set: {name: value}, beside capture",
    ]

    /// The advice where a value of the response is wanted.
    static let ofRequestAlone =
        "a capture takes from the request: a value of the response is in the scenario already, so name it in vars or set, "
        + "and write {{name}} in both places"
    private static let captured = "write the part of the request as the key: {json: $.id} or {header: Location}"

    private static let random = "a random delay is a map: write delay: {uniform: {from: 10ms, to: 90ms}}"
    private static let fixed = "a fixed delay is a text with its unit: write delay: 200ms"

    private static let pause =
        "a pause within the body stands at a chunk: write chunks: [{text: a}, {text: b, delay: 1s}]"

    private static let ofDelay: [String: String] = [
        "tail": pause, "end": pause, "after": pause, "trailers": pause, "chunk": pause, "chunks": pause,
        "between": pause,
        "min": random, "max": random, "minimum": random, "maximum": random, "from": random, "to": random,
        "lower": random, "upper": random, "random": random, "range": random, "jitter": random, "ms": fixed,
        "milliseconds": fixed, "seconds": fixed, "fixed": fixed, "duration": fixed, "time": fixed, "value": fixed,
        "before": called("headers"), "head": called("headers"), "timeunit": fixed, "unit": fixed, "fixeddelay": fixed,
    ]

    private static let ofUniform: [String: String] = [
        "min": called("from"), "lower": called("from"), "minimum": called("from"), "low": called("from"),
        "max": called("to"), "upper": called("to"), "maximum": called("to"), "high": called("to"),
    ]

    private static let ofLognormal: [String: String] = [
        "stddev": deviation, "deviation": deviation, "standarddeviation": deviation,
    ]

    private static let deviation = "lognormal takes sigma, the deviation of the wait's logarithm: write sigma: 0.4"

    private static let ofExpectation: [String: String] = [
        "count": called("times"), "calls": called("times"), "after": "write the steps the other way round, by before",
        "response": "an item of expect only counts requests: leave it out, and write it in a step or a stub",
    ]

    // MARK: - Values

    private static let anyMethod: Set<String> = ["any", "all", "*", "every", "use"]

    private static let methods: [String: String] = [
        "fetch": "GET", "read": "GET", "retrieve": "GET", "create": "POST", "insert": "POST",
        "add": "POST", "replace": "PUT", "modify": "PATCH", "remove": "DELETE", "del": "DELETE",
        "destroy": "DELETE", "preflight": "OPTIONS",
    ]

    private static let faults: [String: String] = [
        "timeout": timesOut, "timedout": timesOut, "hang": called("stall"), "freeze": called("stall"),
        "noresponse": called("stall"), "blackhole": called("stall"),
        "connectionreset": called("reset"), "connectionresetbypeer": called("reset"), "rst": called("reset"),
        "econnreset": called("reset"), "abort": called("reset"),
        "emptyresponse": called("empty"), "nocontent": called("empty"),
        "randomdatathenclose": called("garbage"), "random": called("garbage"), "corrupt": called("garbage"),
        "malformed": called("garbage"), "malformedresponse": called("garbage"),
        "malformedresponsechunk": called("malformed_chunk"), "badchunk": called("malformed_chunk"),
        "disconnect": called("close"), "drop": called("close"), "dropconnection": called("close"),
        "closeconnection": called("close"), "connectionclose": called("close"), "connectionclosed": called("close"),
        "eof": called("close"), "partial": called("truncate"), "incomplete": called("truncate"),
        "partialresponse": called("truncate"), "delay": "write delay: 5s in place of fault",
        "slow": "write delay: 5s or throttle: 1KiB/s in place of fault",
    ]
    private static let timesOut = "write stall: nothing more is sent, so the client's own timeout ends its wait"

    // MARK: - Names in templates

    /// What to write for a name in a template that nothing defines; nil for a word that nothing is known of.
    static func templateName(meantBy name: String) -> String? { templateNames[key(name)] }

    /// The part of the request that a helper of other tools takes a name of; nil for another word.
    static func helperPart(_ name: String) -> String? {
        switch key(name) {
        case "urlparam", "pathparam", "pathvariable", "pathparameter": "path"
        case "queryparam", "query", "queryparameter", "querystring": "query"
        case "header", "requestheader": "headers"
        case "cookie": "cookies"
        case "body", "bodyparam", "jsonbody": "json"
        case "formparam", "formdata": "form"
        default: nil
        }
    }

    /// Whether other tools have variables behind this name.
    static func isSetOfVariables(_ name: String) -> Bool {
        [
            "vars", "variables", "var", "variable", "globals", "global", "captures", "capture", "captured",
            "environment",
            "collectionvariables", "steps", "context", "ctx", "state", "store", "props",
        ].contains(key(name))
    }

    /// The filter that is meant by a helper of other tools; nil for another word.
    static func filterMeant(by name: String) -> String? {
        switch key(name) {
        case "uppercase", "touppercase", "upcase": "upper"
        case "lowercase", "tolowercase", "downcase": "lower"
        case "urlencode", "encodeuricomponent": "url"
        case "base64encode", "btoa": "base64"
        case "base64decode", "atob": "base64_decode"
        case "tojson", "stringify", "jsonstringify": "json"
        case "tostring": "string"
        case "tonumber", "parseint", "parsefloat": "number"
        case "fallback", "orelse", "ifempty", "defaultto": "default"
        case "hmac", "hmacsha256": "hmac_sha256"
        default: nil
        }
    }

    /// What to write for a part of a request that no request has; nil for a word that nothing is known of.
    ///
    /// - Parameter member: the name behind it, such as `id` in `request.param.id`; empty without one.
    static func requestPart(meantBy part: String, member: String) -> String? {
        switch key(part) {
        case "param", "params", "parameter", "parameters", "pathparam", "pathparams", "pathparameters",
            "pathvariables", "urlparams":
            let name = member.isEmpty ? "id" : member
            return
                "write {{request.path.\(name)}} for a parameter of the path, {{request.query.\(name)}} for a value of the query"
        case "url", "uri", "requesturi", "originalurl": return called("request.target")
        case "querystring", "queryparams", "queryparameters", "args": return called("request.query")
        case "verb": return called("request.method")
        case "text", "rawbody", "content": return called("request.body")
        case "data", "payload", "jsonbody": return called("request.json")
        case "formdata", "postdata": return called("request.form")
        case "session": return "write {{request.cookies.session}}"
        case "auth", "authorization", "token", "bearer": return "write {{request.headers.authorization}}"
        default: return nil
        }
    }

    private static let moment = "the time is now: write {{now}}, {{now(http)}} or {{now(unix)}}"
    private static let randomNumber = "write {{random.int(1, 6)}}"
    private static let randomText = "write {{random.string(12)}}"
    private static let sentResponse =
        "a template sees the request and no response: name the value in vars or set, and write {{name}} in both places"

    private static let templateNames: [String: String] = [
        "randomuuid": "write {{uuid}}", "uuidv4": "write {{uuid}}", "uuid4": "write {{uuid}}", "guid": "write {{uuid}}",
        "newguid": "write {{uuid}}", "randomguid": "write {{uuid}}", "generateuuid": "write {{uuid}}",
        "timestamp": moment, "isotimestamp": moment, "unixtimestamp": moment, "datetime": moment, "date": moment,
        "currentdate": moment, "currenttime": moment, "epoch": moment, "unixtime": moment, "today": moment,
        "randomint": randomNumber, "randominteger": randomNumber, "randomnumber": randomNumber,
        "randominrange": randomNumber, "randomstring": randomText, "randomvalue": randomText,
        "randomalphanumeric": randomText, "randomtext": randomText,
        "faker": "write {{uuid}}, {{random.int(1, 6)}}, {{random.string(12)}} or a value",
        "response": sentResponse, "res": sentResponse, "reply": sentResponse,
        "counter": "write {{count}}", "requestcount": "write {{count}}", "callcount": "write {{count}}",
        "jsonpath": "write {{request.json.id}}", "baseurl": "write {{server.url}}", "url": "write {{server.url}}",
    ]

    // MARK: - Operators

    private static let operators: [String: String] = [
        "regex": "matches", "regexp": "matches", "pattern": "matches", "like": "matches", "matchesregex": "matches",
        "eq": "equals", "equalto": "equals", "is": "equals", "value": "equals", "exact": "equals",
        "const": "equals", "ne": "not", "neq": "not", "notequals": "not", "notequal": "not",
        "in": "one_of", "oneof": "one_of", "enum": "one_of", "exists": "present", "isnotnull": "present",
        "required": "present", "missing": "absent", "notexists": "absent", "null": "absent", "isnull": "absent",
        "min": "gte", "minimum": "gte", "ge": "gte", "atleast": "gte", "greaterthan": "gt", "after": "gt",
        "max": "lte", "maximum": "lte", "le": "lte", "atmost": "lte", "lessthan": "lt", "before": "lt",
        "prefix": "starts_with", "beginswith": "starts_with", "suffix": "ends_with",
        "include": "contains", "includes": "contains", "substring": "contains", "size": "length", "len": "length",
        "minlength": "length", "maxlength": "length", "and": "all_of", "allof": "all_of", "or": "any_of",
        "anyof": "any_of", "ignorecase": "equals_ignore_case", "caseinsensitive": "equals_ignore_case",
        "anyorder": "unordered", "ignorearrayorder": "unordered",
    ]

    /// The operators that stand within `not` for words of other tools.
    private static let negatedOperators: [String: String] = [
        "doesnotmatch": "matches", "notmatches": "matches", "notmatch": "matches", "notregex": "matches",
        "doesnotcontain": "contains", "notcontains": "contains", "notin": "one_of", "noneof": "one_of",
    ]
}
