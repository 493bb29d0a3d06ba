import CPlatform
import MockRuntime
import Playback
import Reports
import Sockets

/// Where the numbers of `GET /metrics` come from. They are the server's: of all its runs and sessions together.
struct MetricsSource: Sendable {
    /// The text format of Prometheus, version 0.0.4.
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    private let metrics: ServerMetrics
    private let connections: ConnectionCounts
    private let sessions: SessionTable?

    /// - Parameters:
    ///   - connections: those of clients, not of the admin API.
    ///   - sessions: nil if the server has none, which leaves their numbers out.
    init(_ metrics: ServerMetrics, _ connections: ConnectionCounts, _ sessions: SessionTable?) {
        self.metrics = metrics
        self.connections = connections
        self.sessions = sessions
    }

    /// The numbers now.
    var text: String {
        var text = MetricsText()
        // Read before the failures: those of a session that is not open any more are among them.
        let counts = sessions?.counts
        add(metrics.current, to: &text)
        if let counts { add(counts, to: &text) }
        let connections = connections.current
        text.add(
            "mockserver_connections_open", .gauge, "Connections of clients that are open.", [("", connections.open)])
        text.add(
            "mockserver_connections_accepted_total", .counter, "Connections of clients that were accepted.",
            [("", connections.accepted)])
        addProcess(to: &text)
        return text.text
    }

    private func add(_ current: ServerMetrics.Snapshot, to text: inout MetricsText) {
        text.add(
            "mockserver_requests_total", .counter,
            "Requests that came: of every run and session, those that could not be read, and those that no run gets.",
            [("", current.requests)])
        // From the start, so that a rate is known after the first response.
        let none: [(status: Int, count: UInt64)] =
            current.responses.contains { $0.status == 200 } ? [] : [(status: 200, count: 0)]
        text.add(
            "mockserver_responses_total", .counter,
            "Responses whose head was written, by status; interim ones and those that a fault cuts before are not "
                + "among them.",
            (none + current.responses).sorted { $0.status < $1.status }.map { ("status=\"\($0.status)\"", $0.count) })
        text.add(
            "mockserver_failures_total", .counter,
            "Failures, each time, by kind. Those that only the end of a run shows count when it ends: by a reset, by "
                + "another scenario, or with its session.",
            current.failures.map { ("kind=\"\($0.kind.rawValue)\"", $0.count) })
        text.addHistogram(
            "mockserver_response_duration_seconds",
            "Seconds from a whole request, or its decided head, to the last byte of its response, which the system has "
                + "taken, on the clock of its scenario; without requests that no run gets or that could not be read.",
            bounds: ServerMetrics.latencyBounds, buckets: current.latencies, sum: current.latencySum)
    }

    private func add(_ counts: SessionTable.Counts, to text: inout MetricsText) {
        text.add(
            "mockserver_sessions_open", .gauge,
            "Sessions that are open or ending; a session stays until its verdict and its failures are counted.",
            [("", UInt64(counts.open))])
        text.add(
            "mockserver_sessions_begun_total", .counter, "Sessions that were begun.", [("", UInt64(counts.begun))])
        text.add(
            "mockserver_sessions_ended_total", .counter,
            "Sessions that were ended or have expired, by their verdicts at that moment.",
            [("result=\"passed\"", UInt64(counts.ended.passed)), ("result=\"failed\"", UInt64(counts.ended.failed))])
        text.add(
            "mockserver_sessions_expired_total", .counter,
            "Sessions that ended because nothing happened to them for the timeout.", [("", UInt64(counts.expired))])
    }

    private func addProcess(to text: inout MetricsText) {
        text.add(
            "mockserver_build_info", .gauge, "1, with the version of the server.",
            [("version=\"\(Version.current)\"", 1)])
        let (memory, descriptors, start) = (
            cplatform_resident_bytes(), cplatform_open_descriptors(), cplatform_process_start()
        )
        if memory >= 0 {
            text.add(
                "process_resident_memory_bytes", .gauge, "Resident memory of the process in bytes.",
                [("", UInt64(memory))])
        }
        if descriptors >= 0 {
            text.add("process_open_fds", .gauge, "Open file descriptors of the process.", [("", UInt64(descriptors))])
        }
        if start >= 0 {
            text.add(
                "process_start_time_seconds", .gauge, "When the process started, in seconds since 1970.",
                [("", start)])
        }
    }
}
