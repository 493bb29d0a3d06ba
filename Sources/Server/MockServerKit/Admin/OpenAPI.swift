import ExactJSON
import Reports

/// The OpenAPI 3.1 description of the admin API, made from the routes themselves.
enum OpenAPI {
    static let document: JSON = [
        "openapi": "3.1.0",
        "info": [
            "title": "mockserver admin API", "version": "1",
            "description": "What a suite in any language may ask of a mock server while it runs.",
        ],
        "security": [["token": []]],
        "paths": .object(JSONObject(paths)),
        "components": [
            "securitySchemes": [
                "token": [
                    "type": "http", "scheme": "bearer",
                    "description": "MOCKSERVER_ADMIN_TOKEN; needed where the server was given one.",
                ]
            ],
            "schemas": .object(JSONObject(schemas)),
        ],
    ]

    private static var paths: [(String, JSON)] {
        var paths: [String] = []
        for route in AdminRoute.all where !paths.contains(route.path) { paths.append(route.path) }
        return paths.map { path in
            let operations = AdminRoute.all.filter { $0.path == path }
            return (path, .object(JSONObject(operations.map { ($0.method.lowercased(), operation($0)) })))
        }
    }

    private static func operation(_ route: AdminRoute) -> JSON {
        var operation = JSONObject([("summary", .string(route.summary))])
        if route.path == AdminAPI.healthPath { operation["security"] = [] }
        let captures = route.captureNames.map { name -> JSON in
            [
                "name": .string(name), "in": "path", "required": true,
                "description": name == "stub" ? "The number of the added stub." : "The id of the session.",
                "schema": name == "stub"
                    ? ["type": "integer", "minimum": 1] : ["type": "string", "pattern": "^[a-z2-7]{26}$"],
            ]
        }
        if !captures.isEmpty || !route.parameters.isEmpty {
            operation["parameters"] = .array(
                captures
                    + route.parameters.map { parameter in
                        [
                            "name": .string(parameter.name), "in": "query",
                            "description": .string(parameter.description),
                            "required": .bool(parameter.isRequired),
                            parameter.isJSON ? "content" : "schema": parameter.isJSON
                                ? ["application/json": ["schema": parameter.schema]] : parameter.schema,
                        ]
                    })
        }
        if !route.body.isEmpty {
            let schema = route.bodySchema ?? ["type": ["object", "string"]]
            let content = route.body.map { ($0, ["schema": schema] as JSON) }
            operation["requestBody"] = [
                "required": .bool(route.bodySchema != nil), "content": .object(JSONObject(content)),
            ]
        }
        var responses = JSONObject([(String(route.success), response(route.summary, route.response))])
        let refusals = route.refusals.merging(commonRefusals(route)) { $1 }
        for (status, why) in refusals.sorted(by: { $0.key < $1.key }) {
            responses[String(status)] = response(why, "error")
        }
        operation["responses"] = .object(responses)
        return .object(operation)
    }

    private static func commonRefusals(_ route: AdminRoute) -> [Int: String] {
        var refusals = [403: "The request could be a web page's."]
        refusals[400] = [
            route.refusals[400], "The query has a parameter that the operation does not take, or one twice.",
        ].compactMap(\.self).joined(separator: " ")
        if route.path != AdminAPI.healthPath { refusals[401] = "The token is missing or wrong." }
        if !route.captureNames.isEmpty { refusals[410] = "There is no such session, or no more." }
        if !route.body.isEmpty { refusals[413] = "The scenario is too long." }
        if route.work != nil {
            let (requests, bytes, waiters) = AdminWork.limit
            refusals[503] = [
                route.refusals[503],
                "\(requests) requests or \(bytes >> 20) MiB of them wait, \(waiters) of them for something to happen, or the "
                    + "server is stopping.",
            ].compactMap(\.self).joined(separator: " ")
        }
        return refusals
    }

    private static func response(_ description: String, _ schema: String) -> JSON {
        [
            "description": .string(description),
            "content": schema.contains("/")
                ? .object(JSONObject([(schema, .object(JSONObject()))]))
                : ["application/json": ["schema": reference(schema)]],
        ]
    }
}
