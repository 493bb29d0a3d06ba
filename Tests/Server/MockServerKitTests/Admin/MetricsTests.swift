import Foundation
import Testing

@testable import MockRuntime
@testable import MockServerKit

/// What a server counts for Prometheus.
@Suite("Metrics", .timeLimit(.minutes(60)))
struct MetricsTests {
    @Test("have a help text, a type and their samples")
    func text() {
        var text = MetricsText()
        text.add("a_total", .counter, "What a is.", [("kind=\"x\"", UInt64(1)), ("kind=\"y\"", 0)])
        text.add("b", .gauge, "What b is.", [("", 1.5)])
        text.addHistogram(
            "c_seconds", "What c is.", bounds: [100_000, 2_500_000_000], buckets: [2, 0, 1], sum: 10_000_000_001)
        #expect(
            text.text == """
                # HELP a_total What a is.
                # TYPE a_total counter
                a_total{kind="x"} 1
                a_total{kind="y"} 0
                # HELP b What b is.
                # TYPE b gauge
                b 1.5
                # HELP c_seconds What c is.
                # TYPE c_seconds histogram
                c_seconds_bucket{le="0.0001"} 2
                c_seconds_bucket{le="2.5"} 2
                c_seconds_bucket{le="+Inf"} 3
                c_seconds_sum 10.000000001
                c_seconds_count 3

                """)
    }

    @Test(
        "show seconds exactly",
        arguments: [(0, "0"), (1, "0.000000001"), (250_000_000, "0.25"), (10_000_000_000, "10")])
    func seconds(nanoseconds: Int, text: String) {
        #expect(MetricsText.seconds(UInt64(nanoseconds)) == text)
    }

    @Test("put a duration into the bucket of its bound, and those beyond all bounds into the last")
    func buckets() {
        let metrics = ServerMetrics()
        for nanoseconds in [-1, 0, 100_000, 100_001, 10_000_000_000, 10_000_000_001] as [Int64] {
            metrics.responded(after: nanoseconds)
        }
        let current = metrics.current
        #expect(current.latencies.count == ServerMetrics.latencyBounds.count + 1)
        #expect(current.latencies.first == 3)
        #expect(current.latencies[1] == 1)
        #expect(current.latencies.suffix(2) == [1, 1])
        #expect(current.latencySum == 20_000_200_002)
    }

    @Test("ignore a status that no response can have")
    func statuses() {
        let metrics = ServerMetrics()
        for status in [99, 100, 200, 999, 1_000] { metrics.responding(status: status) }
        #expect(metrics.current.responses.map(\.status) == [100, 200, 999])
    }

    /// The numbers that the admin API gives, by names and labels, but for those of the process and the buckets.
    static func numbers(of client: AdminClient) throws -> [String: Double] {
        let url = client.server.adminURL?.absoluteString ?? ""
        let text = try Tool("curl -sS '\(url)/metrics'", client.server).output
        var numbers: [String: Double] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix("mockserver_") && !line.contains("_bucket") {
            let parts = line.split(separator: " ")
            numbers[String(parts[0].dropFirst("mockserver_".count))] = Double(parts[1])
        }
        return numbers
    }

    @Test("are of the server: over resets, other scenarios and ended sessions")
    func counting() throws {
        let client = try AdminClient(
            """
            name: own
            steps: [{ id: first, request: GET /a }, { id: second, request: GET /b }]
            """
        ) { $0.sessions = .patient }
        let server = client.server
        defer { server.stopNow() }
        let wire = try RawClient(server)
        #expect(try wire.ask(get("/a")).status == 200)
        #expect(try wire.ask(get("/b")).status == 200)
        #expect(try wire.ask(get("/b")).status == 501)
        var numbers = try Self.numbers(of: client)
        #expect(numbers["requests_total"] == 3)
        #expect(numbers["responses_total{status=\"200\"}"] == 2)
        #expect(numbers["responses_total{status=\"501\"}"] == 1)
        #expect(numbers["failures_total{kind=\"exhausted\"}"] == 1)
        #expect(numbers["response_duration_seconds_count"] == 3)
        #expect(numbers["connections_accepted_total"] == 1)
        #expect(numbers["connections_open"] == 1)
        #expect(numbers["build_info{version=\"\(Version.current)\"}"] == 1)
        #expect(try client.ask("POST", "/reset").status == 200)
        #expect(try wire.ask(get("/a")).status == 200)
        // A second run that lacks a step, which its end shows; a third without a request does not count.
        #expect(try client.ask("POST", "/reset").status == 200)
        #expect(try client.ask("POST", "/reset").status == 200)
        let table = try #require(server.sessions)
        let session = try table.begin(CompiledScenario(server.scenario))
        #expect(try wire.ask(get("/s/\(session.id)/a")).status == 200)
        #expect(table.end(session)?.passed == false)
        #expect(try wire.ask(get("/s/\(session.id)/a")).status == 410)
        wire.close()
        numbers = try Self.numbers(of: client)
        #expect(numbers["requests_total"] == 6)
        #expect(numbers["responses_total{status=\"200\"}"] == 4)
        #expect(numbers["responses_total{status=\"410\"}"] == 1)
        #expect(numbers["failures_total{kind=\"exhausted\"}"] == 1)
        #expect(numbers["failures_total{kind=\"unmet\"}"] == 2)
        #expect(numbers["response_duration_seconds_count"] == 5)
        #expect(numbers["sessions_open"] == 0)
        #expect(numbers["sessions_begun_total"] == 1)
        #expect(numbers["sessions_ended_total{result=\"failed\"}"] == 1)
        #expect(numbers["sessions_ended_total{result=\"passed\"}"] == 0)
        #expect(FailureKind.allCases.allSatisfy { numbers["failures_total{kind=\"\($0.rawValue)\"}"] != nil })
    }

    @Test("need the token, where there is one")
    func token() throws {
        let client = try AdminClient("stubs: [{ request: GET /a }]", token: "secret")
        defer { client.server.stopNow() }
        let ask = "curl -sS -o /dev/null -w '%{http_code} %{content_type}'"
        let url = "\(client.server.adminURL?.absoluteString ?? "")/metrics"
        #expect(try Tool("\(ask) '\(url)'", client.server).output == "401 application/json")
        #expect(
            try Tool("\(ask) -H 'Authorization: Bearer secret' '\(url)'", client.server).output
                == "200 text/plain; version=0.0.4; charset=utf-8")
    }

    @Test("leave sessions out where there can't be any")
    func withoutSessions() throws {
        let client = try AdminClient("stubs: [{ request: GET /a }]")
        defer { client.server.stopNow() }
        #expect(try Self.numbers(of: client).keys.allSatisfy { !$0.hasPrefix("sessions") })
    }
}
