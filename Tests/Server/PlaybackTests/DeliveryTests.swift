import Playback
import Scenarios
import Testing

/// Responses that are delivered, left, or neither.
@Suite struct DeliveryTests {
    private static func driver(_ client: String, _ response: String = "{delay: 1s}") throws -> ScriptDriver {
        var driver = try ScriptDriver(
            "mockserver: 1\nsteps: [{id: a, request: GET /a, client: \(client), response: \(response)}]")
        try driver.request("GET /a", response: false)
        return driver
    }

    private static let stays = "step \"a\": the client took the whole response, expected it to leave before"
    private static let leaves = "step \"a\": the client left before the response was complete, expected it to stay"
    private static let undelivered =
        "step \"a\": the response was not delivered to its end, expected the client to take it"
    private static let undecided =
        "step \"a\": the client neither left nor got the whole response, expected it to leave"

    /// An event of an exchange.
    enum Event: Sendable {
        case written, delivered, left, ending
    }

    @Test(
        "which of them a response is decides what the client did",
        arguments: [
            ([.written, .delivered], nil, stays), ([.left], leaves, nil), ([.written, .left], leaves, nil),
            ([.ending], leaves, nil), ([.ending, .written], leaves, nil),
            ([.ending, .written, .delivered], nil, stays), ([.written, .ending, .delivered], nil, stays),
            ([.ending, .left], leaves, nil), ([.ending, .written, .left], leaves, nil),
            ([.written, .delivered, .ending, .left], nil, stays), ([], undelivered, undecided),
            ([.written], undelivered, undecided),
        ] as [([Event], String?, String?)])
    func outcomes(events: [Event], answered: String?, cancels: String?) throws {
        for (client, title) in [("answered", answered), ("cancels", cancels)] {
            var driver = try Self.driver(client)
            for event in events {
                switch event {
                case .written: driver.answer(connection: 1)
                case .delivered: driver.deliver()
                case .left: driver.leave()
                case .ending: driver.leave(mayRead: true)
                }
            }
            driver.awaitDeliveries(.some)
            let verdict = driver.script.verdict(at: driver.now)
            #expect(verdict.failures.map(\.title) == [title].compactMap(\.self), "\(client) after \(events)")
            // One that is still being sent is not judged when its run is replaced.
            let goingOn = driver.script.snapshot.verdict(at: driver.now, isGoingOn: true)
            #expect(goingOn.passed || verdict.failures.map(\.title) == goingOn.failures.map(\.title))
        }
    }

    @Test("a client that ends its own direction has left a response without an end", arguments: [true, false])
    func withoutEnd(isWritten: Bool) throws {
        var driver = try Self.driver("cancels", "{events: [{data: a}], then: keep_open}")
        if isWritten { driver.answer(connection: 1) }
        driver.leave(mayRead: true)
        #expect(driver.report == "")
        #expect(driver.script.isComplete)
    }

    @Test("a failure says what stood in the way")
    func obstacles() throws {
        for (obstacle, words) in [
            (.time, "at the end of the run it still waited for its time"),
            (.hold, "at the end of the run it was still held"),
            (.order, "at the end of the run it still waited for the response before it on its connection"),
            (.client, "at the end of the run it was not sent to its end: the client did not read it"),
        ] as [(DeliveryObstacle, String)] {
            var driver = try Self.driver("answered")
            driver.wait(for: obstacle)
            #expect(driver.script.verdict(at: driver.now).failures.map(\.note) == [words])
        }
        var driver = try Self.driver("answered")
        driver.answer(connection: 1)
        driver.awaitDeliveries(.some)
        #expect(
            driver.report == """
                script.yaml:2:42: error: \(Self.undelivered)
                2 | steps: [{id: a, request: GET /a, client: answered, response: {delay: 1s}}]
                  |                                          ^ its last byte was sent, but the client's system had not acknowledged it
                   #1  GET /a   connection 1   +0.0 ms   200  step "a"
                """)
    }

    @Test("only what a client or a quiet names waits for its delivery")
    func watched() throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            stubs:
              - {id: a, request: GET /a, client: answered}
              - {id: b, request: GET /b, max_in_flight: 1}
            """)
        try driver.request("GET /b")
        #expect(!driver.script.awaitsDeliveries)
        try driver.request("GET /a", connection: 2)
        #expect(driver.script.awaitsDeliveries)
        driver.deliver(connection: 2)
        #expect(!driver.script.awaitsDeliveries)
    }

    @Test(
        "what is written and not acknowledged is judged once a verdict has waited for it",
        arguments: ["answered", "cancels"])
    func acknowledgedLate(client: String) throws {
        var driver = try Self.driver(client)
        // Nobody waits for what is not written, which is judged at once.
        driver.awaitDeliveries(.longest)
        #expect(driver.report != "")
        driver.answer(connection: 1)
        #expect(driver.report == "" && driver.script.awaitsDeliveries)
        driver.awaitDeliveries(.some)
        #expect(driver.report != "" && driver.script.awaitsDeliveries)
        driver.awaitDeliveries(.longest)
        #expect(driver.report != "" && !driver.script.awaitsDeliveries)
        driver.deliver()
        #expect(driver.report.contains("the client took the whole response") == (client == "cancels"))
    }

    // MARK: - Quiet

    private static let race = """
        mockserver: 1
        steps:
          - parallel:
              - {id: older, request: GET /a, hold: {until: {step: newer, quiet: 200ms}}}
              - {id: newer, request: GET /b}
        """

    @Test("a hold opens when it is quiet after the other step's response was delivered, not when that is written")
    func quiet() throws {
        var driver = try ScriptDriver(Self.race)
        try driver.request("GET /a", connection: 1, response: false)
        #expect(driver.effects == ["holds #1"])
        try driver.request("GET /b", connection: 2)
        driver.fallQuiet()
        #expect(driver.effects == [])
        driver.deliver(connection: 2)
        #expect(driver.effects == [])
        driver.fallQuiet()
        #expect(driver.effects == ["sends #1"])
    }

    @Test(
        "at the end such a hold opens if the response was delivered, whether anything is sent or not",
        arguments: [false, true])
    func quietAtEnd(isSilent: Bool) throws {
        var driver = try ScriptDriver(Self.race)
        try driver.request("GET /a", connection: 1, response: false)
        try driver.request("GET /b", connection: 2)
        var undelivered = driver
        undelivered.end(isSilent: isSilent)
        #expect(undelivered.effects == (isSilent ? ["sends #1", "hold_timeout"] : []))
        driver.deliver(connection: 2)
        driver.end(isSilent: isSilent)
        #expect(driver.effects == ["sends #1"])
        #expect(driver.report == "")
    }

    @Test("a response that its client left opens no such hold")
    func quietAfterLeaving() throws {
        var driver = try ScriptDriver(Self.race)
        try driver.request("GET /a", connection: 1, response: false)
        try driver.request("GET /b", connection: 2, response: false)
        driver.leave(connection: 2)
        driver.fallQuiet()
        #expect(driver.effects == [])
        driver.pass(.seconds(5))
        #expect(driver.effects == ["sends #1", "hold_timeout"])
        #expect(
            driver.report.contains(
                "it waits until a response of step \"newer\" is delivered and no request has come for 200.0 ms"))
    }
}
