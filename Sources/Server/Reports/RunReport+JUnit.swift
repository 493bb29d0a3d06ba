import HTTPMessage
import Playback
import Scenarios

extension RunReport {
    /// A suite for each run: a test for each step, each stub that must never be called and each item of `expect`, and
    /// one for each failure that concerns none of them. Of a step with several failures each further one is a test of its
    /// own, since readers count tests, show one failure of each, and lead to its line.
    var junit: String {
        let suites = runs.map { (run: $0, cases: $0.testCases) }
        let omitted = omittedCases
        let cases = suites.flatMap(\.cases) + omitted
        let time = runs.reduce(Duration.zero) { $0 + $1.duration }
        var xml = XMLWriter()
        xml.start(
            "testsuites",
            [("name", "mockserver")] + cases.counts + [("errors", "0"), ("time", time.secondsText)])
        if !omitted.isEmpty {
            let name = "further runs"
            xml.start("testsuite", [("name", name)] + omitted.counts + [("errors", "0")])
            for test in omitted { test.write(to: &xml, className: name) }
            xml.end()
        }
        for (index, suite) in suites.enumerated() {
            // The last one says what is about none of them.
            let note = index == suites.count - 1 ? refusedRequests.map { "\($0.text)." } : nil
            suite.run.write(suite.cases, to: &xml, named: suite.run.suiteName, note: note)
        }
        xml.end()
        return xml.text
    }

    /// The scenario's name; with the run's own if there were several, since readers merge suites with the same name.
    private var suiteName: String { label.map { "\(scenario.name) (\($0))" } ?? scenario.name }

    private func write(_ cases: [TestCase], to xml: inout XMLWriter, named name: String, note: String?) {
        xml.start(
            "testsuite",
            [("name", name)] + cases.counts + [
                ("errors", "0"), ("skipped", String(cases.count { $0.isSkipped })), ("time", duration.secondsText),
                ("timestamp", String(start.text.prefix(19))), ("file", scenario.source.path),
            ])
        xml.start("properties")
        xml.element("property", [("name", "seed"), ("value", String(verdict.seed))])
        xml.element("property", [("name", "address"), ("value", address)])
        xml.element("property", [("name", "mockserver"), ("value", Version.current)])
        xml.end()
        for test in cases { test.write(to: &xml, className: name) }
        let expiry = verdict.expiry.map { "The session expired after \($0) without a request." }
        let notes = notes + [expiry, note].compactMap(\.self)
        if !notes.isEmpty { xml.element("system-err", content: notes.joined(separator: "\n")) }
        xml.end()
    }

    /// A test for the failed runs that were only counted, and one for the passed ones.
    private var omittedCases: [TestCase] {
        var cases: [TestCase] = []
        if omittedRuns.failed > 0 { cases.append(TestCase(name: "runs that failed", omitted: omittedRuns.failed)) }
        if omittedRuns.passed > 0 { cases.append(TestCase(name: "runs that passed: \(omittedRuns.passed)")) }
        let (passed, failed) = (omittedSessions.passed, omittedSessions.failed)
        if failed > 0 { cases.append(TestCase(name: "sessions that failed", omitted: failed)) }
        if passed > 0 { cases.append(TestCase(name: "sessions that passed: \(passed)")) }
        return cases
    }

