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
        "steps are played in the order of the file, and stubs are tried in it: leave it out, and move the item up or down"
    private static let states =
        "steps are played in order, so write a list of steps for a chain of states; when and set keep other states"

    private static let inOrderOrNot =
        "write steps: […] for requests that come in order, stubs: […] for those that may come any time"
    private static let checks = "checks at the end are expect: write expect: [{request: DELETE /me, never: true}]"
    private static let random = "a random delay is a map: write delay: {uniform: {from: 10ms, to: 90ms}}"
    private static let ofRequestAlone =
        "a capture takes from the request: a value of the response is in the scenario already, so name it in vars or set, "
        + "and write {{name}} in both places"

    static let rows: [Row] = [
        Row(
            "stubs: [{request: {headers: {A: {doesNotMatch: 'a.*'}}}}]",
            "2:34: error: unknown operator \"doesNotMatch\"; write not: {matches: …}"),
        Row(
            "stubs: [{request: {json: {a: {$notIn: [1]}}}}]",
            "2:31: error: unknown operator \"$notIn\"; write $not: {$one_of: …}; write \"$$notIn\" for a member of that name"
        ),
        Row(
            "stubs: [{request: GET /a, response: {is: {status: 200}}}]",
            "2:38: error: unknown key \"is\" in a response; leave the word out, and write what it has in its place"),
        Row(
            "stubs: [{request: GET /a, response: {_behaviors: {wait: 500}}}]",
            "2:38: error: unknown key \"_behaviors\" in a response; write delay: 200ms for a wait, and times in the stub "
                + "for a repetition"),
        Row(
            "stubs: [{request: GET /a, HttpResponse.json: {id: 1}}]",
            "2:27: error: unknown key \"HttpResponse.json\" in a stub; write response: {json: …}"),
        Row(
            "steps: [{request: GET /a, assert: {contains: hello}}]",
            "2:36: error: unknown key \"contains\" in a request; write text: {contains: hello}"),
        Row(
            "on_assert_failure: reject\nsteps: [{request: GET /a}]",
            "2:1: error: unknown key \"on_assert_failure\" in a scenario; it belongs under defaults, for all steps, or in a "
                + "step: defaults: {on_assert_failure: reject}"),
        Row(
            "scenario: []\nsteps: [{request: GET /a}]",
            "2:1: error: unknown key \"scenario\" in a scenario; the steps stand at the top level: write steps: [{request: GET /me}]"
        ),
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
            "2:47: error: unknown operator \"$regex\"; it is called \"$matches\"; write \"$$regex\" for a member of that name"
        ),
        Row(
            "steps: [{request: GET /a, assert: {json: {n: {$min: 1}}}}]",
            "2:47: error: unknown operator \"$min\"; it is called \"$gte\"; write \"$$min\" for a member of that name"),
        Row(
            "steps: [{request: GET /a, responses: [{response: 200}]}]",
            "2:40: error: unknown key \"response\" in a response; leave the word out: a response is 200, or {status: 200, text: hello}"
        ),
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
            "2:43: error: unknown key \"a\" in body; for a member of JSON write json: {a: …} in place of body"),
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
            "2:20: error: parallel takes a list of at least one step; an item has its name as id: write - id: one, "
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
            "2:46: error: unknown key \"ms\" in a delay; a fixed delay is a text with its unit: write delay: 200ms"),
        Row(
            "steps: [{request: GET /a, response: {delay: {uniform: {lower: 1s, to: 2s}}}}]",
            "2:56: error: unknown key \"lower\" in uniform; it is called from"),
        Row(
            "steps: [{request: GET /a, response: {delay: {lognormal: {mean: 1s, sigma: 1}}}}]",
            "2:58: error: unknown key \"mean\" in lognormal; lognormal takes the median, not the mean: write median: 1s, the wait "
                + "that half of the draws exceed"),
        Row(
            "steps: [{request: GET /a, response: {delay: {lognormal: {mu: 4, stddev: 1}}}}]",
            "2:58: error: unknown key \"mu\" in lognormal; lognormal takes the median, not mu: write median: 80ms, the wait "
                + "that half of the draws exceed\n2:65: error: unknown key \"stddev\" in lognormal; lognormal takes sigma, the "
                + "deviation of the wait's logarithm: write sigma: 0.4"),
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
            "2:42: error: unknown key \"value\" in a capture; for a value that no request brings write set: {name: value}, beside capture"
        ),
        Row("steps: [{request: any /a}]", "2:19: error: \"any\" is not a method; leave it out to take any: write /a"),
        Row("stubs: [{request: All /a}]", "2:19: error: \"All\" is not a method; leave it out to take any: write /a"),
        Row(
            "handlers: []\nstubs: [{request: GET /a}]",
            "2:1: error: unknown key \"handlers\" in a scenario; \(inOrderOrNot)"
        ),
        Row(
            "rules: []\nstubs: [{request: GET /a}]",
            "2:1: error: unknown key \"rules\" in a scenario; \(inOrderOrNot)"
        ),
        Row(
            "pairs: []\nstubs: [{request: GET /a}]",
            "2:1: error: unknown key \"pairs\" in a scenario; \(inOrderOrNot)"
        ),
        Row(
            "item: []\nstubs: [{request: GET /a}]",
            "2:1: error: unknown key \"item\" in a scenario; \(inOrderOrNot)"
        ),
        Row(
            "paths: []\nstubs: [{request: GET /a}]",
            "2:1: error: unknown key \"paths\" in a scenario; \(inOrderOrNot)"
        ),
        Row(
            "imposters: []\nstubs: [{request: GET /a}]",
            "2:1: error: unknown key \"imposters\" in a scenario; \(inOrderOrNot)"
        ),
        Row(
            "latency: 5\nstubs: [{request: GET /a}]",
            "2:1: error: unknown key \"latency\" in a scenario; write defaults: {response: {delay: 200ms}}"),
        Row(
            "onUnhandledRequest: error\nstubs: [{request: GET /a}]",
            "2:1: error: unknown key \"onUnhandledRequest\" in a scenario; leave it out, since such a request fails the run already"
        ),
        Row(
            "onUnhandledRequest: bypass\nstubs: [{request: GET /a}]",
            "2:1: error: unknown key \"onUnhandledRequest\" in a scenario; write unmatched: {status: 404, allow: true}"),
        Row(
            "fallback: {status: 404}\nstubs: [{request: GET /a}]",
            "2:1: error: unknown key \"fallback\" in a scenario; it is called unmatched"),
        Row(
            "middleware: []\nstubs: [{request: GET /a}]",
            "2:1: error: unknown key \"middleware\" in a scenario; write what each response has under defaults"),
        Row(
            "steps: [{request: GET /a, httpResponse: 200}]",
            "2:27: error: unknown key \"httpResponse\" in a step; it is called response"),
        Row(
            "steps: [{request: GET /a, once: true}]",
            "2:27: error: unknown key \"once\" in a step; a step takes one request by default; leave it out, or write times: 1"
        ),
        Row(
            "steps: [{request: GET /a, once: false}]",
            "2:27: error: unknown key \"once\" in a step; leave once: false out"),
        Row(
            "steps: [{request: GET /a, persist: true}]",
            "2:27: error: unknown key \"persist\" in a step; a step takes one request by default; write it under stubs for any number of requests"
        ),
        Row(
            "stubs: [{request: GET /a, persist: true}]",
            "2:27: error: unknown key \"persist\" in a stub; a stub answers any number of requests; leave it out"),
        Row(
            "stubs: [{request: GET /a, persist: false}]",
            "2:27: error: unknown key \"persist\" in a stub; leave persist: false out"),
        Row("stubs: [{request: GET /a, once: true}]", "2:27: error: unknown key \"once\" in a stub; write times: 1"),
        Row(
            "stubs: [{request: GET /a, timeToLive: {}}]",
            "2:27: error: unknown key \"timeToLive\" in a stub; a stub stays to the end of the run; leave it out"),
        Row(
            "stubs: [{request: GET /a, remainingTimes: 2}]",
            "2:27: error: unknown key \"remainingTimes\" in a stub; write times: 2"),
        Row(
            "stubs: [{request: GET /a, operationId: a}]",
            "2:27: error: unknown key \"operationId\" in a stub; it is called id"),
        Row(
            "stubs: [{request: GET /a, tags: []}]", "2:27: error: unknown key \"tags\" in a stub; write it as a comment"
        ),
        Row(
            "stubs: [{request: GET /a, enabled: true}]",
            "2:27: error: unknown key \"enabled\" in a stub; leave it out; a step that is not wanted is commented out"),
        Row(
            "stubs: [{request: GET /a, postServeActions: []}]",
            "2:27: error: unknown key \"postServeActions\" in a stub; the server sends no requests of its own; leave it out"
        ),
        Row(
            "stubs: [{request: GET /a, httpForward: {}}]",
            "2:27: error: unknown key \"httpForward\" in a stub; the server forwards no requests; write a response for each"
        ),
        Row(
            "stubs: [{request: GET /a, rules: []}]",
            "2:27: error: unknown key \"rules\" in a stub; write one stub for each case, with its condition in request"),
        Row(
            "stubs: [{request: GET /a, examples: []}]",
            "2:27: error: unknown key \"examples\" in a stub; write responses: [200, 404] to send several in turn"),
        Row(
            "stubs: [{request: GET /a, replyWithFile: a}]",
            "2:27: error: unknown key \"replyWithFile\" in a stub; write response: {file: body.json}"),
        Row(
            "stubs: [{request: GET /a, transitionsState: {}}]",
            "2:27: error: unknown key \"transitionsState\" in a stub; write set: {cart: full}"),
        Row(
            "steps: [{request: GET /a, get: /a}]",
            "2:27: error: unknown key \"get\" in a step; request says it already; leave get out"),
        Row(
            "steps: [{request: GET /a, post: /b}]",
            "2:27: error: unknown key \"post\" in a step; there is a request already: leave post out, or write request: POST "
                + "/b"),
        Row(
            "stubs: [{request: POST /a?b=1, url: 'https://a.test/a?b=1'}]",
            "2:32: error: unknown key \"url\" in a stub; request says it already; leave url out"),
        Row(
            "steps: [{get: '/users/{id}'}]",
            "2:10: error: unknown key \"get\" in a step; write request: 'GET /users/{id}'"),
        Row(
            "stubs: [{url: 'https://a.test/a'}]",
            "2:10: error: unknown key \"url\" in a stub; write request: GET /a"),
        Row(
            "steps: [{get: {path: /a}}]", "2:10: error: unknown key \"get\" in a step; write request: GET /me"),
        Row(
            "steps: [{request: GET /a?b=1, head: from_get}]",
            "2:31: error: unknown key \"head\" in a step; it goes with a stub; to take HEAD in a step, write request: "
                + "{method: [GET, HEAD], path: /a, query: {b: 1}}, or leave it out"),
        Row(
            "steps: [{request: {method: GET, path: /a}, head: from_get}]",
            "2:44: error: unknown key \"head\" in a step; it goes with a stub; to take HEAD in a step, write method: [GET, "
                + "HEAD] in its request, or leave it out"),
        Row(
            "steps: [{request: /a, head: from_get}, {request: POST /a, head: from_get}]",
            "2:23: error: unknown key \"head\" in a step; it goes with a stub, and a request without a method takes HEAD "
                + "already; leave it out\n2:59: error: unknown key \"head\" in a step; it goes with a stub for GET; leave it "
                + "out"),
        Row(
            "stubs: [{request: {path: /a, queryStringParameters: {}}}]",
            "2:30: error: unknown key \"queryStringParameters\" in a request; it is called query"),
        Row(
            "stubs: [{request: {path: /a, pathParameters: {}}}]",
            "2:30: error: unknown key \"pathParameters\" in a request; write path: '/users/{id}'"),
        Row(
            "stubs: [{request: {path: /a, destination: a}}]",
            "2:30: error: unknown key \"destination\" in a request; it is called host"),
        Row(
            "stubs: [{request: {path: /a, scheme: http}}]",
            "2:30: error: unknown key \"scheme\" in a request; leave it out; the option --tls turns TLS on"),
        Row(
            "stubs: [{request: {path: /a, requiresState: {}}}]",
            "2:30: error: unknown key \"requiresState\" in a request; write when: {cart: full} in the stub, beside request"
        ),
        Row(
            "stubs: [{request: {path: /a, httpMethod: GET}}]",
            "2:30: error: unknown key \"httpMethod\" in a request; it is called method"),
        Row(
            "stubs: [{request: {path: /a, reqheaders: {}}}]",
            "2:30: error: unknown key \"reqheaders\" in a request; it is called headers"),
        Row(
            "stubs: [{request: {path: /a, multipartPatterns: []}}]",
            "2:30: error: unknown key \"multipartPatterns\" in a request; it is called multipart"),
        Row(
            "stubs: [{request: {path: /a, operationName: A}}]",
            "2:30: error: unknown key \"operationName\" in a request; write graphql: {operation: Hero}"),
        Row(
            "stubs: [{request: GET /a, response: {example: {a: 1}}}]",
            "2:38: error: unknown key \"example\" in a response; write json: …"),
        Row(
            "stubs: [{request: GET /a, response: {examples: {}}}]",
            "2:38: error: unknown key \"examples\" in a response; write json: …, or responses: […] in the stub for several"
        ),
        Row(
            "stubs: [{request: GET /a, response: {schema: {}}}]",
            "2:38: error: unknown key \"schema\" in a response; write json: …, with values in place of the schema"),
        Row(
            "stubs: [{request: GET /a, response: {encodedBody: false}}]",
            "2:38: error: unknown key \"encodedBody\" in a response; leave encodedBody: false out"),
        Row(
            "stubs: [{request: GET /a, response: {encodedBody: true, text: aGk=}}]",
            "2:38: error: unknown key \"encodedBody\" in a response; write base64: aGk= in place of text"),
        Row(
            "stubs: [{request: GET /a, response: {statusText: a}}]",
            "2:38: error: unknown key \"statusText\" in a response; it is called reason"),
        Row(
            "stubs: [{request: GET /a, response: {filePath: a}}]",
            "2:38: error: unknown key \"filePath\" in a response; it is called file"),
        Row(
            "stubs: [{request: GET /a, response: {templated: true}}]",
            "2:38: error: unknown key \"templated\" in a response; it is called template"),
        Row(
            "stubs: [{request: GET /a, response: {disableTemplating: true}}]",
            "2:38: error: unknown key \"disableTemplating\" in a response; write template: false"),
        Row(
            "stubs: [{request: GET /a, response: {connectionOptions: {}}}]",
            "2:38: error: unknown key \"connectionOptions\" in a response; write connection: close, or leave it out"),
        Row(
            "stubs: [{request: GET /a, response: {callbacks: []}}]",
            "2:38: error: unknown key \"callbacks\" in a response; the server sends no requests of its own; leave it out"
        ),
        Row(
            "stubs: [{request: GET /a, response: {passthrough: true}}]",
            "2:38: error: unknown key \"passthrough\" in a response; the server forwards no requests; write a response for each"
        ),
        Row(
            "stubs: [{request: GET /a, response: {'404': {}}}]",
            "2:38: error: unknown key \"404\" in a response; write {status: 404, json: …}, with what stands after the colon as json"
        ),
        Row(
            "stubs: [{request: GET /a, response: {chunked: true}}]",
            "2:38: error: unknown key \"chunked\" in a response; write framing: chunked"),
        Row(
            "stubs: [{request: GET /a, times: {remainingTimes: 2, unlimited: false}}]",
            "2:35: error: unknown key \"remainingTimes\" in times; write times: 2\n2:54: error: unknown key \"unlimited\" in times; leave unlimited: false out"
        ),
        Row(
            "stubs: [{httpRequest: {path: /a}, httpResponse: {statusCode: 200}}]",
            "2:10: error: unknown key \"httpRequest\" in a stub; it is called request\n2:35: error: unknown key \"httpResponse\" in a stub; it is called response"
        ),
        Row(
            "stubs: [{request: GET /a, responses: {\"200\": {json: {a: 1}}, \"404\": {json: {}}}}]",
            "2:38: error: responses must be a list with at least one response: write - {status: 200, json: …} and one such line for each in the order in which they are sent"
        ),
        Row(
            "stubs: [{request: {path: [{matcher: exact, value: /b}]}}]",
            "2:26: error: one value is wanted here, not a list: write /b"),
        Row(
            "stubs: [{request: 'GET /a?x=1?y=2'}]",
            "2:29: warning: the second ? is text in the query; between two values write &: x=1&y=2 [literal-path]"),
        Row(
            "stubs: [{request: GET /a, response: {headers: {X-B: {a: b}}}}]",
            "2:53: error: a header has a text, a list of texts or {text: …} as it stands: write X-B: 'a=b'"),
        Row(
            "stubs: [{request: GET /a, times: 2.5}]", "2:34: error: times is a whole number of at least 1: write 2 or 3"
        ),
        Row(
            "stubs: [{request: GET /a, response: 404 Not Found}]",
            "2:37: error: a status is a number from 200 to 999 or a template alone, not \"404 Not Found\": write 404"),
        Row(
            "stubs: [{request: GET /a, response: {json: @data.json}}]",
            "2:44: error: a plain value can't begin with @; quote it, or write file: data.json in place of json for what the file has"
        ),
        Row(
            "stubs: [{request: GET /a, response: {json: {msg: \"it's \"fine\"\"}}}]",
            "2:57: error: the value ended at its closing quote; write \\\" for a quote within: \"it's \\\"fine\\\"\""),
        Row(
            "steps:\n  - request: GET /a\n   response: 200",
            "4:4: error: this line does not continue any list item above it; write it at column 5, below request in line 3"
        ),
        Row(
            "steps:\n  - request: GET /a\n   - request: GET /b",
            "4:4: error: a list item can't stand among the keys of a map; write it at column 3, below the item in line 3"
        ),
        Row(
            "stubs: [{request: GET /a, response: {times: 2, body: x}}]",
            "2:38: error: unknown key \"times\" in a response; it belongs in the stub, beside response; to send this response "
                + "twice, list it twice: responses: [{…}, {…}]\n2:48: error: unknown key \"body\" in a response; "
                + "write json: …, text: …, base64: … or file: body.json"),
        Row(
            "stubs: [{request: {path: /a, id: b}}]",
            "2:30: error: unknown key \"id\" in a request; it belongs in the stub, beside request"),
        Row(
            "defaults: {response: {set: {a: b}}}\nstubs: [{request: GET /a}]",
            "2:23: error: unknown key \"set\" in a response; it belongs in a step, beside response"),
        Row(
            "stubs: [{request: GET /a, when: {count: 1}}]",
            "2:34: error: when compares variables, and \"count\" is not one; requests are counted by the stub: write responses: "
                + "[200, 200, 503], or times: 2 and another stub"),
        Row(
            "stubs: [{request: GET /a, response: {status: [200, 404]}}]",
            "2:46: error: a response has one status; to send several in turn write responses: [200, 404] in the stub"),
        Row(
            "stubs: [{request: GET /a, response: '{{x}}'}]",
            "2:40: error: nothing defines \"x\"; write vars: {x: …} at the top, or capture: {x: {query: x}} in the stub"
        ),
        Row(
            "vars: {a: '{{x}}'}\nsteps: [{request: GET /a}]",
            "2:14: error: nothing defines \"x\"; write x: … before this in vars"),
        Row(
            "stubs:\n  - request: GET /a\n  -\n",
            "4:4: error: this item is empty: write request: GET /me, or leave the - out"),
        Row(
            "steps:\n  - request:\n      path: /a\n      any_of:\n        -\n        - /b",
            "6:10: error: this item is empty: write GET /me, or leave the - out"),
        Row(
            "steps:\n  - request: GET /a\n    after:\n      -",
            "5:8: error: this item is empty: write the id of a step, like login, or leave the - out"),
        Row(
            "steps: [{request: {method: [GET,], path: /a}}]\nredact:\n  -",
            "4:4: error: this item is empty: write what is redacted, like X-Api-Key, or leave the - out"),
        Row(
            "include:\n  -\nsteps: [{request: /a}]",
            "3:4: error: this item is empty: write the path of a file, like common.yaml, or leave the - out"),
        Row(
            "steps: [{request: GET /a, early: 'true'}]",
            "2:34: error: true or false should stand here: write true without quotes"),
        Row(
            "seed: '7'\nsteps: [{request: GET /a}]", "2:7: error: seed is a number: write 7 without quotes"),
        Row(
            "steps: [{request: GET /a, hold: true}]",
            "2:33: error: a hold is a map like {until: {arrivals: 3}}, not true; write {until: {arrivals: 3}} or {until: {step: "
                + "refresh}}"),
        Row(
            "steps: [{request: GET /a, hold: false}]",
            "2:33: error: a hold is a map like {until: {arrivals: 3}}, not false; leave hold out"),
        Row(
            "stubs: [{request: {path: /a, multipart: [{path: /b}]}}]",
            "2:43: error: unknown key \"path\" in a part; a part has none; write it in the request, beside multipart"),
    ]

    @Test(
        "of another tool's file is answered for the whole of it",
        arguments: [
            ("openapi: 3.0.0\npaths: {}\n", 1, "an OpenAPI description"),
            ("swagger: '2.0'\n", 1, "an OpenAPI description"),
            ("info: {}\nitem: []\n", 1, "a Postman collection"), ("log: {}\n", 1, "a HAR file"),
            ("data: {}\nmeta: {}\n", 1, "a simulation of Hoverfly"), ("mappings: []\n", 1, "a file of WireMock"),
            ("a: 1\nimposters: []\n", 2, "a file of Mountebank"),
        ])
    func file(text: String, line: Int, what: String) {
        let loaded = Scenario.load(bytes: Array(text.utf8), path: "s.yaml")
        #expect(
            loaded.diagnostics.map(\.description) == [
                "s.yaml:\(line):1: error: this is \(what), not a scenario; write a stub for each of its requests, below "
                    + "stubs: in a file that mockserver init writes"
            ])
    }

    @Test("gets the word that is meant, and where it goes", arguments: rows)
    func advice(_ row: Row) {
        let loaded = Scenario.load(bytes: Array("mockserver: 1\n\(row.lines)\n".utf8), path: "s.yaml")
        #expect(
            loaded.diagnostics.map(\.description)
                == row.expected.split(separator: "\n").map { "s.yaml:\($0)" })
        for diagnostic in loaded.diagnostics { #expect(Advice.isGiven(in: diagnostic.message), "\(diagnostic)") }
    }
}
