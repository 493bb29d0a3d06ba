import Playback
import Scenarios
import Testing

/// `hold`: which responses wait, and in which order they are sent.
@Suite struct HoldTests {
    /// A step that takes requests on connections 1, 2, … and the effects of each.
    private static func arrivals(_ count: Int, hold: String, times: String = "9") throws -> [[String]] {
        var driver = try driver(hold, times: times)
        return try (1...count).map { connection in
            try driver.request("GET /a", connection: connection, response: false)
            return driver.effects
        }
    }

    private static func driver(_ hold: String, times: String = "9") throws -> ScriptDriver {
        try ScriptDriver(
            """
            mockserver: 1
            order: any
            steps:
              - {id: a, request: GET /a, times: \(times), hold: \(hold)}
              - {id: refresh, request: POST /refresh, times: {at_least: 1}}
            """)
    }

    @Test("arrivals: the hold opens with the last and stays open")
    func arrivals() throws {
        #expect(
            try Self.arrivals(4, hold: "{until: {arrivals: 3}}") == [["holds #1"], ["holds #2"], ["sends #1 #2"], []])
    }

    @Test("each: every group is held, and the next group again")
    func each() throws {
        #expect(
            try Self.arrivals(5, hold: "{until: {arrivals: 2, each: true}}", times: "10")
                == [["holds #1"], ["sends #1"], ["holds #3"], ["sends #3"], ["holds #5"]])
    }

    @Test("one arrival holds nothing")
    func one() throws {
        #expect(try Self.arrivals(2, hold: "{until: {arrivals: 1}}") == [[], []])
    }

    @Test("reverse: the last is sent at once, each of the others when the one before is written")
    func reverse() throws {
        var driver = try Self.driver("{until: {arrivals: 3}, release: reverse}")
        for connection in 1...3 { try driver.request("GET /a", connection: connection, response: false) }
        #expect(driver.effects == [])
        driver.answer(connection: 3)
        #expect(driver.effects == ["sends #2"])
        driver.answer(connection: 2)
        #expect(driver.effects == ["sends #1"])
        driver.answer(connection: 1)
        #expect(driver.effects == [] && driver.script.unanswered == 0)
    }

    @Test("an order is kept, and who has left passes the turn")
    func order() throws {
        var driver = try Self.driver("{until: {arrivals: 4}, release: [3, 1, 4, 2]}")
        for connection in 1...3 { try driver.request("GET /a", connection: connection, response: false) }
        driver.leave(connection: 1)
        #expect(driver.effects == [])
        try driver.request("GET /a", connection: 4, response: false)
        // The client that left may still read, and nobody waits for it.
        #expect(driver.effects == ["holds #4", "sends #1 #3"])
        driver.leave(connection: 4)
        #expect(driver.effects == ["sends #4"])
        driver.answer(connection: 3)
        #expect(driver.effects == ["sends #2"])
    }

    @Test("until a step's first response is written, or its request is taken")
    func untilStep() throws {
        for (hold, atArrival, atEnd) in [
            ("{until: {step: refresh}}", [], ["sends #1 #2"]),
            ("{until: {step: refresh, taken: true}}", ["sends #1 #2"], []),
        ] {
            var driver = try Self.driver(hold)
            try driver.request("GET /a", connection: 1, response: false)
            try driver.request("GET /a", connection: 2, response: false)
            #expect(driver.effects == ["holds #2"])
            try driver.request("POST /refresh", connection: 3, response: false)
            #expect(driver.effects == atArrival)
            driver.answer(connection: 3)
            #expect(driver.effects == atEnd)
            try driver.request("GET /a", connection: 4, response: false)
            #expect(driver.effects == [], "what comes after the opening is answered at once")
        }
    }

    @Test("a step whose client hung up opens the hold as well")
    func untilStepLeft() throws {
        var driver = try Self.driver("{until: {step: refresh}}")
        try driver.request("GET /a", connection: 1, response: false)
        try driver.request("POST /refresh", connection: 2, response: false)
        driver.leave(connection: 2)
        #expect(driver.effects == ["sends #1"])
    }

    @Test("a rejected response is sent at once, and its request counts as an arrival")
    func rejected() throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            steps:
              - id: a
                request: GET /a
                times: 2
                on_assert_failure: reject
                assert: {headers: {X-Id: "1"}}
                hold: {until: {arrivals: 2}}
            """)
        try driver.request("GET /a", [("X-Id", "1")], connection: 1, response: false)
        #expect(driver.effects == ["holds #1"])
        try driver.request("GET /a", connection: 2, response: false)
        #expect(driver.effects == ["sends #1"])
        #expect(driver.plan?.entry.response == .status(422))
    }

    @Test("a response that can't be produced passes its turn")
    func unmade() throws {
        var driver = try Self.driver("{until: {arrivals: 2}, release: reverse}")
        try driver.request("GET /a", connection: 1, response: false)
        try driver.request("GET /a", connection: 2, response: false)
        driver.fail(.unsendable("no", driver.script.scenario.position), connection: 2)
        #expect(driver.effects == ["sends #1"])
    }

    @Test("after its timeout a hold is one failure, and all responses are sent")
    func timeout() throws {
        var driver = try Self.driver("{until: {arrivals: 3}, timeout: 2s}")
        try driver.request("GET /a", connection: 1, response: false)
        try driver.request("GET /a", connection: 2, response: false)
        driver.pass(.milliseconds(1_998))
        #expect(driver.effects == [])
        driver.pass(.milliseconds(1))
        #expect(driver.effects == ["sends #1 #2", "hold_timeout"])
        driver.pass(.seconds(9))
        #expect(driver.effects == [])
        try driver.request("GET /a", connection: 3, response: false)
        #expect(driver.effects == [], "the hold has given up")
        #expect(
            driver.script.verdict(at: driver.now).failures.first?.text() == """
                script.yaml:4:54: error: step "a": its hold did not open within 2.00 s
                4 |   - {id: a, request: GET /a, times: 9, hold: {until: {arrivals: 3}, timeout: 2s}}
                  |                                                      ^ it waits for 3 requests, of which 2 came
                   the held responses are sent without it
                   #1  GET /a   connection 1   +0.0 ms   200  step "a"
                   #2  GET /a   connection 2   +1.0 ms   200  step "a"
                """)
    }

    @Test("each group has its own timeout")
    func timeoutOfEach() throws {
        var driver = try Self.driver("{until: {arrivals: 2, each: true}, timeout: 1s}", times: "10")
        try driver.request("GET /a", connection: 1, response: false)
        driver.pass(.seconds(1))
        #expect(driver.effects == ["sends #1", "hold_timeout"])
        try driver.request("GET /a", connection: 2, response: false)
        #expect(driver.effects == ["holds #2"])
        try driver.request("GET /a", connection: 3, response: false)
        #expect(driver.effects == ["sends #2"])
    }

    @Test("an order that HTTP/1.1 can't keep is a failure that says so, and all responses are sent")
    func conflict() throws {
        var driver = try Self.driver("{until: {arrivals: 2}, release: reverse}")
        try driver.request("GET /a", connection: 1, response: false)
        try driver.request("GET /a", connection: 1, response: false)
        #expect(driver.effects == ["sends #1", "hold_timeout"])
        #expect(
            driver.report.hasPrefix(
                """
                script.yaml:4:54: error: step "a": its responses can't be released in the stated order
                4 |   - {id: a, request: GET /a, times: 9, hold: {until: {arrivals: 2}, release: reverse}}
                  |                                                      ^ #2 is to be answered before #1, but both came on \
                connection 1, and HTTP/1.1 sends responses in the order of the requests
                """))
    }

    @Test(
        "a verdict before the end has a hold that fails at the end, until it opens",
        arguments: [
            ("{arrivals: 2}", "GET /a"), ("{arrivals: 2, each: true}", "GET /a"), ("{step: b}", "GET /b"),
            ("{step: b, taken: true}", "GET /b"), ("{step: b, quiet: 1s}", "GET /b"),
        ])
    func verdictBeforeTheEnd(until: String, opener: String) throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            order: any
            steps:
              - {id: a, request: GET /a, times: {at_least: 1}, hold: {until: \(until)}}
              - {id: b, request: GET /b, times: {at_least: 0}}
            """)
        try driver.request("GET /a", connection: 1, response: false)
        let report = driver.report
        #expect(report.contains("step \"a\": its hold did not open before the run ended"))
        var ended = driver
        ended.end(isSilent: true)
        #expect(ended.effects == ["sends #1", "hold_timeout"])
        #expect(ended.report == report)
        try driver.request(opener, connection: 2)
        driver.deliver(connection: 2)
        #expect(driver.report == "")
        driver.end(isSilent: true)
        #expect(driver.report == "")
    }

    @Test("a verdict before the end has no hold whose clients have all left, nor one that is open")
    func verdictWithoutHeld() throws {
        var driver = try Self.driver("{until: {arrivals: 2}}")
        try driver.request("GET /a", connection: 1, response: false)
        driver.leave(connection: 1)
        #expect(driver.script.verdict(at: driver.now).failures.allSatisfy { $0.kind == .unmet })
    }
}
