import Playback
import Testing

/// Runs that a reload of their scenario ends before their time.
@Suite struct CutShortTests {
    private static let yaml = """
        mockserver: 1
        name: Cut
        seed: 7
        steps:
          - {id: a, request: GET /a, assert: {headers: {X: "1"}}}
          - {id: b, request: GET /b}
          - {id: c, request: GET /c}
        stubs: [{id: any, request: GET /d}]
        expect:
          - {request: GET /d, times: {at_most: 1}}
          - {request: GET /e}
          - {step: b, before: c}
          - {connections: {at_least: 2}}
        """

    /// The verdict after these requests, if a reload ends the run now.
    private func verdict(_ requests: [String], header: String = "1") throws -> Verdict {
        var driver = try ScriptDriver(Self.yaml)
        for request in requests { try driver.request(request, [("X", header)]) }
        var script = driver.script
        script.isCutShort = true
        return script.verdict(at: driver.now)
    }

    @Test("what the run had not reached is not a failure")
    func unreached() throws {
        #expect(
            try verdict(["GET /a", "GET /d"]).text()
                == "passed: Cut (2 requests, 1 of 3 steps, ended by a reload, seed 7)")
        #expect(try verdict([]).text() == "passed: Cut (0 requests, 0 of 3 steps, ended by a reload, seed 7)")
    }

    @Test("what has failed is: assertions, requests that nothing takes, and counts that are exceeded")
    func failed() throws {
        let verdict = try verdict(["GET /a", "GET /d", "GET /d", "GET /x"], header: "2")
        #expect(
            verdict.failures.map(\.title) == [
                "step \"a\": header X differs", "nothing takes GET /x", "GET /d: 2 requests, expected at most 1",
            ])
        #expect(
            verdict.summary() == "failed: Cut (3 failures, 4 requests, 1 of 3 steps, ended by a reload, seed 7)")
    }
}

/// What `expect` says of connections that an earlier run of the server had.
@Suite struct KeptConnectionTests {
    @Test("a connection that a reset kept counts at its first request in this run", arguments: [1, 2])
    func kept(limit: Int) throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            stubs: [{request: GET /a}]
            expect: [{connections: {at_most: \(limit)}}]
            """)
        driver.sent = [1: 4, 2: 1]
        for connection in [1, 2, 1] { try driver.request("GET /a", connection: connection) }
        let titles = driver.script.verdict(at: driver.now).failures.map(\.title)
        #expect(titles == (limit == 1 ? ["2 connections carried a request, expected at most 1"] : []))
    }
}

/// What the end of a run waits for.
@Suite struct WaitingTextTests {
    private func driver(_ lines: String) throws -> ScriptDriver {
        try ScriptDriver("mockserver: 1\nlinger: 2s\n" + lines)
    }

    @Test("open steps without their requests are named")
    func steps() throws {
        var driver = try driver(
            """
            steps:
              - {id: a, request: GET /a}
              - parallel: [{id: b, request: GET /b, times: 2}, {id: c, request: GET /c}]
              - {id: d, request: GET /d}
            """)
        try driver.request("GET /a")
        try driver.request("GET /b")
        #expect(
            driver.script.snapshot.waitingText == """
                waiting for step "b" (1 of 2), step "c" (0 of 1), until nothing has come for 2.00 s (linger)
                """)
    }

    @Test("a complete run listens for late requests")
    func complete() throws {
        var driver = try driver("steps: [{id: a, request: GET /a}]")
        try driver.request("GET /a")
        #expect(
            driver.script.snapshot.waitingText
                == "every step is complete; listening for late requests, until nothing has come for 2.00 s (linger)")
    }

    @Test("responses that are not sent are listed, and why a hold keeps them")
    func unanswered() throws {
        var driver = try driver(
            "steps: [{id: a, request: GET /a, times: 2, hold: {until: {arrivals: 2}}}, {id: b, request: GET /b}]")
        try driver.request("GET /a", response: false)
        #expect(
            driver.script.snapshot.waitingText == """
                waiting for 1 response to be sent to the end:
                   #1  GET /a   connection 1   +0.0 ms   200  step "a"
                   the hold of step "a": it waits for 2 requests, of which 1 came
                """)
    }

    @Test("of a run that goes on sending, what is not sent yet is not said to be lost")
    func goingOn() throws {
        var driver = try driver("steps: [{id: a, request: GET /a}]")
        try driver.request("GET /a", response: false)
        let entry = "   #1  GET /a   connection 1   +0.0 ms   200  step \"a\"\n"
        let (snapshot, now) = (driver.script.snapshot, driver.now)
        #expect(
            snapshot.verdict(at: now, isGoingOn: true).text().hasPrefix("not answered to the end so far:\n" + entry))
        #expect(snapshot.verdict(at: now).text().hasPrefix("not answered to the end:\n" + entry))
    }

    @Test("of many steps and responses the first are named")
    func many() throws {
        let entries = (1...12).map { "{id: s\($0), request: GET /\($0)}" }.joined(separator: ", ")
        var driver = try driver("order: any\nsteps: [\(entries)]")
        #expect(driver.script.snapshot.waitingText.contains("step \"s8\" (0 of 1) and 4 more, until"))
        for number in 1...12 { try driver.request("GET /\(number)", connection: number, response: false) }
        let text = driver.script.snapshot.waitingText
        #expect(text.hasPrefix("waiting for 12 responses to be sent to the end:\n"))
        #expect(text.hasSuffix("\n   and 4 more"))
    }
}
