import MockServerKit

extension RunCase {
    static let all: [RunCase] = scenarios + steps + stubs + expectations

    private static let scenarios = [
        RunCase(
            "Scenario", "mockserver", "steps: [{request: GET /a}]", right: ["GET /a 200"], wrong: [], .unmet),
        RunCase(
            "Scenario", "include", "include: [common.yaml]", right: ["GET /common 200"], wrong: ["GET /commons 501"],
            .unmatched),
        RunCase(
            "Scenario", "vars", "vars: {a: 7}\nstubs: [{request: 'GET /{{a}}'}]", right: ["GET /7 200"],
            wrong: ["GET /8 501"], .unmatched),
        RunCase(
            "Scenario", "defaults", "defaults: {response: {status: 201}}\nsteps: [{request: GET /a}]",
            right: ["GET /a 201"], wrong: [], .unmet),
        RunCase(
            "Scenario", "base_path", "base_path: /api\nstubs: [{request: GET /a}]\nexpect: [{request: GET /a}]",
            right: ["GET /api/a 200"], wrong: ["GET /a 501"], .unmatched, .expect),
        RunCase(
            "Scenario", "order", "order: any\nsteps: [{request: GET /a}, {request: GET /b}]",
            right: ["GET /b 200", "GET /a 200"], wrong: ["GET /b 200"], .unmet),
        RunCase(
            "Order", "any", "order: any\nsteps: [{request: GET /a}, {request: GET /b}]",
            right: ["GET /b 200", "GET /a 200"], wrong: ["GET /b 200", "GET /b 501", "GET /a 200"], .exhausted),
        RunCase(
            "Order", "strict", "steps: [{request: GET /a}, {request: GET /b}]", right: ["GET /a 200", "GET /b 200"],
            wrong: ["GET /b 501", "GET /a 200", "GET /b 200"], .outOfOrder),
        RunCase(
            "Scenario", "steps", "steps: [{request: GET /a}, {request: GET /a, response: 201}]",
            right: ["GET /a 200", "GET /a 201"], wrong: ["GET /a 200"], .unmet),
        RunCase(
            "Scenario", "stubs", "stubs: [{request: GET /a}, {request: /a, response: 201}]",
            right: ["GET /a 200", "PUT /a 201", "GET /a 200"], wrong: ["GET /b 501"], .unmatched),
        RunCase(
            "Scenario", "unmatched", "unmatched: 404\nstubs: [{request: GET /a}]", right: [], wrong: ["GET /b 404"],
            .unmatched),
        RunCase(
            "Unmatched", "status", "unmatched: {status: 404}\nstubs: [{request: GET /a}]", right: ["GET /a 200"],
            wrong: ["GET /b 404"], .unmatched),
        RunCase(
            "Unmatched", "allow", "unmatched: {allow: true}\nsteps: [{request: GET /a}]",
            right: ["GET /b 501", "GET /a 200"], wrong: ["GET /a 200", "GET /a 501"], .exhausted),
        RunCase(
            "Scenario", "expect", "expect: [{request: GET /a}]\nunmatched: {allow: true}", right: ["GET /a 501"],
            wrong: [], .expect),
        RunCase(
            "Defaults", "response", "defaults: {response: {status: 201}}\nstubs: [{request: GET /a}]",
            right: ["GET /a 201"], wrong: ["GET /b 501"], .unmatched),
        RunCase(
            "Defaults", "assert",
            "defaults: {assert: {query: {a: 1}}}\nstubs: [{request: GET /a}, {request: GET /b, assert_defaults: false}]",
            right: ["GET /a?a=1 200", "GET /b 200"], wrong: ["GET /a?a=2 200"], .assertion),
        RunCase(
            "Defaults", "on_assert_failure",
            "defaults: {on_assert_failure: reject}\nstubs: [{request: GET /a, assert: {query: {a: 1}}}]",
            right: ["GET /a?a=1 200"], wrong: ["GET /a?a=2 422"], .assertion),
        RunCase(
            "Defaults", "head", "defaults: {head: from_get}\nstubs: [{request: GET /a}]", right: ["HEAD /a 200"],
            wrong: ["HEAD /b 501"], .unmatched),
        RunCase(
            "Included file", "mockserver", "include: [common.yaml]", right: ["GET /common 200"],
            wrong: ["GET /a 501"], .unmatched),
        RunCase(
            "Included file", "include", "include: [more.yaml]", right: ["GET /common 202"], wrong: ["GET /a 501"],
            .unmatched),
        RunCase(
            "Included file", "vars", "include: [common.yaml]\nstubs: [{request: 'GET /{{greeting}}'}]",
            right: ["GET /hello 200"], wrong: ["GET /greeting 501"], .unmatched),
        RunCase(
            "Included file", "defaults", "include: [more.yaml]\nstubs: [{request: GET /a}]", right: ["GET /a 202"],
            wrong: ["GET /b 501"], .unmatched),
        RunCase(
            "Included file", "stubs", "include: [common.yaml]\nstubs: [{request: GET /common, response: 203}]",
            right: ["GET /common 203"], wrong: ["GET /b 501"], .unmatched),
    ]

