import ExactJSON
import Reports

/// An operation of the admin API. The same table describes the operations and finds the one for a request.
struct AdminRoute: Sendable {
    struct Parameter: Sendable {
        let name: String
        let description: String
        let schema: JSON
        var isRequired = false
        /// Whether the schema is that of a JSON value, which the query has as text.
        var isJSON = false
    }

    typealias Handler = @Sendable (AdminAPI) -> (AdminRequest, @escaping AdminReply) throws(AdminResponse) -> Void

    let method: String
    private(set) var path: String
    private(set) var summary: String
    var parameters: [Parameter] = []
    /// The allowed content types of the body.
    var body: [String] = []
    /// The schema of a body that there must be; nil if it may be missing and is a scenario, which has a schema of its own.
    var bodySchema: JSON?
    /// The status of success.
    var success = 200
    /// The name of the response's schema, or the media type of a response that is not JSON.
    let response: String
    /// The descriptions of all other statuses.
    var refusals: [Int: String] = [:]
    /// What is computed for it off the event loop; nil if it takes no time worth the name.
    var work: AdminWork.Kind?
    /// Whether it waits until the requests that have come are decided, so that a closure that makes the response to one of
    /// them would wait for itself.
    var awaitsDecisions = false
    let handle: Handler

    /// All operations: those of the server, those of its sessions, and those of a run, which are the same for the
    /// server's own run and for a session's.
    static let all: [AdminRoute] = ofServer + ofRun + ofSessions + ofRun.map(\.ofSession)

    private var ofSession: AdminRoute {
        var route = self
        route.path = "/sessions/{session}" + path
        route.summary = "Of a session: " + summary.prefix(1).lowercased() + summary.dropFirst()
        return route
    }

    /// Whether it is a report of all runs, whose size nobody knows before.
    var isReport: Bool { response == "*/*" }

    /// Whether it begins a session.
    var beginsSession: Bool { method == "POST" && path == "/sessions" }

    private var segments: [Substring] { path.split(separator: "/") }

    /// Whether it is the operation, or one of them, of a path.
    func matches(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard path.hasPrefix("/"), parts.count == segments.count else { return false }
        return zip(segments, parts).allSatisfy { segment, part in
            segment.hasPrefix("{") ? !part.isEmpty : segment == part
        }
    }

    /// The parts of a path that stand for the names in braces.
    func captures(in path: String) -> [String: String] {
        var captures: [String: String] = [:]
        for (segment, part) in zip(segments, path.split(separator: "/")) where segment.hasPrefix("{") {
            captures[String(segment.dropFirst().dropLast())] = String(part)
        }
        return captures
    }

    /// The names in braces of the path.
    var captureNames: [String] {
        segments.filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }

    private static let ofServer: [AdminRoute] = [
        AdminRoute(
            method: "GET", path: AdminAPI.healthPath,
            summary:
                "Whether the server is up: the scenario is loaded and the port bound; and its URL for clients on its "
                + "machine, unless it listens on a Unix-domain socket. Needs no token.",
            response: "health", handle: AdminAPI.health),
        AdminRoute(
            method: "GET", path: "/metrics",
            summary:
                "What the server has counted since its start, over all runs and sessions, in the text format of "
                + "Prometheus (0.0.4).",
            response: "text/plain", work: .reading, handle: AdminAPI.metrics),
        AdminRoute(
            method: "GET", path: "/openapi.json", summary: "This description.", response: "openapi",
            work: .reading, handle: AdminAPI.describe),
    ]

