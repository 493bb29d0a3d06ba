import HTTPMessage
import Playback
import Scenarios

extension RunReport {
    /// One suite: a test for each step, each stub that must never be asked and each item of `expect`, and one for each
    /// failure that is about none of them.
    var junit: String {
        let cases = testCases
        let failed = String(cases.count { $0.isFailed })
        let skipped = String(cases.count { $0.isSkipped })
        let (tests, time) = (String(cases.count), duration.secondsText)
        var xml = XMLText()
        xml.start(
            "testsuites",
            ["name": "mockserver", "tests": tests, "failures": failed, "errors": "0", "time": time])
        xml.start(
            "testsuite",
            [
                "name": scenario.name, "tests": tests, "failures": failed, "errors": "0", "skipped": skipped,
                "time": time, "timestamp": String(start.text.prefix(19)), "file": scenario.source.path,
            ])
        xml.start("properties")
        xml.element("property", ["name": "seed", "value": String(verdict.seed)])
        xml.element("property", ["name": "address", "value": address])
        xml.element("property", ["name": "mockserver", "value": Version.current])
        xml.end()
        for test in cases { test.write(to: &xml, className: scenario.name) }
        xml.end()
        xml.end()
        return xml.text
    }

    private var testCases: [TestCase] {
        var cases: [TestCase] = []
        var steps: [String: Int] = [:]
        var stubs: [String: Int] = [:]
        var expectations: [Position: Int] = [:]
        for (step, count) in zip(scenario.steps, stepCounts) {
            steps[step.rule.id] = cases.count
            cases.append(TestCase(name: "step \(step.rule.id)", isOpen: count < step.rule.times.lower))
        }
        for stub in scenario.stubs where stub.never {
            stubs[stub.id] = cases.count
            cases.append(TestCase(name: "never \(stub.id)"))
        }
        for expectation in scenario.expectations {
            expectations[expectation.position] = cases.count
            cases.append(TestCase(name: "expect \(expectation.name(in: scenario))"))
        }
        for failure in verdict.failures {
            let place =
                failure.step.flatMap { steps[$0] } ?? failure.stub.flatMap { stubs[$0] }
                ?? (failure.kind == .expect ? expectations[failure.position] : nil)
            if let place {
                cases[place].failures.append(failure)
            } else {
                cases.append(TestCase(name: "\(failure.kind.rawValue): \(failure.title)", failures: [failure]))
            }
        }
        if verdict.omittedFailures > 0 {
            cases.append(TestCase(name: "further failures", omitted: verdict.omittedFailures))
        }
        return cases
    }
}

/// What readers of JUnit's XML count as a test.
private struct TestCase {
    let name: String
    /// It is a step that needs more requests than came.
    var isOpen = false
    var failures: [Failure] = []
    /// How many failures it stands for that were only counted.
    var omitted = 0

    var isFailed: Bool { !failures.isEmpty || omitted > 0 }
    /// The failure of another step is why it got no request.
    var isSkipped: Bool { isOpen && failures.isEmpty }

    /// The schema has no place for a line here; the failure's text begins with it.
    func write(to xml: inout XMLText, className: String) {
        guard let first = failures.first else {
            if omitted > 0 {
                xml.start("testcase", ["name": name, "classname": className])
                xml.element("failure", ["message": "\(omitted) more, only counted"])
                xml.end()
            } else if isSkipped {
                xml.start("testcase", ["name": name, "classname": className])
                xml.element("skipped", ["message": "the run ended before it"])
                xml.end()
            } else {
                xml.element("testcase", ["name": name, "classname": className])
            }
            return
        }
        xml.start("testcase", ["name": name, "classname": className])
        // One element, since many readers show no second.
        let more = failures.count > 1 ? " (and \(failures.count - 1) more)" : ""
        xml.element(
            "failure", ["type": first.kind.rawValue, "message": first.summary + more],
            content: failures.map { $0.text() }.joined(separator: "\n\n"))
        xml.end()
    }
}

extension Expectation {
    /// `GET /parts/{name}: exactly 2`
    fileprivate func name(in scenario: Scenario) -> String {
        switch kind {
        case .count(_, let bounds, let summary): "\(summary): \(bounds.description)"
        case .before(let step, let other):
            "\(scenario.steps[step].rule.id) before \(scenario.steps[other].rule.id)"
        case .connections(let bounds): "connections: \(bounds.description)"
        }
    }
}

extension Duration {
    /// In seconds, with three places.
    fileprivate var secondsText: String {
        let milliseconds = max(0, wholeNanoseconds) / 1_000_000
        return "\(milliseconds / 1_000).\(String(1_000 + milliseconds % 1_000).dropFirst())"
    }
}
