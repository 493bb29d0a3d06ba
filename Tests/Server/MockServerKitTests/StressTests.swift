import Dispatch
import Foundation
import Locking
import SeededRandom
import Testing

@testable import MockServerKit

/// `RACE_SEEDS` in the environment says how many races there are; there are 4 without it.
@Suite("Sixty-four connections that race", .timeLimit(.minutes(60)))
struct StressTests {
    private static let connections = 64
    private static let requests = 10_000
    private static let seeds = ProcessInfo.processInfo.environment["RACE_SEEDS"].flatMap(UInt64.init) ?? 4

    @Test("for counted steps are each given an answer that nobody else has", arguments: 1...seeds)
    func race(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        let steps = Self.shares(of: Self.requests, among: Int.random(in: 3...9, using: &generator), using: &generator)
        let lines = steps.enumerated().map { index, times in
            "  - { id: s\(index), request: GET /n, times: \(times), response: { text: '\(index):{{count}};' } }"
        }
        let server = try MockServer(playing: "linger: 3600s\nsteps:\n" + lines.joined(separator: "\n"))

        let shares = Self.shares(of: Self.requests, among: Self.connections, using: &generator)
        let racers = try shares.map { share in
            try Racer(RawClient(server), share: share, seed: generator.next())
        }
        Racer.run(racers, threads: 4)

        // Each response in the file came exactly once, and there were no others.
        var seen = steps.map { [Bool](repeating: false, count: $0) }
        var problems: [String] = []
        for racer in racers {
            if let problem = racer.problem { problems.append(problem) }
            var last = Racer.Content(step: 0, count: 0)
            for taken in racer.taken {
                guard taken.step < seen.count, taken.count >= 1, taken.count <= seen[taken.step].count,
                    !seen[taken.step][taken.count - 1]
                else {
                    problems.append("a second or unknown \(taken)")
                    continue
                }
                seen[taken.step][taken.count - 1] = true
                // On one connection, the order of the script is that of the requests.
                if (taken.step, taken.count) <= (last.step, last.count) { problems.append("\(taken) after \(last)") }
                last = taken
            }
        }
        #expect(problems.isEmpty)
        #expect(racers.map(\.taken.count) == shares)
        #expect(seen.allSatisfy { $0.allSatisfy { $0 } })
        #expect(steps.indices.map { server.run.count(ofStep: "s\($0)") } == steps)
        let verdict = try finish(server)
        #expect(verdict.passed)
        #expect(verdict.requests == Self.requests)
        #expect(verdict.completeSteps == steps.count)
    }

    /// Numbers of at least 1 that add up to `total`.
    private static func shares(of total: Int, among count: Int, using generator: inout SplitMix) -> [Int] {
        var cuts: Set<Int> = []
        while cuts.count < count - 1 { cuts.insert(Int.random(in: 1..<total, using: &generator)) }
        let limits = [0] + cuts.sorted() + [total]
        return zip(limits.dropFirst(), limits).map { $0 - $1 }
    }
}
