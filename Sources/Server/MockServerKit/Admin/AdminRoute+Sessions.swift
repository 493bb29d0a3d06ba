import ExactJSON

// The operations on sessions.
extension AdminRoute {
    private static let unstubbable =
        "The session was begun in Swift, has too many stubs, or a file of its scenario has changed."

    static let ofSessions: [AdminRoute] = [
        AdminRoute(
            method: "POST", path: "/sessions",
            summary:
                "Begin a session: a scenario that only the requests get which name the session, by the path of its "
                + "URL, by the header Mockserver-Session or by the host.",
            parameters: scenarioParameters + [
                Parameter(
                    name: "seed", description: "The seed of its random values, at most \(UInt64.max).",
                    schema: ["type": "string", "pattern": "^[0-9]{1,20}$"])
            ],
            body: ["application/yaml", "application/json"], success: 201, response: "session",
            refusals: [
                400: "There is neither a body nor a name, or a parameter is not valid.",
                404: "There is no such file in the folder, or the server has no sessions.",
                422: "The scenario has errors, which the response lists.",
                503: "There are as many sessions as there may be.",
            ],
            work: .loading, handle: AdminAPI.beginSession),
        AdminRoute(
            method: "GET", path: "/sessions",
            summary:
                "The sessions, how many ended and how, and the requests that named a session which was not there.",
            response: "sessions", refusals: [404: "The server has no sessions."],
            work: .reading, handle: AdminAPI.listSessions),
        AdminRoute(
            method: "GET", path: "/sessions/{session}", summary: "A session.", response: "session",
            handle: AdminAPI.describeSession),
        AdminRoute(
            method: "DELETE", path: "/sessions/{session}",
            summary:
                "End a session, once its responses are sent, and get what it comes to. If it failed, so does the "
                + "server's process, and its reports have it.",
            parameters: [
                Parameter(
                    name: "settle",
                    description:
                        "How long to wait at most until no response is unsent and nothing has arrived for the "
                        + "scenario's linger, such as 2s. Unless given, 1s for the responses alone.",
                    schema: duration),
                shown,
            ],
            response: "verdict", refusals: [400: "A parameter is not valid.", 409: unjudged],
            work: .reading, awaitsDecisions: true, handle: AdminAPI.endSession),
        AdminRoute(
            method: "POST", path: "/sessions/{session}/stubs",
            summary:
                "Add a stub of the scenario format, or a list of them, to a session while it plays. They come after the "
                + "scenario's own; a reset keeps them, another scenario does not.",
            parameters: [
                Parameter(
                    name: "name", description: "How the document is shown in failures; its extension tells JSON.",
                    schema: ["type": "string"])
            ],
            body: ["application/yaml", "application/json"], bodySchema: ["type": ["object", "array", "string"]],
            success: 201, response: "stubs",
            refusals: [
                400: "There is no body.", 409: unstubbable,
                422: "The stub has errors, which the response lists.",
            ],
            work: .loading, handle: AdminAPI.addStubs),
        AdminRoute(
            method: "GET", path: "/sessions/{session}/stubs",
            summary: "The stubs that were added to a session, and how many requests each took.", response: "stubs",
            refusals: [409: unstubbable],
            work: .reading, handle: AdminAPI.listStubs),
        AdminRoute(
            method: "DELETE", path: "/sessions/{session}/stubs/{stub}",
            summary: "Remove a stub that was added to a session. What it has taken or failed so far stays.",
            response: "stub", refusals: [404: "There is no such stub.", 409: unstubbable],
            work: .loading, handle: AdminAPI.removeStub),
    ]
}
