import MockServerKit
import Testing

extension TimedCase {
    static let all = intervals + flights + clients + holds + clocks

    private static let get = WireRequest("GET /a")

    // MARK: - interval

    private static let intervals = [
        interval("Step", "interval", "gte: 1s", right: 1_000, wrong: 999),
        interval("Interval", "gt", "gt: 1s", right: 1_001, wrong: 1_000),
        interval("Interval", "gte", "gte: 1s", right: 1_000, wrong: 999),
        interval("Interval", "lt", "lt: 1s", right: 999, wrong: 1_000),
        interval("Interval", "lte", "lte: 1s", right: 1_000, wrong: 1_001),
    ]

    /// A second request that many milliseconds after the response to the first.
    private static func interval(
        _ title: String, _ row: String, _ keys: String, right: Int, wrong: Int
    ) -> TimedCase {
        func play(_ milliseconds: Int) -> Play {
            { server, client in
                try client.ask(get)
                try await server.clock.advance(by: .milliseconds(milliseconds), timeout: .seconds(600))
                try client.ask(get)
            }
        }
        return TimedCase(
            title, row, "steps: [{request: GET /a}, {request: GET /a, interval: {\(keys)}}]", right: play(right),
            wrong: play(wrong), .interval)
    }

    // MARK: - max_in_flight

    private static let flights = [
        flight(
            "Step", "max_in_flight", "steps: [{request: GET /a, times: 2, max_in_flight: 1, response: {delay: 1s}}]"),
        flight(
            "Expectation", "max_in_flight",
            "steps: [{request: GET /a, times: 2, response: {delay: 1s}}]\nexpect: [{request: GET /a, max_in_flight: 1}]"
        ),
    ]

    private static func flight(_ title: String, _ row: String, _ yaml: String) -> TimedCase {
        TimedCase(
            title, row, yaml,
            right: { server, client in
                for _ in 0..<2 {
                    try client.send(get)
                    try await server.clock.waitForSleepers(1, timeout: .seconds(600))
                    try await server.clock.advance(by: .seconds(1), timeout: .seconds(600))
                    try client.response()
                }
            },
            wrong: { server, client in
                let another = try WireClient(server, client.wire)
                try client.send(get)
                try another.send(get)
                try await server.clock.waitForSleepers(2, timeout: .seconds(600))
                try await server.clock.advance(by: .seconds(1), timeout: .seconds(600))
            }, .maxInFlight)
    }

    // MARK: - client

    private static let stays: Play = { server, client in
        try client.send(get)
        try await server.clock.waitForSleepers(1, timeout: .seconds(600))
        try await server.clock.advance(by: .seconds(1), timeout: .seconds(600))
        try client.response()
    }

    private static let leaves: Play = { server, client in
        try client.send(get)
        try await server.clock.waitForSleepers(1, timeout: .seconds(600))
        client.leave()
    }

    private static let clients = [
        TimedCase(
            "Step", "client", "steps: [{request: GET /a, client: cancels, response: {delay: 1s}}]", right: leaves,
            wrong: stays, .client),
        TimedCase(
            "Client", "cancels", "steps: [{request: GET /a, client: cancels, response: {delay: 1s}}]", right: leaves,
            wrong: stays, .client),
        TimedCase(
            "Client", "answered", "steps: [{request: GET /a, client: answered, response: {delay: 1s}}]", right: stays,
            wrong: leaves, .client),
        TimedCase(
            "Client", "any", "steps: [{request: GET /a, client: any, response: {delay: 1s}}]", right: leaves,
            wrong: { _, _ in }, .unmet),
        TimedCase(
            "Client", "any", "steps: [{request: GET /a, client: any, response: {delay: 1s}}]", right: stays,
            wrong: { _, _ in }, .unmet),
    ]

    // MARK: - hold

    /// Two requests, each on its own connection, and their responses.
    private static let pair: Play = { server, client in
        let another = try WireClient(server, client.wire)
        try client.send(get)
        try another.ask(get)
        try client.response()
    }

    /// One request that is held until the hold gives up.
    private static func alone(_ step: String = "a", after timeout: Duration) -> Play {
        { server, client in
            try client.send(get)
            try await server.waitFor(step: step, timeout: .seconds(600))
            try await server.clock.advance(by: timeout, timeout: .seconds(600))
            try client.response()
        }
    }

    private static func hold(_ title: String, _ row: String, _ keys: String, after timeout: Duration) -> TimedCase {
        TimedCase(
            title, row, "steps: [{id: a, request: GET /a, times: {at_most: 2}, hold: {\(keys)}}]", right: pair,
            wrong: alone(after: timeout), .holdTimeout)
    }