    private static let steps = [
        RunCase("Step", "id", "steps: [{id: a, request: GET /a}]", right: ["GET /a 200"], wrong: [], .unmet),
        RunCase(
            "Step", "request", "steps: [{request: 'GET /a?b=1'}]", right: ["GET /a?b=1 200"], wrong: ["GET /a?b=2 501"],
            .unmatched, .unmet),
        // At the head nothing is known of the body, so the item of expect does not count the request.
        RunCase(
            "Step", "early", "stubs: [{request: POST /a, early: true}]\nexpect: [{request: {text: b}, never: true}]",
            right: ["POST /a 200 b"], wrong: ["POST /c 501 b"], .unmatched, .expect),
        RunCase(
            "Step", "when",
            "vars: {cart: empty}\norder: any\n"
                + "steps: [{request: PUT /cart, set: {cart: full}}, {request: GET /pay, when: {cart: full}}]",
            right: ["PUT /cart 200", "GET /pay 200"], wrong: ["GET /pay 501", "PUT /cart 200", "GET /pay 200"],
            .outOfOrder),
        RunCase(
            "Step", "assert", "steps: [{request: GET /a, assert: {query: {b: 1}}}]", right: ["GET /a?b=1 200"],
            wrong: ["GET /a?b=2 200"], .assertion),
        RunCase(
            "Step", "assert_defaults",
            "defaults: {assert: {query: {a: 1}}}\nsteps: [{request: GET /a}, {request: GET /b, assert_defaults: false}]",
            right: ["GET /a?a=1 200", "GET /b 200"], wrong: ["GET /a 200", "GET /b 200"], .assertion),
        RunCase(
            "Step", "on_assert_failure",
            "steps: [{request: GET /a, assert: {query: {b: 1}}, on_assert_failure: reject}]",
            right: ["GET /a?b=1 200"], wrong: ["GET /a?b=2 422"], .assertion),
        RunCase(
            "On assert failure", "reject",
            "steps: [{request: GET /a, assert: {query: {b: 1}}, on_assert_failure: reject}]",
            right: ["GET /a?b=1 200"], wrong: ["GET /a?b=2 422"], .assertion),
        RunCase(
            "On assert failure", "record",
            "steps: [{request: GET /a, assert: {query: {b: 1}}, on_assert_failure: record}]",
            right: ["GET /a?b=1 200"], wrong: ["GET /a?b=2 200"], .assertion),
        RunCase(
            "Step", "times", "steps: [{request: GET /a, times: 2}]", right: ["GET /a 200", "GET /a 200"],
            wrong: ["GET /a 200"], .unmet),
        RunCase(
            "Times", "at_least", "steps: [{request: GET /a, times: {at_least: 1}}, {request: GET /b}]",
            right: ["GET /a 200", "GET /a 200", "GET /b 200"], wrong: ["GET /b 501", "GET /a 200", "GET /b 200"],
            .outOfOrder),
        RunCase(
            "Times", "at_most", "steps: [{request: GET /a, times: {at_most: 1}}, {request: GET /b}]",
            right: ["GET /b 200"], wrong: ["GET /a 200", "GET /a 501", "GET /b 200"], .exhausted),
        // A step that took a request closes those before it.
        RunCase(
            "Times", "at_most", "steps: [{request: GET /a, times: {at_most: 2}}, {request: GET /b}]",
            right: ["GET /a 200", "GET /b 200"], wrong: ["GET /b 200", "GET /a 501"], .outOfOrder),
        RunCase(
            "Step", "after",
            "steps: [{id: a, request: GET /a}, {id: b, request: GET /b}, {id: c, request: GET /c, after: [a]}]",
            right: ["GET /a 200", "GET /c 200", "GET /b 200"],
            wrong: ["GET /c 501", "GET /a 200", "GET /b 200", "GET /c 200"],
            .outOfOrder),
        RunCase(
            "Step", "after", "steps: [{request: GET /a}, {request: GET /b, after: []}]",
            right: ["GET /b 200", "GET /a 200"], wrong: ["GET /b 200"], .unmet),
        RunCase(
            "Step", "capture",
            "steps: [{request: 'PUT /n/{id}', capture: {id: {path: id}}}, {request: 'GET /n/{{id}}'}]",
            right: ["PUT /n/7 200", "GET /n/7 200"], wrong: ["PUT /n/7 200", "GET /n/8 501"], .unmatched, .unmet),
        RunCase(
            "Step", "set", "steps: [{request: PUT /n, set: {n: '{{count}}'}}, {request: 'GET /n/{{n}}'}]",
            right: ["PUT /n 200", "GET /n/1 200"], wrong: ["PUT /n 200", "GET /n/2 501"], .unmatched, .unmet),
        RunCase(
            "Step", "response", "steps: [{request: GET /a, response: 404}]", right: ["GET /a 404"], wrong: [], .unmet),
        RunCase(
            "Step", "responses", "steps: [{request: GET /a, responses: [503, 200]}]",
            right: ["GET /a 503", "GET /a 200"],
            wrong: ["GET /a 503"], .unmet),
        RunCase(
            "Step", "then", "steps: [{request: GET /a, responses: [503, 200], then: repeat_last}]",
            right: ["GET /a 503", "GET /a 200", "GET /a 200"], wrong: ["GET /a 503"], .unmet),
        RunCase(
            "Then of responses", "fail", "steps: [{request: GET /a, responses: [503, 200], then: fail}]",
            right: ["GET /a 503", "GET /a 200"], wrong: ["GET /a 503", "GET /a 200", "GET /a 501"], .exhausted),
        RunCase(
            "Then of responses", "repeat_last", "stubs: [{request: GET /a, responses: [503, 200], then: repeat_last}]",
            right: ["GET /a 503", "GET /a 200", "GET /a 200"], wrong: ["GET /b 501"], .unmatched),
        RunCase(
            "Then of responses", "cycle", "stubs: [{request: GET /a, responses: [503, 200], then: cycle}]",
            right: ["GET /a 503", "GET /a 200", "GET /a 503"], wrong: ["GET /b 501"], .unmatched),
        RunCase(
            "Parallel block", "parallel",
            "steps: [{parallel: [{request: GET /a}, [{request: GET /b}, {request: GET /c}]]}, {request: GET /d}]",
            right: ["GET /b 200", "GET /a 200", "GET /c 200", "GET /d 200"],
            wrong: ["GET /c 501", "GET /b 200", "GET /a 200", "GET /c 200", "GET /d 200"], .outOfOrder),
        RunCase(
            "Parallel block", "id",
            "steps: [{id: p, parallel: [{request: GET /a}, {request: GET /b}]}, {request: GET /c}, "
                + "{request: GET /d, after: [p]}]",
            right: ["GET /b 200", "GET /a 200", "GET /d 200", "GET /c 200"],
            wrong: ["GET /b 200", "GET /d 501", "GET /a 200", "GET /c 200", "GET /d 200"], .outOfOrder),
    ]

