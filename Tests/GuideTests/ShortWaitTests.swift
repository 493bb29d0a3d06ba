import Foundation
import Testing

/// A test that waits for another thread or process gives it minutes, since that may get no processor for a long time.
@Suite("A wait of a test") struct ShortWaitTests {
    /// The least time, in seconds.
    private static let least = 60.0
    /// The calls that end after a few seconds without a timeout, and `Timeouts`, which ends connections.
    private static let calls = ["verify", "waitFor", "waitForSleepers", "takeRequest", "advance", "Timeouts"]

    /// What begins a server with sessions that end after minutes without a request, so in the middle of a slow test.
    private static let sessions = ["sessions = .init()", "SessionOptions()"]

    /// What may be short, by the reason.
    private static let excepted: [String: Set<String>] = [
        "the short time is what is tested, and slowness can only make it pass": [
            "Clients/APIClientTests/REST/RESTClientServerTests.swift: timeout: 1",
            "Clients/APIClientTests/Retrying/RetryingServerTests.swift: timeout: 10",
            "Server/MockServerKitTests/Admin/AdminConnectionTests.swift: Timeouts(head: .milliseconds(30), body: .milliseco",
            "Scenario/BuiltScenariosTests/CheckTests.swift: takeRequest(timeout: .milliseconds(1))",
            "Scenario/BuiltScenariosTests/CheckTests.swift: waitFor(step: \"a\", count: 2, timeout: .millisecond",
            "Server/MockServerKitTests/Admin/AdminConnectionTests.swift: Timeouts(idle: .milliseconds(30))",
            "Server/MockServerKitTests/ClientJudgementTests.swift: verify(timeout: .milliseconds(100))",
            "Server/MockServerKitTests/ClientJudgementTests.swift: verify(timeout: .milliseconds(50))",
            "Server/MockServerKitTests/ClockTests.swift: advance(by: .seconds(1))",
            "Server/MockServerKitTests/ExchangesTests.swift: takeRequest(timeout: .milliseconds(1))",
            "Server/MockServerKitTests/HTTP2ConnectionTests.swift: Timeouts(head: .milliseconds(30))",
            "Server/MockServerKitTests/HTTP2EarlyTests.swift: verify(timeout: .milliseconds(10))",
            "Server/MockServerKitTests/LastVerdictTests.swift: verify(timeout: .milliseconds(20))",
            "Server/MockServerKitTests/LateRequestTests.swift: verify(timeout: .milliseconds(20))",
            "Server/MockServerKitTests/LateRequestTests.swift: Timeouts(head: .milliseconds(300), body: .millisec",
            "Server/MockServerKitTests/LeavingTests.swift: verify(timeout: .milliseconds(10))",
            "Server/MockServerKitTests/ProtocolsTests.swift: Timeouts(head: .milliseconds(30))",
            "Server/MockServerKitTests/TLSChannelTests.swift: Timeouts(head: .milliseconds(30))",
            "Server/MockServerKitTests/TLSOptionsTests.swift: Timeouts(head: .milliseconds(30))",
            "Server/MockServerKitTests/Sessions/BegunSessionRequestTests.swift: verify(timeout: .milliseconds(20))",
            "Server/MockServerKitTests/TLSOptionsTests.swift: --max-time 0.2",
            "Server/MockServerKitTests/TimeoutTests.swift: Timeouts(head: .milliseconds(30))",
            "Server/MockServerKitTests/TimeoutTests.swift: Timeouts(body: .milliseconds(30))",
            "Server/MockServerKitTests/TimeoutTests.swift: Timeouts(idle: .milliseconds(30))",
            "Server/MockServerKitTests/WaitBoundTests.swift: waitForSleepers(1, timeout: .milliseconds(20))",
            "Server/MockServerKitTests/WaitBoundTests.swift: advance(by: .seconds(1), timeout: .milliseconds(20",
            "Server/MockServerKitTests/WaitingTests.swift: verify(timeout: .milliseconds(30))",
            "Server/MockServerKitTests/WaitingTests.swift: waitFor(step: \"a\", count: 2, timeout: .millisecond",
            "Server/MockServerKitTests/WaitingThreadTests.swift: verify(timeout: .milliseconds(20))",
            "Testing/MockServerRemoteTests/DocumentTests.swift: waitFor(step: \"greeting\", timeout: .milliseconds(1",
            "Testing/MockServerRemoteTests/RemoteErrorTests.swift: verify()",
            "Testing/MockServerRemoteTests/RemoteMockServerTests.swift: waitFor(step: \"greeting\", count: 2, timeout: .mill",
            "Testing/MockServerRemoteTests/RemoteMockServerTests.swift: waitForSleepers(1, timeout: .milliseconds(1))",
            "Testing/MockServerURLProtocolTests/ExchangesTests.swift: takeRequest(timeout: .milliseconds(1))",
            "Testing/MockServerURLProtocolTests/FinishTests.swift: verify(timeout: .zero)",
            "Testing/MockServerURLProtocolTests/Support/ScenarioClient.swift: timeout: 1",
            "Testing/MockServerURLProtocolTests/TimeTests.swift: verify(timeout: .milliseconds(30))",
            "Testing/MockServerURLProtocolTests/TimeTests.swift: waitFor(step: \"a\", timeout: .milliseconds(10))",
            "Testing/MockServerXCTestTests/ServerInTestTests.swift: waitFor(step: \"farewell\", count: 1, timeout: .zero",
            "Testing/MockServerXCTestTests/ServerInTestTests.swift: waitFor(step: \"greeting\", count: 2, timeout: .mill",
        ],
        "what a guide, the README or documentation shows, where the wait is over already, or nothing runs it": [
            "GuideTests/Cookbook/PrintedFailureTests.swift: advance(by: .seconds(1))",
            "GuideTests/Cookbook/RetryRequestsTests.swift: advance(by: $0)",
            "GuideTests/Cookbook/StreamResponsesTests.swift: waitForSleepers(1)",
            "GuideTests/Cookbook/StreamResponsesTests.swift: advance(by: .seconds(3_600))",
            "GuideTests/Cookbook/StreamResponsesTests.swift: advance(by: $0)",
            "GuideTests/Cookbook/TestRacesTests.swift: waitFor(step: \"older\")",
            "GuideTests/GettingStarted/ProfileUITests.swift: timeout: 10",
            "GuideTests/GettingStarted/UITestsGuideTests.swift: verify()",
            "GuideTests/Migration/FromMockerTests.swift: verify()",
            "GuideTests/Migration/FromURLProtocolStubsTests.swift: verify()",
            "GuideTests/Migration/MigrationTests.swift: verify()",
            "Testing/MockServerRemoteTests/DocumentationExamples.swift: waitFor(step: \"refresh\")",
            "Testing/MockServerRemoteTests/DocumentationExamples.swift: waitForSleepers(1)",
            "Testing/MockServerRemoteTests/DocumentationExamples.swift: advance(by: .seconds(3_600))",
            "Testing/MockServerTestingTests/DocumentationExamples.swift: takeRequest()",
            "Testing/MockServerURLProtocolTests/DocumentationTests.swift: verify()",
            "Testing/MockServerXCTestTests/DocumentationExamples.swift: sessions = .init()",
            "Testing/MockServerXCTestTests/DocumentationExamples.swift: verify()",
            "Testing/MockServerXCTestTests/DocumentationExamples.swift: waitForSleepers(1)",
            "Testing/MockServerXCTestTests/DocumentationExamples.swift: advance(by: .seconds(3_600))",
            "Testing/MockServerXCTestTests/ReadmeExamples.swift: waitFor(step: \"profile\")",
        ],
        "a text that names the call, a script or a number that is no time": [
            "Clients/APIClientTests/Core/RESTClientRequestTests.swift: timeout: 7",
            "Clients/APIClientTests/Retrying/RetryingTransportTests.swift: < .milliseconds(200)",
            "Clients/APIClientTests/Transport/URLSessionTransportTests.swift: timeout: 1.2",
            "EndToEnd/ServingTests.swift: timeout=0.1",
            "Server/MockServerKitTests/Admin/AdminAPITests.swift: verify()",
            "Server/MockServerKitTests/Admin/AdminAPITests.swift: timeout=2",
            "Scenario/BuiltScenariosTests/CheckTests.swift: verify()",
            "Server/MockServerKitTests/VerdictReminderTests.swift: verify()",
            "Testing/MockServerTestingTests/UnaskedVerdictTests.swift: verify()",
            "Testing/MockServerURLProtocolTests/IsolationTests.swift: verify()",
            "Scenario/ScenarioFilesTests/Loading/MessageDiagnosticsTests.swift: timeout=5",
        ],
        "the options are made, and then their timeout, or no session waits": [
            "Scenario/BuiltScenariosTests/CheckTests.swift: sessions = .init()",
            "Server/MockServerKitTests/Support/Requests.swift: SessionOptions()",
            "Testing/MockServerRemoteTests/Examples.swift: SessionOptions()",
            "Testing/MockServerRemoteTests/Pair.swift: SessionOptions()",
            "Testing/MockServerRemoteTests/SeveralRemoteTraitsTests.swift: SessionOptions()",
            "Testing/MockServerTestingTests/UnaskedVerdictTests.swift: sessions = .init()",
        ],
        "a call of the remote clock, which has no timeout, or the client's own": [
            "Testing/MockServerRemoteTests/RemoteMockServerTests.swift: advance(by: .seconds(3_600))",
            "Testing/MockServerRemoteTests/RemoteMockServerTests.swift: advance(by: .seconds(1))",
            "Testing/MockServerRemoteTests/RemoteMockServerTests.swift: advance(by: long)",
            "Testing/MockServerRemoteTests/SessionTests.swift: advance(by: .seconds(3_600))",
        ],
        "processor time of the process, which other processes do not lengthen": [
            "Server/MockServerKitTests/QuietTests.swift: < .milliseconds(500)"
        ],
        "what took longer is not judged": ["EndToEnd/WrappedCommandTests.swift: < .milliseconds(500)"],
        "the client gives up, and then asks as long as it takes": [
            "EndToEnd/clients/late-response_broken.py: timeout=0.1",
            "EndToEnd/clients/late-response_right.py: timeout=2",
            "EndToEnd/clients/stalled-response_broken.py: timeout=0.3",
            "EndToEnd/clients/stalled-response_right.py: timeout=2",
        ],
    ]

