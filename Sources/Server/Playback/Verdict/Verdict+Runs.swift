extension Verdict {
    /// A run that ended before another run of the same server.
    package struct Ended: Sendable {
        /// Its number among the server's runs, from 1.
        package let number: Int
        package let verdict: Verdict

        package init(number: Int, verdict: Verdict) {
            self.number = number
            self.verdict = verdict
        }
    }

    /// The verdict on all runs of a server, of which this is the last: all requests, and the failures in order of time,
    /// those of earlier runs with the run's number. Steps and seed are those of the last run.
    ///
    /// - Parameter failed: the number of further failed runs that were only counted.
    package func following(_ earlier: [Ended], failed: Int = 0) -> Verdict {
        guard !earlier.isEmpty || failed > 0 else { return self }
        var failures: [Failure] = []
        for run in earlier {
            failures += run.verdict.failures(after: failures.count).map { failure in
                var failure = failure
                failure.remarks.append(
                    "in run \(run.number), which a \(run.verdict.isCutShort ? "reload" : "reset") ended")
                return failure
            }
        }
        return Verdict(
            scenario: scenario, failures: failures + self.failures(after: failures.count),
            omittedFailures: earlier.reduce(omittedFailures + failed) { $0 + $1.verdict.omittedFailures },
            dropped: dropped, requests: earlier.reduce(requests) { $0 + $1.verdict.requests },
            steps: steps, completeSteps: completeSteps, seed: seed,
            failedEarly: failedEarly || earlier.contains { $0.verdict.failedEarly }, isCutShort: isCutShort,
            isGoingOn: isGoingOn, timeout: timeout, expiry: expiry,
            unjudged: .all(earlier.map(\.verdict.unjudged) + [unjudged]))
    }

    /// The verdict on a server, whose own run this is, and on its sessions: all requests, and the failures of the
    /// sessions last, with the name of each. Steps and seed are those of the server's own run.
    ///
    /// - Parameters:
    ///   - others: each run of a session and its name, such as `session abc`.
    ///   - failed: the number of further failed sessions that were only counted.
    package func including(_ others: [(name: String, verdict: Verdict)], failed: Int) -> Verdict {
        guard !others.isEmpty || failed > 0 else { return self }
        var failures = failures
        for (name, verdict) in others {
            failures += verdict.failures(after: failures.count).map { failure in
                var failure = failure
                failure.remarks.append("in \(name)")
                return failure
            }
        }
        return Verdict(
            scenario: scenario, failures: failures,
            omittedFailures: others.reduce(omittedFailures + failed) { $0 + $1.verdict.omittedFailures },
            dropped: others.reduce(into: dropped) { $0 += $1.verdict.dropped },
            requests: others.reduce(requests) { $0 + $1.verdict.requests }, steps: steps, completeSteps: completeSteps,
            seed: seed, failedEarly: failedEarly || others.contains { $0.verdict.failedEarly }, isCutShort: isCutShort,
            isGoingOn: isGoingOn, timeout: timeout, expiry: expiry,
            unjudged: .all([unjudged] + others.map(\.verdict.unjudged)))
    }

    /// The failures as they stand in a list in which `count` others come before them.
    private func failures(after count: Int) -> [Failure] {
        failures.map { failure in
            var failure = failure
            failure.cause = failure.cause.map { $0 + count }
            return failure
        }
    }

    /// The same verdict with the first `count` failures; the others are counted.
    package func keeping(failures count: Int) -> Verdict {
        guard failures.count > count else { return self }
        return Verdict(
            scenario: scenario, failures: Array(failures.prefix(count)),
            omittedFailures: omittedFailures + failures.count - count, dropped: dropped,
            requests: requests, steps: steps, completeSteps: completeSteps, seed: seed, failedEarly: failedEarly,
            isCutShort: isCutShort, isGoingOn: isGoingOn, timeout: timeout, expiry: expiry, unjudged: unjudged)
    }
}
