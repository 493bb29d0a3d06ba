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

        /// The whole verdict for people: each failure, then a line that sums it up. Failures that follow from another
        /// one are only counted with it.
        public func text() -> String {
            let listed = failures.indices.filter { failures[$0].cause == nil }
            let consequences = self.consequences
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

        /// What follows from each failure, by its index.
        private var consequences: [Int: [String]] {
            var (requests, others): ([Int: Int], [Int: [String]]) = ([:], [:])
            for failure in failures {
                guard let cause = failure.cause else { continue }
                if failure.kind == .outOfOrder {
                    requests[cause, default: 0] += failure.repeats
                } else {
                    others[cause, default: []].append("follows from it: \(failure.consequence)")
                }
            }
            for (cause, count) in requests {
                let line = "\(count.counting("more request")) came out of order because of this"
                others[cause] = [line] + (others[cause] ?? [])
            }
            return others
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
