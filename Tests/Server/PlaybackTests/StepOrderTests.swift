import Playback
import Testing

/// Which step takes a request: each row has a script, and the rule that takes each request.
@Suite struct StepOrderTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let yaml: String
        let requests: [(line: String, taker: String)]
        var testDescription: String { name }

        init(_ name: String, _ yaml: String, _ requests: KeyValuePairs<String, String>) {
            self.name = name
            self.yaml = "mockserver: 1\n" + yaml
            self.requests = requests.map { ($0.key, $0.value) }
        }
    }

    static let rows = [
        Row(
            "steps run in order",
            "steps: [{id: a, request: GET /a}, {id: b, request: GET /b}]",
            ["GET /b": "out_of_order", "GET /a": "step a", "GET /b": "step b", "GET /a": "exhausted"]),
        Row(
            "the first open step in file order takes it",
            "steps: [{id: one, request: GET /a}, {id: two, request: GET /a}]",
            ["GET /a": "step one", "GET /a": "step two", "GET /a": "exhausted"]),
        Row(
            "a step that is complete, but not exhausted, stays open until a later one takes a request",
            """
            steps:
              - {id: poll, request: GET /p, times: {at_least: 1}}
              - {id: done, request: GET /d}
            """,
            [
                "GET /d": "out_of_order", "GET /p": "step poll", "GET /p": "step poll", "GET /d": "step done",
                "GET /p": "out_of_order",
            ]),
        Row(
            "an optional step may be passed over, and is closed then",
            """
            steps:
              - {id: maybe, request: GET /m, times: {at_most: 2}}
              - {id: then, request: GET /t}
            """,
            ["GET /t": "step then", "GET /m": "out_of_order"]),
        Row(
            "under order any each step is open from the start and nothing closes",
            """
            order: any
            steps:
              - {id: a, request: GET /a, times: {at_least: 1}}
              - {id: b, request: GET /b}
            """,
            ["GET /b": "step b", "GET /a": "step a", "GET /a": "step a", "GET /b": "exhausted"]),
        Row(
            "the entries of a parallel block are open together, and the script moves on when all are complete",
            """
            steps:
              - parallel:
                  - {id: a, request: GET /a}
                  - - {id: b1, request: GET /b1}
                    - {id: b2, request: GET /b2}
              - {id: end, request: GET /end}
            """,
            [
                "GET /b2": "out_of_order", "GET /b1": "step b1", "GET /end": "out_of_order", "GET /b2": "step b2",
                "GET /end": "out_of_order", "GET /a": "step a", "GET /end": "step end",
            ]),
        Row(
            "entries of one block do not close each other; a step after it closes them all",
            """
            steps:
              - parallel:
                  - {id: a, request: GET /a, times: {at_least: 1}}
                  - {id: b, request: GET /b, times: {at_least: 1}}
              - {id: end, request: GET /end}
            """,
            [
                "GET /a": "step a", "GET /b": "step b", "GET /a": "step a", "GET /end": "step end",
                "GET /a": "out_of_order",
            ]),
        Row(
            "a step inside a block closes what stands before the block",
            """
            steps:
              - {id: poll, request: GET /p, times: {at_least: 1}}
              - parallel: [{id: a, request: GET /a}, {id: b, request: GET /b}]
            """,
            ["GET /p": "step poll", "GET /a": "step a", "GET /p": "out_of_order", "GET /b": "step b"]),
        Row(
            "after names what a step waits for, later steps too",
            """
            steps:
              - {id: a, request: GET /a, after: [b]}
              - {id: b, request: GET /b, after: []}
            """,
            ["GET /a": "out_of_order", "GET /b": "step b", "GET /a": "step a"]),
        Row(
            "after a block waits for all of it",
            """
            steps:
              - {id: both, parallel: [{id: a, request: GET /a}, {id: b, request: GET /b}]}
              - {id: later, request: GET /l}
              - {id: early, request: GET /e, after: [both]}
            """,
            ["GET /a": "step a", "GET /e": "out_of_order", "GET /b": "step b", "GET /e": "step early"]),
        Row(
            "a step with after closes those ids and what they wait for",
            """
            steps:
              - {id: one, request: GET /1, times: {at_least: 1}}
              - {id: two, request: GET /2, times: {at_least: 1}}
              - {id: other, request: GET /o, times: {at_most: 9}, after: []}
              - {id: last, request: GET /l, after: [two]}
            """,
            [
                "GET /1": "step one", "GET /2": "step two", "GET /l": "step last", "GET /2": "out_of_order",
                "GET /1": "out_of_order", "GET /o": "step other",
            ]),
        Row(
            "stubs answer what no open step takes, the first in file order",
            """
            steps: [{id: a, request: GET /a}]
            stubs:
              - {id: first, request: GET /a, times: 1}
              - {id: second, request: "/{+any}"}
            """,
            ["GET /a": "step a", "GET /a": "stub first", "GET /a": "stub second", "POST /b/c": "stub second"]),
        Row(
            "a stub that must never be asked is a failure, but a step goes before it",
            """
            steps: [{id: a, request: GET /a}]
            stubs: [{id: forbidden, request: GET /a, never: true}]
            """,
            ["GET /a": "step a", "GET /a": "never"]),
        Row(
            "the precedence is never, out_of_order, exhausted, unmatched",
            """
            steps:
              - {id: a, request: GET /a}
              - {id: b, request: GET /b}
              - {id: again, request: GET /a}
            """,
            ["GET /a": "step a", "GET /a": "out_of_order", "GET /c": "unmatched", "GET /b": "step b"]),
        Row(
            "what an optional step waits for stays open when a step after that one alone goes first",
            """
            steps:
              - {id: one, request: GET /1}
              - {id: maybe, request: GET /m, times: {at_most: 2}}
              - {id: jump, request: GET /j, after: [maybe]}
            """,
            ["GET /j": "step jump", "GET /1": "step one", "GET /1": "exhausted", "GET /m": "out_of_order"]),
        Row(
            "in a block in a block, inner entries close what is before them in their list only",
            """
            steps:
              - {id: poll, request: GET /p, times: {at_least: 1}}
              - parallel:
                  - - {id: x, request: GET /x, times: {at_least: 1}}
                    - parallel: [{id: y1, request: GET /y1, times: {at_least: 1}}, {id: y2, request: GET /y2}]
                  - {id: z, request: GET /z, times: {at_least: 1}}
              - {id: end, request: GET /end}
            """,
            [
                "GET /x": "out_of_order", "GET /p": "step poll", "GET /z": "step z", "GET /p": "out_of_order",
                "GET /y1": "out_of_order", "GET /x": "step x", "GET /x": "step x", "GET /y1": "step y1",
                "GET /x": "out_of_order", "GET /y1": "step y1", "GET /y2": "step y2", "GET /y1": "step y1",
                "GET /z": "step z", "GET /end": "step end", "GET /z": "out_of_order", "GET /y1": "out_of_order",
            ]),
        Row(
            "a step in a block with after: [] is open before the block is reached, and closes nothing",
            """
            steps:
              - {id: poll, request: GET /p, times: {at_least: 1}}
              - parallel: [{id: a, request: GET /a}, {id: free, request: GET /f, after: []}]
            """,
            ["GET /f": "step free", "GET /a": "out_of_order", "GET /p": "step poll", "GET /p": "step poll"]),
        Row(
            "after closes a whole block, and what the block waits for",
            """
            steps:
              - {id: poll, request: GET /p, times: {at_least: 1}}
              - {id: both, parallel: [{id: a, request: GET /a, times: {at_least: 1}}, {id: b, request: GET /b}]}
              - {id: later, request: GET /l, times: {at_most: 1}}
              - {id: jump, request: GET /j, after: [both]}
            """,
            [
                "GET /p": "step poll", "GET /a": "step a", "GET /b": "step b", "GET /a": "step a",
                "GET /j": "step jump",
                "GET /a": "out_of_order", "GET /p": "out_of_order", "GET /l": "step later",
            ]),
        Row(
            "a block of optional steps alone is complete from the start",
            """
            steps:
              - parallel: [{id: a, request: GET /a, times: {at_most: 1}}, {id: b, request: GET /b, times: {at_most: 1}}]
              - {id: end, request: GET /end}
            """,
            ["GET /b": "step b", "GET /end": "step end", "GET /a": "out_of_order"]),
        Row(
            "of two steps that fit the first whose when holds takes it",
            """
            vars: {mode: b}
            order: any
            steps:
              - {id: a, request: GET /x, when: {mode: a}}
              - {id: b, request: GET /x, when: {mode: b}, set: {mode: a}}
            """,
            ["GET /x": "step b", "GET /x": "step a"]),
        Row(
            "never goes before out_of_order and exhausted, but another stub before it in file order takes the request",
            """
            steps: [{id: a, request: GET /a}, {id: b, request: GET /b}]
            stubs:
              - {id: ok, request: GET /c}
              - {id: no, request: "/{+any}", never: true}
            """,
            ["GET /b": "never", "GET /c": "stub ok", "GET /a": "step a", "GET /a": "never", "GET /x": "never"]),
        Row(
            "an exhausted step does not hide the one behind it",
            "steps: [{id: a, request: GET /x, times: 2}, {id: b, request: GET /x}, {id: c, request: GET /c}]",
            ["GET /x": "step a", "GET /x": "step a", "GET /x": "step b", "GET /x": "exhausted", "GET /c": "step c"]),
        Row(
            "the acts of one request see the variables as before it",
            """
            vars: {n: a}
            steps:
              - {id: one, request: "GET /{{n}}", assert: {query: {n: "{{n}}"}}, capture: {n: {query: to}}}
              - {id: two, request: "GET /{{n}}"}
            """,
            ["GET /a?n=a&to=b": "step one", "GET /a": "unmatched", "GET /b": "step two"]),
        Row(
            "GET does not take HEAD, a list does",
            "order: any\nsteps: [{id: g, request: GET /a}, {id: gh, request: {method: [GET, HEAD], path: /a}}]",
            ["HEAD /a": "step gh", "GET /a": "step g"]),
        Row(
            "when a variable must hold, the step is not open until it does",
            """
            vars: {cart: empty}
            order: any
            steps:
              - {id: pay, request: POST /pay, when: {cart: full}}
              - {id: fill, request: POST /fill, set: {cart: full}}
            """,
            ["POST /pay": "out_of_order", "POST /fill": "step fill", "POST /pay": "step pay"]),
        Row(
            "a capture is matched in a later request, and holds it to its value",
            """
            steps:
              - {id: make, request: "PUT /n/{id}", capture: {id: {path: id}}}
              - {id: read, request: "GET /n/{{id}}"}
            """,
            ["PUT /n/7": "step make", "GET /n/8": "unmatched", "GET /n/7": "step read"]),
        Row(
            "answers in turn end with the last one, which is the default for times",
            "steps: [{id: a, request: GET /a, responses: [500, 200]}]",
            ["GET /a": "step a", "GET /a": "step a", "GET /a": "exhausted"]),
        Row(
            "answers that repeat have no upper bound",
            "steps: [{id: a, request: GET /a, responses: [500, 200], then: repeat_last}]",
            ["GET /a": "step a", "GET /a": "step a", "GET /a": "step a"]),
    ]

    @Test("which step takes which request", arguments: rows)
    func takes(_ row: Row) throws {
        var driver = try ScriptDriver(row.yaml)
        for (index, (line, taker)) in row.requests.enumerated() {
            #expect(try driver.request(line) == taker, "request \(index + 1), \(line)")
        }
    }

    @Test("a chain of ten thousand optional steps, each after the one before, closes from its end")
    func longChain() throws {
        let count = 10_000
        let steps = (1..<count).map { "- {id: s\($0), request: GET /\($0), times: {at_most: 1}, after: [s\($0 - 1)]}" }
        var driver = try ScriptDriver(
            "mockserver: 1\nsteps:\n- {id: s0, request: GET /0, times: {at_most: 1}}\n" + steps.joined(separator: "\n"))
        #expect(try driver.request("GET /\(count - 1)") == "step s\(count - 1)")
        #expect(try driver.request("GET /0") == "out_of_order")
    }

    @Test("of ten thousand steps on one path each takes its request, in order and quickly")
    func manySteps() throws {
        let count = 10_000
        let steps = (0..<count).map { "- {id: s\($0), request: GET /x}" }.joined(separator: "\n")
        var driver = try ScriptDriver("mockserver: 1\nsteps:\n\(steps)")
        for number in 0..<count { #expect(try driver.request("GET /x") == "step s\(number)") }
        #expect(driver.script.isComplete)
        #expect(try driver.request("GET /x") == "exhausted")
    }
}