    @Test("is minutes long")
    func waits() throws {
        let folders = ["Tests/Fixtures/", "Tests/Benchmarks/", "Tests/SwiftPeers/", "Tests/GuideTests/ShortWaitTests"]
        let files = Package.files(below: "Tests", named: "swift").filter { file in
            !file.contains("/.build") && !folders.contains { file.hasPrefix($0) }
        }
        try #require(files.count > 300)
        let clients = Package.files(below: "Tests/EndToEnd/clients", named: "py")
        try #require(clients.count > 20)
        let found = try (files + clients).flatMap { file in
            Self.shortWaits(in: try Package.text(of: file)).map {
                "\(file.dropFirst("Tests/".count)): \($0.prefix(50))"
            }
        }
        let excepted = Self.excepted.values.reduce(into: Set()) { $0.formUnion($1) }
        let short = Set(found).subtracting(excepted)
        #expect(short == [], "give it a timeout of minutes, or say why it may be short")
        #expect(excepted.subtracting(found) == [], "nothing is short there any more")
    }

    @Test("that is short is found, whatever it is written in")
    func found() {
        let text = """
            server.verify(); server.verify(timeout: .milliseconds(20)); server.verify(timeout: .seconds(600))
            server.waitFor(step: name("a"), timeout: .zero); clock.advance(by: .seconds(3), timeout: .seconds(59))
            clock.advance(by: .seconds(3)); server.waitFor(step: "a", timeout: timeout); server.verify("a", in: b)
            Timeouts(head: .milliseconds(30)); Timeouts(idle: patience); Timeouts(body: .seconds(60))
            done.wait(timeout: .now() + 5); done.wait(timeout: .now() + 600); x.fulfillment(of: [y], timeout: 2)
            options.sessions = .init(); curl --max-time 0.2; curl --max-time 600; used < .seconds(5); used < .seconds(60); a.open(timeout=0.3)
            """
        #expect(
            Self.shortWaits(in: text) == [
                "verify()", "verify(timeout: .milliseconds(20))", "waitFor(step: name(\"a\"), timeout: .zero)",
                "advance(by: .seconds(3), timeout: .seconds(59))", "advance(by: .seconds(3))",
                "Timeouts(head: .milliseconds(30))", "timeout: .now() + 5", "timeout: 2", "timeout=0.3",
                "--max-time 0.2", "< .seconds(5)", "sessions = .init()",
            ])
    }

    private static func shortWaits(in text: String) -> [String] {
        let calls = calls.flatMap { name in
            text.components(separatedBy: name == "Timeouts" ? "\(name)(" : ".\(name)(").dropFirst()
                .compactMap { rest -> String? in
                    let arguments = arguments(at: rest[...])
                    return isShort(name, arguments) ? "\(name)(\(arguments))" : nil
                }
        }
        let numbers = ["timeout: .now() + ", "timeout: ", "timeout=", "--max-time "].flatMap { lead in
            text.components(separatedBy: lead).dropFirst().compactMap { rest -> String? in
                let digits = rest.prefix { $0.isNumber || $0 == "_" || $0 == "." }
                // A time of a scenario has a unit.
                guard let number = Double(digits.filter { $0 != "_" }), number < least,
                    rest.dropFirst(digits.count).first.map({ !$0.isLetter && $0 != "}" }) ?? true
                else { return nil }
                return lead + digits
            }
        }
        let limits = text.components(separatedBy: " < .").dropFirst().compactMap { rest -> String? in
            guard let time = seconds(rest[...]), time < least else { return nil }
            return "< .\(rest.prefix { $0 != ")" }))"
        }
        return calls + numbers + limits + sessions.filter { text.contains($0) }
    }

    private static func isShort(_ name: String, _ arguments: String) -> Bool {
        if name == "Timeouts" { return arguments.contains(": .milliseconds(") }
        guard let timeout = arguments.components(separatedBy: "timeout: ").dropFirst().last else {
            return name == "verify" ? arguments.isEmpty : name != "advance" || arguments.hasPrefix("by: ")
        }
        guard timeout.hasPrefix(".") else { return false }
        return timeout.hasPrefix(".zero") || (seconds(timeout.dropFirst()) ?? least) < least
    }

    /// What is between the parenthesis before this text and the one that belongs to it, on one line.
    private static func arguments(at text: Substring) -> String {
        var depth = 1
        let inside = text.prefix { character in
            if "([{".contains(character) { depth += 1 }
            if ")]}".contains(character) { depth -= 1 }
            return depth > 0
        }
        return inside.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The time of `seconds(5)` or `milliseconds(20)` at the start of a text.
    private static func seconds(_ text: Substring) -> Double? {
        for (unit, factor) in [("seconds(", 1), ("milliseconds(", 0.001)] where text.hasPrefix(unit) {
            return Double(text.dropFirst(unit.count).prefix { $0 != ")" }.filter { $0 != "_" }).map { $0 * factor }
        }
        return nil
    }
}
