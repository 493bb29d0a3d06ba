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

    private static let checks = "checks at the end are expect: expect: [{request: DELETE /me, never: true}]"
    private static let random = "a random delay is delay: {uniform: {from: 10ms, to: 90ms}}"
    private static let ofRequestAlone =
        "a capture takes from the request: a value of the response is in the scenario already, so name it in vars or set, "
        + "and write {{name}} in both places"

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
        Row("verify: []\nsteps: [{request: GET /a}]", "2:1: error: unknown key \"verify\" in a scenario; \(checks)"),
        Row(
            "verifications: []\nsteps: [{request: GET /a}]",
            "2:1: error: unknown key \"verifications\" in a scenario; \(checks)"),
        Row(
            "steps: [{GET /a: 200}]",
            "2:10: error: unknown key \"GET /a\" in a step; request and response are keys: write - {request: GET /a, response: "
                + "200}"),
        Row(
            "stubs: [{'POST /a?b=c': {status: 201}}]",
            "2:10: error: unknown key \"POST /a?b=c\" in a stub; request and response are keys: write - {request: 'POST "
                + "/a?b=c', response: {…}}"),
        Row(
            "steps: {GET /a: 200}",
            "2:8: error: steps must be a list; request and response are keys: write - {request: GET /a, response: 200}"),
        Row(
            "steps: {login: {request: GET /a}}",
            "2:8: error: steps must be a list; an item has its name as id: write - id: login, and its keys below"),
        Row(
            "stubs:\n  health: {request: GET /a}",
            "3:3: error: stubs must be a list; an item has its name as id: write - id: health, and its keys below"),
        Row(
            "steps: [{parallel: {one: {request: GET /a}}}]",
            "2:20: error: parallel takes a list of steps that is not empty; an item has its name as id: write - id: one, "
                + "and its keys below"),
        Row(
            "steps: {request: GET /a}",
            "2:8: error: steps must be a list; write it in brackets: [{request: …}]"),
        Row(
            "steps: [{request: GET /a, response: {delay: {min: 1s}}}]",
            "2:46: error: unknown key \"min\" in a delay; \(random)"),
        Row(
            "steps: [{request: GET /a, response: {delay: {body: {max: 1s}}}}]",
            "2:53: error: unknown key \"max\" in a delay; \(random)"),
        Row(
            "steps: [{request: GET /a, response: {delay: {ms: 200}}}]",
            "2:46: error: unknown key \"ms\" in a delay; a fixed delay is a text with its unit: delay: 200ms"),
        Row(
            "steps: [{request: GET /a, response: {delay: {uniform: {lower: 1s, to: 2s}}}}]",
            "2:56: error: unknown key \"lower\" in uniform; it is called from"),
        Row(
            "steps: [{request: GET /a, response: {delay: {lognormal: {mean: 1s, sigma: 1}}}}]",
            "2:58: error: unknown key \"mean\" in lognormal; it is called median"),
        Row(
            "steps: [{request: GET /a, capture: {id: {response: $.id}}, set: {b: '{{id}}'}}]",
            "2:42: error: unknown key \"response\" in a capture; \(ofRequestAlone)"),
        Row(
            "steps: [{request: GET /a, capture: {id: {status}}, set: {b: '{{id}}'}}]",
            "2:42: error: unknown key \"status\" in a capture; \(ofRequestAlone)"),
        Row(
            "steps: [{request: GET /a, capture: {id: response.body.id}, set: {b: '{{id}}'}}]",
            "2:41: error: a capture is a map like {json: $.id} or {header: Location}, not text; \(ofRequestAlone)"),
        Row(
            "steps: [{request: GET /a, capture: {id: '{{response.json.id}}'}, set: {b: '{{id}}'}}]",
            "2:41: error: a capture is a map like {json: $.id} or {header: Location}, not text; \(ofRequestAlone)"),
        Row(
            "steps: [{request: GET /a, response: {capture: {id: {json: $.id}}}}]",
            "2:38: error: unknown key \"capture\" in a response; it belongs in the step, beside response"),
        Row(
            "steps: [{request: GET /a, capture: {id: {from: body}}, set: {b: '{{id}}'}}]",
            "2:42: error: unknown key \"from\" in a capture; write the part of the request as the key: {json: $.id} or "
                + "{header: Location}"),
        Row(
            "steps: [{request: GET /a, capture: {id: {value: 7}}, set: {b: '{{id}}'}}]",
            "2:42: error: unknown key \"value\" in a capture; a value that no request brings is set: {name: value}, beside "
                + "capture"),
        Row("steps: [{request: any /a}]", "2:19: error: a method is upper case: write /a"),
    ]

    @Test("gets the word that is meant, and where it goes", arguments: rows)
    func advice(_ row: Row) {
        let loaded = Scenario.load(bytes: Array("mockserver: 1\n\(row.lines)\n".utf8), path: "s.yaml")
        #expect(loaded.diagnostics.map(\.description) == ["s.yaml:" + row.expected])
    }
}
