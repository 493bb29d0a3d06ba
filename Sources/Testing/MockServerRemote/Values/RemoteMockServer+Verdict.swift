import ReportValues

extension RemoteMockServer {
    /// The result of a run, with the member names of the in-process verdict.
    ///
    /// It also decodes the member `verdict` of a report that `mockserver --report json=PATH` writes.
    public struct Verdict: Sendable, Decodable {
        /// The scenario's name.
        public let scenario: String
        /// The failures in order of time.
        public internal(set) var failures: [Failure]
        /// The number of further failures, which were only counted.
        public let omittedFailures: Int
        /// Requests whose responses are not written completely.
        public let droppedResponses: [TimelineEntry]
        /// The number of requests that arrived.
        public let requests: Int
        /// The number of the scenario's steps.
        public let steps: Int
        /// The number of steps that got all requests they need.
        public let completeSteps: Int
        /// The seed of the random values; with it, the next run repeats them.
        public var seed: UInt64 { seedText.number }
        private let seedText: Seed
        /// The time limit that ended the run, as it was written; nil if none did.
        private let timeout: String?
        /// How long the session had no request when it ended by itself; nil if it did not.
        private let expiry: String?
        /// Whether nothing failed.
        public let passed: Bool

        private typealias CodingKeys = ReportMember.Verdict

        /// A string, because few JSON readers keep all 64 bits of a number.
        private struct Seed: RawRepresentable, Decodable {
            let number: UInt64

            init?(rawValue: String) {
                guard let number = UInt64(rawValue) else { return nil }
                self.number = number
            }

            var rawValue: String { String(number) }
        }

        /// Whether the run needs nothing more: every step is complete and every response is written.
        var isComplete: Bool { completeSteps == steps && droppedResponses.isEmpty }

        /// Whether the run counts for a test that has ended it: one without requests was only ended as a precaution,
        /// unless it failed by more than what is checked at the end.
        var countsAfterItsEnd: Bool {
            requests > 0 || failures.contains { $0.kind != .unmet && $0.kind != .expect }
        }

        /// The whole verdict for people: each failure, then a line that sums it up. Failures that follow from another
        /// one are only counted with it.
        public func text() -> String {
            let listed = failures.indices.filter { failures[$0].cause == nil }
            let consequences = failures.consequences
            var blocks = listed.map { index in
                ([failures[index].text()] + (consequences[index] ?? []).map { "   " + $0.inOneLine })
                    .joined(separator: "\n")
            }
            if failures.count > 1, !blocks.isEmpty {
                blocks[0] += "\n   the first failure of \(failures.count + omittedFailures)"
            }
            if omittedFailures > 0 { blocks.append("and \(omittedFailures.counting("more failure")), only counted") }
            if !droppedResponses.isEmpty {
                let lines = droppedResponses.prefix(20).map { "   " + $0.text }
                blocks.append((["not answered to the end so far:"] + lines).joined(separator: "\n"))
            }
            let first =
                listed.count > 1
                ? "; the first is "
                    + failures[0].text().prefix { $0 != "\n" }.split(separator: ": error: ", maxSplits: 1)
                    .joined(separator: ": ")
                : ""
            return (blocks + [summary() + first]).joined(separator: "\n\n")
        }

        /// One line: passed or failed, the name, and the counts.
        public func summary() -> String {
            let failed = failures.count + omittedFailures
            let facts = [
                failed > 0 ? failed.counting("failure") : nil, requests.counting("request"),
                "\(completeSteps) of \(steps.counting("step"))", timeout.map { "ended after \($0)" },
                expiry.map { "expired after \($0) without a request" }, "seed \(seed)",
            ].compactMap(\.self)
            return "\(passed ? "passed" : "failed"): \(scenario.inOneLine) (\(facts.joined(separator: ", ")))"
        }
    }
}

extension RemoteMockServer.Verdict: CustomStringConvertible {
    /// The whole verdict.
    public var description: String { text() }
}

extension Int {
    /// `1 step`, `2 steps`.
    fileprivate func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension String {
    /// The text with each control character replaced, so that it stays in its line.
    var inOneLine: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }
}