    private static func waiting(_ row: String, _ keys: String, _ delay: String, after time: Duration) -> TimedCase {
        TimedCase(
            "Until", row,
            """
            order: any
            steps:
              - {id: held, request: GET /a, hold: {until: {step: opens\(keys)}}}
              - {id: opens, request: GET /b\(delay)}
            """,
            right: { server, client in
                let another = try WireClient(server, client.wire)
                try client.send(get)
                try await server.waitFor(step: "held", timeout: .seconds(600))
                try another.send(WireRequest("GET /b"))
                try client.response()
                if time > .zero { try await server.clock.waitForSleepers(1, timeout: .seconds(600)) }
                try await server.clock.advance(by: time, timeout: .seconds(600))
                try another.response()
            },
            wrong: alone("held", after: .seconds(5)), .holdTimeout, .unmet)
    }

    private static let holds = [
        hold("Step", "hold", "until: {arrivals: 2}", after: .seconds(5)),
        hold("Hold", "until", "until: {arrivals: 2}", after: .seconds(5)),
        hold("Hold", "release", "until: {arrivals: 2}, release: reverse", after: .seconds(5)),
        hold("Hold", "timeout", "until: {arrivals: 2}, timeout: 1h", after: .seconds(3_600)),
        hold("Until", "arrivals", "until: {arrivals: 2}", after: .seconds(5)),
        TimedCase(
            "Until", "each", "steps: [{id: a, request: GET /a, times: 4, hold: {until: {arrivals: 2, each: true}}}]",
            right: { server, client in
                try await pair(server, client)
                try await pair(server, client)
            },
            wrong: { server, client in
                try await pair(server, client)
                try client.send(get)
                try await server.waitFor(step: "a", count: 3, timeout: .seconds(600))
                try await server.clock.advance(by: .seconds(5), timeout: .seconds(600))
                try client.response()
            }, .holdTimeout, .unmet),
        waiting("step", "", "", after: .zero),
        waiting("taken", ", taken: true", ", response: {delay: 1h}", after: .seconds(3_600)),
        waiting("quiet", ", quiet: 20ms", "", after: .zero),
        released("together"),
        released("reverse", [2, 1]),
    ]

    /// The order in which two responses leave, by the numbers of their requests; nil for any.
    private static func released(_ word: String, _ order: [Int]? = nil) -> TimedCase {
        TimedCase(
            "Release", word,
            "steps: [{id: a, request: GET /a, times: {at_most: 2}, hold: {until: {arrivals: 2}, release: \(word)}}]",
            right: { server, client in
                let another = try WireClient(server, client.wire)
                let first = client.wire == .http1 ? client : another
                try first.send(get)
                try await server.waitFor(step: "a", timeout: .seconds(600))
                if client.wire == .http2 {
                    // One connection shows the order of its frames.
                    try first.ask(get)
                    try first.response()
                    let heads = RawFrame.frames(in: first.raw.pending).filter { $0.type == 1 }
                    let numbers = heads.map { ($0.stream + 1) / 2 }
                    #expect(order == nil ? numbers.sorted() == [1, 2] : numbers == order)
                } else {
                    try another.ask(get)
                    try first.response()
                }
            },
            wrong: alone(after: .seconds(5)), .holdTimeout)
    }

    // MARK: - clock

    private static let clocks = [
        TimedCase(
            "Scenario", "clock", "clock: instant\nsteps: [{request: GET /a, response: {delay: 1h}}]",
            right: { try $1.ask(get) }, wrong: { _, _ in }, .unmet),
        TimedCase(
            "Clock", "instant", "clock: instant\nsteps: [{request: GET /a, response: {delay: 1h}}]",
            right: { try $1.ask(get) }, wrong: { _, _ in }, .unmet),
        TimedCase(
            "Clock", "real", "clock: real\nsteps: [{request: GET /a, response: {delay: 20ms}}]",
            right: { _, client in
                let start = ContinuousClock.now
                try client.ask(get)
                #expect(ContinuousClock.now - start >= .milliseconds(20))
            }, wrong: { _, _ in }, .unmet),
        TimedCase(
            "Clock", "virtual", "steps: [{request: GET /a, response: {delay: 1s}}]", right: stays, wrong: { _, _ in },
            .unmet),
        TimedCase(
            "Scenario", "seed", "seed: 7\nstubs: [{request: GET /a, response: {text: '{{uuid}}'}}]",
            right: { server, client in
                let again = try MockServer(server.scenario, options: .patient)
                try client.send(get)
                let another = try WireClient(again, client.wire)
                try another.send(get)
                #expect(try client.response().body == another.response().body)
                await again.stop()
            }, wrong: { try $1.ask(WireRequest("GET /b")) }, .unmatched),
        TimedCase(
            "Scenario", "redact", "redact: [X-Key]\nstubs: [{request: GET /a}]",
            right: { server, client in
                try client.ask(WireRequest("GET /a", "X-Key: secret-1", "X-Other: shown-1"))
                let report = text(server.report().bytes(as: .json))
                #expect(!report.contains("secret-1") && report.contains("shown-1"))
            }, wrong: { try $1.ask(WireRequest("GET /b")) }, .unmatched),
    ]
}
