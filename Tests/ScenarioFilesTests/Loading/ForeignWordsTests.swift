import ScenarioFiles
import Scenarios
import Testing

/// Words of other tools, and words that stand at a wrong level.
@Suite("A word that means nothing where it stands")
struct ForeignWordsTests {
    /// A map of the format with the word in it, the position of the word, and the end of the message.
    struct Row: Sendable, CustomTestStringConvertible {
        let lines: String
        let expected: String
        var testDescription: String { lines }

        init(_ lines: String, _ expected: String) {
            self.lines = lines
            self.expected = expected
        }
    }

    private static let inOrder =
        "steps are played in the order of the file, and stubs are tried in it; move it up or down"
    private static let states =
        "steps are played in order, so a chain of states is a list of steps; when and set keep other states"

    static let rows = [
        Row(
            "on_assert_failure: reject\nsteps: [{request: GET /a}]",
            "2:1: error: unknown key \"on_assert_failure\" in a scenario; it belongs under defaults, for all steps, or in a "
                + "step: defaults: {on_assert_failure: reject}"),
        Row(
            "scenario: []\nsteps: [{request: GET /a}]",
            "2:1: error: unknown key \"scenario\" in a scenario; the steps stand at the top level: steps: [{request: GET "
                + "/me}]"),
        Row(
            "steps: [{request: GET /a, status: 201}]",
            "2:27: error: unknown key \"status\" in a step; it belongs to the response: response: {status: 201}, or "
                + "response: 201"),
        Row(
            "steps: [{request: GET /a, statusCode: 201}]",
            "2:27: error: unknown key \"statusCode\" in a step; write response: {status: 201}, or response: 201"),
        Row(
            "stubs: [{request: GET /a, headers: {A: b}}]",
            "2:27: error: unknown key \"headers\" in a stub; it belongs to the request (request or assert) or to the "
                + "response: response: {headers: {Location: /me}}"),
        Row(
            "steps: [{request: GET /a, body: hello}]",
            "2:27: error: unknown key \"body\" in a step; write what is sent as response: {json: …} or {text: …}, and what "
                + "must come as assert: {json: …} or {text: …}"),
        Row("stubs: [{request: GET /a, priority: 1}]", "2:27: error: unknown key \"priority\" in a stub; \(inOrder)"),
        Row("steps: [{request: GET /a, scenario: x}]", "2:27: error: unknown key \"scenario\" in a step; \(states)"),
        Row(
            "steps: [{request: GET /a, requiredScenarioState: x}]",
            "2:27: error: unknown key \"requiredScenarioState\" in a step; \(states)"),
        Row("steps: [{request: GET /a, name: x}]", "2:27: error: unknown key \"name\" in a step; it is called id"),
        Row(
            "steps: [{request: {method: GET, url: /a}}]",
            "2:33: error: unknown key \"url\" in a request; write path: /me; the host is host, and a query is query: {q: a}"
        ),
        Row(
            "steps: [{request: {path: /a, jsonBody: {a: 1}}}]",
            "2:30: error: unknown key \"jsonBody\" in a request; it is called json"),
        Row(
            "steps: [{request: {path: /a, query_params: {a: 1}}}]",
            "2:30: error: unknown key \"query_params\" in a request; it is called query"),
        Row(
            "steps: [{request: GET /a, response: {statusCode: 201}}]",
            "2:38: error: unknown key \"statusCode\" in a response; it is called status"),
        Row(
            "steps: [{request: GET /a, response: {body: hello}}]",
            "2:38: error: unknown key \"body\" in a response; write json: …, text: …, base64: … or file: body.json"),
        Row(
            "steps: [{request: GET /a, response: {jsonBody: {a: 1}}}]",
            "2:38: error: unknown key \"jsonBody\" in a response; it is called json"),
        Row(
            "steps: [{request: GET /a, response: {fixedDelayMilliseconds: 200}}]",
            "2:38: error: unknown key \"fixedDelayMilliseconds\" in a response; write delay: 200ms"),
        Row(
            "defaults: {headers: {A: b}}\nsteps: [{request: GET /a}]",
            "2:12: error: unknown key \"headers\" in defaults; it belongs under response: defaults: {response: {headers: "
                + "…}}"),
        Row(
            "steps: [{request: GET /a, times: {min: 1}}]",
            "2:35: error: unknown key \"min\" in times; it is called at_least"),
        Row(
            "steps: [{request: GET /a, times: {max: 1}}]",
            "2:35: error: unknown key \"max\" in times; it is called at_most"),
        Row(
            "steps: [{request: {path: {regex: /a}}}]",
            "2:27: error: unknown operator \"regex\"; it is called \"matches\""),
        Row(
            "steps: [{request: GET /a, assert: {headers: {A: {eq: b}}}}]",
            "2:50: error: unknown operator \"eq\"; it is called \"equals\""),
        Row(
            "steps: [{request: GET /a, assert: {query: {n: {min: 1}}}}]",
            "2:48: error: unknown operator \"min\"; it is called \"gte\""),
        Row(
            "steps: [{request: GET /a, assert: {json: {n: {$regex: a}}}}]",
            "2:47: error: unknown operator \"$regex\"; it is called \"$matches\"; a member of that name is written "
                + "\"$$regex\""),
        Row(
            "steps: [{request: GET /a, assert: {json: {n: {$min: 1}}}}]",
            "2:47: error: unknown operator \"$min\"; it is called \"$gte\"; a member of that name is written \"$$min\""),
        Row(
            "steps: [{request: GET /a, responses: [{response: 200}]}]",
            "2:40: error: unknown key \"response\" in a response; a response stands here without the word: 200, or "
                + "{status: 200, text: hello}"),
        Row(
            "steps: [{request: GET /a, response: {html: <p>}}]",
            "2:38: error: unknown key \"html\" in a response; write text: … and headers: {Content-Type: text/html}"),
        Row(
            "steps: [{request: GET /a, response: {sleep: 1s}}]",
            "2:38: error: unknown key \"sleep\" in a response; write delay: 200ms"),
        Row(
            "steps: [{request: {pathPattern: a}}]",
            "2:20: error: unknown key \"pathPattern\" in a request; write path: {matches: '/users/[0-9]+'}"),
        Row(
            "steps: [{request: {body_contains: a}}]",
            "2:20: error: unknown key \"body_contains\" in a request; write text: {contains: hello}"),
        Row(
            "steps: [{request: GET /a, assert: {body: {a: 1}}}]",
            "2:43: error: unknown key \"a\" in body; a member of JSON is compared by json: {a: …} in place of body"),
        Row(
            "steps: [{request: GET /a, assert: {body: {lenght: 1}}}]",
            "2:43: error: unknown key \"lenght\" in body; did you mean \"length\"?"),
        Row(
            "steps: [{request: GET /a, hold: {arrivals: 3}}]",
            "2:34: error: unknown key \"arrivals\" in a hold; it belongs under until: until: {arrivals: 3}"),
        Row(
            "steps: [{request: GET /a, response: {fault: timeout}}]",
            "2:45: error: unknown fault \"timeout\"; write stall: nothing more is sent, so the client's own timeout ends "
                + "its wait"),
        Row(
            "steps: [{request: GET /a, response: {fault: CONNECTION_RESET_BY_PEER}}]",
            "2:45: error: unknown fault \"CONNECTION_RESET_BY_PEER\"; it is called reset"),
        Row(
            "steps: [{request: GET /a, response: {fault: zzz}}]",
            "2:45: error: unknown fault \"zzz\"; there are reset, stall, close, empty, garbage, truncate, "
                + "malformed_chunk"),
        Row(
            "steps: [{request: ANY /a}]",
            "2:19: warning: \"ANY\" is not a known method; leave it out to take any [unknown-method]"),
        Row(
            "steps: [{request: {method: '*', path: /a}}]",
            "2:28: warning: \"*\" is not a known method; leave it out to take any [unknown-method]"),
        Row(
            "steps: [{request: FETCH /a}]",
            "2:19: warning: \"FETCH\" is not a known method; did you mean GET? [unknown-method]"),
        Row("steps: [{request: any /a}]", "2:19: error: a method is upper case: write /a"),
    ]

    @Test("gets the word that is meant, and where it goes", arguments: rows)
    func advice(_ row: Row) {
        let loaded = Scenario.load(bytes: Array("mockserver: 1\n\(row.lines)\n".utf8), path: "s.yaml")
        #expect(loaded.diagnostics.map(\.description) == ["s.yaml:" + row.expected])
    }
}
