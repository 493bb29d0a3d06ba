import CPlatform
import Playback
import Testing

/// No operation may take longer than a client can wait, however long the script is.
@Suite struct CostTests {
    /// Of the thread's own time on a processor, in nanoseconds. This limit only finds quadratic work.
    private static let bound: Int64 = 20_000_000_000

    @Test("of ten thousand steps a request that nobody takes still names the nearest, in little time")
    func unmatched() throws {
        let steps = (0..<10_000).map { "- {id: s\($0), request: \"PUT /n/{id}/\($0)\", times: {at_most: 1}}" }
        let begin = cplatform_thread_time()
        var driver = try ScriptDriver(
            "mockserver: 1\nsteps:\n\(steps.joined(separator: "\n"))\n- {id: last, request: GET /last}")
        let loaded = cplatform_thread_time()
        #expect(loaded - begin < Self.bound)
        for number in 0..<3 { try driver.request("PUT /n/7/x\(number)") }
        let decided = cplatform_thread_time()
        #expect(driver.failures.first?.note?.hasPrefix("nearest is step") == true)
        #expect(decided - loaded < Self.bound)
        _ = driver.report
        #expect(cplatform_thread_time() - decided < Self.bound)
    }

    @Test("an event looks at the holds that keep something back, and not at all rules that are timed")
    func holds() throws {
        /// The processor time of this thread for events of a script with so many timed rules.
        func cost(_ count: Int) throws -> Double {
            let stubs = (0..<count).map { "- {request: GET /a\($0), interval: {gte: 1ms}}" }.joined(separator: "\n")
            let step = "{request: GET /held, times: 2, hold: {until: {arrivals: 2}}}"
            let driver = try ScriptDriver("mockserver: 1\nsteps: [\(step)]\nstubs:\n\(stubs)")
            var script = driver.script
            return (0..<3).map { _ in
                let begin = cplatform_thread_time()
                for _ in 0..<1_000 { _ = script.expireHolds(at: driver.now) }
                return Double(cplatform_thread_time() - begin)
            }.min() ?? 0
        }
        // Looking at all would take a hundred times as long.
        #expect(try cost(10_000) < 20 * cost(100))
    }

    @Test("a step far down the script is the nearest when it is its turn")
    func turn() throws {
        let steps = (0..<1_000).map { "- {id: s\($0), request: GET /s\($0)}" }
        var driver = try ScriptDriver("mockserver: 1\nsteps:\n\(steps.joined(separator: "\n"))")
        for number in 0..<800 { try driver.request("GET /s\(number)") }
        #expect(try driver.request("GET /S800") == "unmatched")
        #expect(
            driver.failures.first?.note
                == "nearest is step \"s800\": path differs: only the case of its letters differs")
    }
}
