import Playback
import Testing

/// No operation may take longer than a client can wait, however long the script is.
@Suite struct CostTests {
    @Test("of ten thousand steps a request that nobody takes still names the nearest, in little time")
    func unmatched() throws {
        let steps = (0..<10_000).map { "- {id: s\($0), request: \"PUT /n/{id}/\($0)\", times: {at_most: 1}}" }
        let clock = ContinuousClock()
        let begin = clock.now
        var driver = try ScriptDriver(
            "mockserver: 1\nsteps:\n\(steps.joined(separator: "\n"))\n- {id: last, request: GET /last}")
        #expect(clock.now - begin < .seconds(20))
        let time = try clock.measure {
            for number in 0..<3 { try driver.request("PUT /n/7/x\(number)") }
        }
        #expect(driver.failures.first?.note?.hasPrefix("nearest is step") == true)
        // A machine under load takes several times as long as an idle one, so this limit only finds quadratic work.
        #expect(time < .seconds(20))
        let end = clock.measure { _ = driver.report }
        #expect(end < .seconds(20))
    }

    @Test("a step far down the script is the nearest when it is its turn")
    func turn() throws {
        let steps = (0..<1_000).map { "- {id: s\($0), request: GET /s\($0)}" }
        var driver = try ScriptDriver("mockserver: 1\nsteps:\n\(steps.joined(separator: "\n"))")
        for number in 0..<800 { try driver.request("GET /s\(number)") }
        #expect(try driver.request("GET /S800") == "unmatched")
        #expect(driver.failures.first?.note == "nearest is step \"s800\": path differs")
    }
}