    private var testCases: [TestCase] {
        var cases: [TestCase] = []
        var steps: [String: Int] = [:]
        var stubs: [String: Int] = [:]
        var expectations: [Position: Int] = [:]
        let unreached = "the run ended before this step"
        for (step, count) in zip(scenario.steps, stepCounts) {
            steps[step.rule.id] = cases.count
            let open = count < step.rule.times.lower ? unreached : nil
            cases.append(TestCase(name: "step \(step.rule.id)", position: step.rule.position, open: open))
        }
        for stub in scenario.stubs where stub.never {
            stubs[stub.id] = cases.count
            cases.append(TestCase(name: "never \(stub.id)", position: stub.position))
        }
        for expectation in scenario.expectations {
            expectations[expectation.position] = cases.count
            let name = "expect \(expectation.name(in: scenario))"
            let open = verdict.isCutShort ? "a reload ended the run before its end" : nil
            cases.append(TestCase(name: name, position: expectation.position, open: open))
        }
        for failure in verdict.failures {
            let index =
                failure.step.flatMap { steps[$0] } ?? failure.stub.flatMap { stubs[$0] }
                ?? (failure.kind == .expect ? expectations[failure.position] : nil)
            if let index {
                cases[index].failures.append(failure)
            } else {
                cases.append(TestCase(name: "\(failure.kind.rawValue): \(failure.title)", failures: [failure]))
            }
        }
        if let timeout = verdict.timeout {
            cases.append(TestCase(name: "end of the run", problem: "the run had not ended after \(timeout)"))
        }
        if verdict.omittedFailures > 0 {
            cases.append(TestCase(name: "further failures", omitted: verdict.omittedFailures))
        }
        return cases.flatMap(\.split)
    }
}

/// A test in JUnit's XML.
private struct TestCase {
    let name: String
    /// Where the scenario says what is tested; nil if that is no place in it.
    var position: Position?
    /// Why this has no result unless it has a failure: a step that needs more requests than it got, or a check at the
    /// end of a run that had none.
    var open: String?
    var failures: [Failure] = []
    /// The number of failures that were only counted.
    var omitted = 0
    /// What is wrong, where no failure of the scenario says it.
    var problem: String?

    var isFailed: Bool { !failures.isEmpty || omitted > 0 || problem != nil }
    /// Whether the run ended before it.
    var isSkipped: Bool { open != nil && failures.isEmpty }

    /// This test with its first failure, and one for each further failure.
    var split: [TestCase] {
        guard failures.count > 1 else { return [self] }
        return failures.enumerated().map { index, failure in
            let name = index == 0 ? name : "\(name), failure \(index + 1)"
            return TestCase(name: name, position: position, open: open, failures: [failure])
        }
    }

    /// Writes the element. `file` and `line` are what pytest writes, and what the readers of GitLab, CircleCI and others
    /// take; those that don't know them pass over them.
    func write(to xml: inout XMLWriter, className: String) {
        var attributes = [("name", name), ("classname", className)]
        let failure = failures.first
        if let position = failure.map({ $0.isAboutLine ? $0.position : nil }) ?? position {
            attributes += [("file", position.path), ("line", String(position.line))]
        } else if let failure {
            attributes.append(("file", failure.position.path))
        }
        guard isFailed || open != nil else { return xml.element("testcase", attributes) }
        xml.start("testcase", attributes)
        if let failure {
            xml.element(
                "failure", [("type", failure.kind.rawValue), ("message", failure.summary)], content: failure.text())
        } else if let problem = problem ?? (omitted > 0 ? "\(omitted) more, only counted" : nil) {
            xml.element("failure", [("message", problem)])
        } else if let open {
            xml.element("skipped", [("message", open)])
        }
        xml.end()
    }
}

extension [TestCase] {
    /// The numbers of tests and of failed tests, as attributes.
    fileprivate var counts: [XMLWriter.Attribute] {
        [("tests", String(count)), ("failures", String(count { $0.isFailed }))]
    }
}

extension Expectation {
    /// `GET /parts/{name}: exactly 2`
    fileprivate func name(in scenario: Scenario) -> String {
        switch kind {
        case .count(_, let range, let summary): "\(summary): \(range.description)"
        case .before(let step, let other):
            "\(scenario.steps[step].rule.id) before \(scenario.steps[other].rule.id)"
        case .connections(let range): "connections: \(range.description)"
        }
    }
}

extension Duration {
    /// The duration in seconds, with three decimals.
    fileprivate var secondsText: String {
        let milliseconds = max(0, wholeNanoseconds) / 1_000_000
        return "\(milliseconds / 1_000).\(String(1_000 + milliseconds % 1_000).dropFirst())"
    }
}