    private static let ofRun: [AdminRoute] = [
        AdminRoute(
            method: "GET", path: "/verdict",
            summary: "What the run comes to if it ends now, without the runs before it.",
            parameters: [
                Parameter(
                    name: "wait",
                    description: "How long to wait for every step to be complete and the run to settle, such as 2s.",
                    schema: duration),
                Parameter(
                    name: "settle",
                    description:
                        "How long to wait, whether steps are complete or not, until no response is unsent and nothing "
                        + "has arrived for the scenario's linger.",
                    schema: duration),
                shown,
            ],
            response: "verdict",
            refusals: [400: "A parameter is not valid, or both durations are given.", 409: unjudged],
            work: .reading, awaitsDecisions: true, handle: AdminAPI.verdict),
        AdminRoute(
            method: "GET", path: "/journal", summary: "The requests of the run so far, in order of arrival.",
            response: "journal", work: .reading, handle: AdminAPI.journal),
        AdminRoute(
            method: "GET", path: "/requests", summary: "The requests that a step took.",
            parameters: [
                Parameter(
                    name: "step", description: "The step's id.", schema: ["type": "string"], isRequired: true),
                Parameter(
                    name: "wait", description: "Wait until it took this many.",
                    schema: count),
                Parameter(
                    name: "timeout", description: "How long at most, such as 2s; 5s unless given.", schema: duration),
            ],
            response: "requests",
            refusals: [
                400: "No step is named, or a parameter is not valid.", 404: "The scenario has no such step.",
                504: "Fewer requests came in time.",
            ],
            work: .reading, handle: AdminAPI.requests),
        AdminRoute(
            method: "GET", path: "/report", summary: "The runs so far as a report; the server's has all sessions, too.",
            parameters: [
                Parameter(
                    name: "format", description: "The format; html unless given.",
                    schema: ["enum": .array(ReportFormat.allCases.map { .string($0.rawValue) })])
            ],
            response: "*/*", refusals: [400: "There is no such format.", 409: unjudged],
            work: .reading, awaitsDecisions: true, handle: AdminAPI.report),
        AdminRoute(
            method: "POST", path: "/reset",
            summary:
                "End the run and begin another of the same scenario. If the run failed, so does the server's process, "
                + "and its reports have the run.",
            parameters: [shown], response: "ended", refusals: [400: "A parameter is not valid.", 409: unjudged],
            work: .reading, awaitsDecisions: true, handle: AdminAPI.reset),
        AdminRoute(
            method: "PUT", path: "/scenario",
            summary:
                "End the run, as a reset does, and begin one of another scenario; one with errors is refused, and the "
                + "run goes on.",
            parameters: scenarioParameters + [shown],
            body: ["application/yaml", "application/json"], response: "ended",
            refusals: [
                400: "There is neither a body nor a name, or a parameter is not valid.",
                404: "There is no such file in the folder.", 409: unjudged,
                422: "The scenario has errors, which the response lists.",
            ],
            work: .loading, awaitsDecisions: true, handle: AdminAPI.replace),
        AdminRoute(
            method: "GET", path: "/clock", summary: "The time of the scenario's clock, and how many wait for it.",
            parameters: [
                Parameter(
                    name: "sleepers", description: "Wait until this many responses wait for a virtual clock.",
                    schema: count),
                Parameter(
                    name: "timeout", description: "How long at most, such as 2s; 5s unless given.", schema: duration),
            ],
            response: "clock",
            refusals: [
                400: "A parameter is not valid.", 409: "The scenario's clock is not virtual.",
                504: "Fewer waited for it in time.",
            ],
            handle: AdminAPI.clock),
        AdminRoute(
            method: "POST", path: "/clock",
            summary: "Move a virtual clock, and wait until every response that falls due is written.",
            body: ["application/json"],
            bodySchema: [
                "type": "object", "properties": ["advance": interval], "required": ["advance"],
            ], response: "clock",
            refusals: [
                400: "The body is not like {\"advance\": \"1h\"}.",
                409: "The scenario's clock is not virtual, or a closure of the scenario asks.",
            ],
            work: .loading, awaitsDecisions: true, handle: AdminAPI.advance),
    ]

    static let unjudged =
        "Requests of the run wait for closures of a scenario that is written in Swift, or one of these asks."
    /// The parameters by which a scenario is named, and given values.
    static let scenarioParameters = [
        Parameter(
            name: "name",
            description: "Without a body, a file of the scenarios' folder; with one, how it is shown.",
            schema: ["type": "string"]),
        Parameter(
            name: "vars",
            description: "Values that replace those of the scenario's vars: a JSON object, such as {\"n\": 2}.",
            schema: ["type": "object", "additionalProperties": ["type": ["string", "number", "boolean"]]],
            isJSON: true),
    ]

    /// What keeps the terminal from repeating what a test shows.
    static let shown = Parameter(
        name: "shown",
        description:
            "Whether the client shows the failures to its user. Then mockserver does not print them again, only how many "
            + "there are; its reports have them.",
        schema: ["type": "boolean"])

    private static let count: JSON = ["type": "integer", "minimum": 1, "maximum": .number(JSONNumber(Int.max))]
    private static let durationPattern: JSON = #"^[0-9]+(\.[0-9]+)?(ms|s|m|h|d)$"#
    /// How long a request may wait.
    static let duration: JSON = ["type": "string", "pattern": durationPattern, "description": "At most 5m."]
    /// How far a clock may move at once.
    private static let interval: JSON = [
        "type": "string", "pattern": durationPattern, "description": "At most ten years, 3650d.",
    ]
}
