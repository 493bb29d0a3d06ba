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
        public let seed: UInt64

        private enum CodingKeys: String, CodingKey {
            case scenario, failures, requests, steps, seed
            case omittedFailures = "omitted_failures"
            case droppedResponses = "dropped_answers"
            case completeSteps = "complete_steps"
        }

        /// Decodes the object `verdict` of `Scenarios/report.schema.json`.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            scenario = try container.decode(String.self, forKey: .scenario)
            failures = try container.decode([Failure].self, forKey: .failures)
            omittedFailures = try container.decode(Int.self, forKey: .omittedFailures)
            droppedResponses = try container.decode([TimelineEntry].self, forKey: .droppedResponses)
            requests = try container.decode(Int.self, forKey: .requests)
            steps = try container.decode(Int.self, forKey: .steps)
            completeSteps = try container.decode(Int.self, forKey: .completeSteps)
            // A string, because few JSON readers keep all 64 bits of a number.
            guard let seed = UInt64(try container.decode(String.self, forKey: .seed)) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .seed, in: container, debugDescription: "the seed is not a whole number")
            }
            self.seed = seed
        }

        /// Whether nothing failed.
        public var passed: Bool { failures.isEmpty && omittedFailures == 0 }

        /// Whether the run needs nothing more: every step is complete and every response is written.
        var isComplete: Bool { completeSteps == steps && droppedResponses.isEmpty }

        /// Whether the run counts for a test that has ended it: one without requests was only ended as a precaution,
        /// unless it failed by more than what is checked at the end.
        var countsAfterItsEnd: Bool {
            requests > 0 || failures.contains { $0.kind != .unmet && $0.kind != .expect }
        }

        /// The whole verdict for people: each failure, then a line that sums it up.
        public func text() -> String {
            var blocks = failures.map { $0.text() }
            if blocks.count > 1 { blocks[0] += "\n   the first failure of \(failures.count + omittedFailures)" }
            if omittedFailures > 0 { blocks.append("and \(omittedFailures.counting("more failure")), only counted") }
            if !droppedResponses.isEmpty {
                let lines = droppedResponses.prefix(20).map { "   " + $0.text }
                blocks.append((["not answered to the end:"] + lines).joined(separator: "\n"))
            }
            return (blocks + [summary()]).joined(separator: "\n\n")
        }

        /// One line: passed or failed, the name, and the counts.
        public func summary() -> String {
            var facts = [
                requests.counting("request"), "\(completeSteps) of \(steps.counting("step"))", "seed \(seed)",
            ]
            if !passed { facts.insert((failures.count + omittedFailures).counting("failure"), at: 0) }
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
