import Playback
import Scenarios
import Testing

/// `max_in_flight`, `interval` and `client`.
@Suite struct TimingTests {
    @Test("max_in_flight counts from arrival to the last byte, and is one failure with the number of times")
    func maxInFlight() throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            stubs:
              - {id: img, request: GET /img, max_in_flight: 2}
            """)
        for connection in 1...2 { try driver.request("GET /img", connection: connection, response: false) }
        driver.answer(connection: 1)
        try driver.request("GET /img", connection: 3, response: false)
        #expect(driver.effects == [])
        driver.leave(connection: 2)
        try driver.request("GET /img", connection: 4, response: false)
        #expect(driver.effects == [])
        for connection in 5...6 { try driver.request("GET /img", connection: connection, response: false) }
        #expect(driver.effects == ["max_in_flight"])
        #expect(
            driver.report == """
                script.yaml:3:49: error: stub "img": 4 requests in flight at once, expected at most 2 (2 times)
                3 |   - {id: img, request: GET /img, max_in_flight: 2}
                  |                                                 ^ #5 came while #3 and #4 were unanswered: wait for the response to one of them first
                   #3  GET /img   connection 3   +3.0 ms   200  stub "img"
                   #4  GET /img   connection 4   +5.0 ms   200  stub "img"
                   #5  GET /img   connection 5   +6.0 ms   200  stub "img"
                   #6  GET /img   connection 6   +7.0 ms   200  stub "img"
                """)
    }

    @Test("max_in_flight of expect counts requests, whoever took them")
    func expectMaxInFlight() throws {
        let yaml = """
            mockserver: 1
            steps: [{request: GET /img/1}]
            stubs: [{request: "GET /img/{x}"}]
            expect:
              - {request: "GET /img/{x}", max_in_flight: 1}
            """
        var driver = try ScriptDriver(yaml)
        for name in ["1", "2", "3"] { try driver.request("GET /img/\(name)") }
        #expect(driver.report == "")
        driver = try ScriptDriver(yaml)
        for name in ["1", "2"] { try driver.request("GET /img/\(name)", response: false) }
        #expect(
            driver.report.hasPrefix("script.yaml:5:46: error: 2 requests in flight at once, expected at most 1\n"))
        #expect(driver.effects == ["max_in_flight"])
    }

    @Test(
        "interval runs from the response before to the arrival",
        arguments: [
            ("{gte: 1s}", 1_000, nil), ("{gte: 1s}", 999, "at least 1.00 s"), ("{gt: 1s}", 1_000, "more than 1.00 s"),
            ("{lte: 2s}", 2_000, nil), ("{lte: 2s}", 2_001, "at most 2.000 s"), ("{lt: 2s}", 2_000, "less than 2.00 s"),
            ("{gte: 1s, lte: 2s}", 1_500, nil), ("{gte: 1s, lte: 2s}", 3_000, "at most 2.00 s"),
        ] as [(String, Int, String?)])
    func interval(limits: String, milliseconds: Int, expected: String?) throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            steps:
              - {id: first, request: GET /a}
              - {id: second, request: GET /a, interval: \(limits)}
            """)
        try driver.request("GET /a")
        driver.pass(.milliseconds(milliseconds - 1))
        try driver.request("GET /a")
        let failure = driver.script.verdict(at: driver.now).failures.first
        #expect(failure?.kind == (expected == nil ? nil : .interval))
        if let expected {
            #expect(failure?.title.hasSuffix("after the response before it, expected \(expected)") == true)
        }
    }

    @Test("of several responses before, the latest counts; one that is unanswered makes the interval 0")
    func intervalOfSeveral() throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            steps:
              - parallel: [{request: GET /a}, {request: GET /b}]
              - {id: last, request: GET /c, times: 2, interval: {gte: 1s}}
            """)
        try driver.request("GET /a", connection: 1)
        try driver.request("GET /b", connection: 2, response: false)
        driver.pass(.seconds(5))
        try driver.request("GET /c", connection: 1)
        driver.pass(.seconds(2))
        try driver.request("GET /c", connection: 1)
        #expect(driver.effects == [], "the step's own response is the one before")
        #expect(
            driver.report == """
                script.yaml:4:59: error: step "last": GET /c came before the response before it was complete, \
                expected at least 1.00 s
                4 |   - {id: last, request: GET /c, times: 2, interval: {gte: 1s}}
                  |                                                           ^
                   #3  GET /c   connection 1   +5.00 s   200  step "last"
                """)
    }

    @Test("an optional step that took no request is looked through to the one before it")
    func intervalAcrossOptionalStep() throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            steps:
              - {request: GET /a}
              - {request: GET /b, times: {at_most: 1}}
              - {request: GET /c, interval: {gte: 1s}}
            """)
        try driver.request("GET /a")
        try driver.request("GET /c")
        #expect(driver.script.verdict(at: driver.now).failures.map(\.kind) == [.interval])
    }

    @Test("client: answered fails where the client leaves, cancels where it stays")
    func client() throws {
        for (behavior, leaves, title) in [
            ("answered", false, nil),
            ("answered", true, "the client left before the response was complete, expected it to stay"),
            ("cancels", true, nil),
            ("cancels", false, "the client took the whole response, expected it to leave before"),
            ("any", true, nil), ("any", false, nil),
        ] as [(String, Bool, String?)] {
            var driver = try ScriptDriver(
                """
                mockserver: 1
                steps:
                  - {id: search, request: GET /a, client: \(behavior), response: {delay: 1s}}
                """)
            try driver.request("GET /a", response: false)
            if leaves {
                driver.leave()
            } else {
                driver.answer(connection: 1)
                driver.deliver()
            }
            let failures = driver.script.verdict(at: driver.now).failures
            #expect(failures.map(\.title) == (title.map { ["step \"search\": \($0)"] } ?? []))
            #expect(failures.allSatisfy { $0.kind == .client && $0.position.column == 43 })
        }
    }

    @Test(
        "client: cancels of a response without an end is judged when the client leaves, or at the end of the run",
        arguments: ["response: {events: [{data: a}], then: keep_open}", "response: {text: a, fault: stall}"])
    func cancelsWithoutEnd(response: String) throws {
        let yaml = """
            mockserver: 1
            steps:
              - {id: feed, request: GET /a, client: cancels, \(response)}
            """
        for (isSent, leaves) in [(true, true), (false, true), (true, false)] {
            var driver = try ScriptDriver(yaml)
            try driver.request("GET /a", response: false)
            if isSent { driver.answer(connection: 1) }
            #expect(driver.script.unanswered == 1)
            if leaves { driver.leave() }
            let verdict = driver.script.verdict(at: driver.now)
            #expect(verdict.droppedResponses.isEmpty)
            #expect(
                verdict.failures.map(\.title)
                    == (leaves ? [] : ["step \"feed\": the client did not leave the response, which has no end"]))
            #expect(driver.script.isComplete == leaves)
        }
    }

    @Test(
        "a client may have the last byte before the run is told",
        arguments: ["max_in_flight: 1", "interval: {gte: 1ms, lte: 5ms}"], [true, false])
    func sending(keys: String, isSent: Bool) throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            steps:
              - {id: poll, request: GET /a, times: 2, \(keys)}
            """)
        try driver.request("GET /a", connection: 1, response: false)
        driver.sends(connection: 1, isSent: isSent)
        try driver.request("GET /a", connection: 2)
        driver.answer(connection: 1)
        let failures = driver.script.verdict(at: driver.now).failures
        #expect(failures.count == (isSent ? 0 : 1))
    }
}