    private static let stubs = [
        RunCase(
            "Stub", "times", "stubs: [{request: GET /a, times: {at_most: 1}}]", right: ["GET /a 200"],
            wrong: ["GET /a 200", "GET /a 501"], .exhausted),
        RunCase(
            "Stub", "never", "stubs: [{request: DELETE /a, never: true}, {request: /a}]", right: ["GET /a 200"],
            wrong: ["DELETE /a 501"], .never),
        RunCase(
            "Stub", "head", "stubs: [{request: GET /a, head: from_get}, {request: GET /b}]", right: ["HEAD /a 200"],
            wrong: ["HEAD /b 501"], .unmatched),
        RunCase(
            "Head", "from_get", "stubs: [{request: GET /a, head: from_get, response: {text: hello}}]",
            right: ["HEAD /a 200", "GET /a 200"], wrong: ["PUT /a 501"], .unmatched),
    ]

    private static let expectations = [
        RunCase(
            "Expectation", "request", "stubs: [{request: '/{any}'}]\nexpect: [{request: GET /a}]",
            right: ["GET /a 200"],
            wrong: ["PUT /a 200"], .expect),
        RunCase(
            "Expectation", "times", "stubs: [{request: '/{any}'}]\nexpect: [{request: GET /a, times: {at_most: 1}}]",
            right: [], wrong: ["GET /a 200", "GET /a 200"], .expect),
        RunCase(
            "Expectation", "never", "stubs: [{request: '/{any}'}]\nexpect: [{request: GET /a, never: true}]",
            right: ["GET /b 200"], wrong: ["GET /a 200"], .expect),
        RunCase(
            "Expectation", "step", order, right: ["GET /a 200", "GET /b 200"], wrong: ["GET /b 200", "GET /a 200"],
            .expect),
        RunCase(
            "Expectation", "before", order, right: ["GET /a 200", "GET /b 200"], wrong: ["GET /b 200", "GET /a 200"],
            .expect),
        RunCase(
            "Expectation", "connections", "stubs: [{request: GET /a}]\nexpect: [{connections: 1}]",
            right: ["GET /a 200"],
            wrong: [], .expect),
    ]

    private static let order =
        "order: any\nsteps: [{id: a, request: GET /a}, {id: b, request: GET /b}]\nexpect: [{step: a, before: b}]"
}
