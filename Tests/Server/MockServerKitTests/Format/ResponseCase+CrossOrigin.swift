extension ResponseCase {
    /// What `cors` adds to responses, and the responses to preflights.
    static let crossOrigin: [ResponseCase] = [
        crossOrigin(
            "origins", "cors: {origins: [http://a.test]}", origin: "http://a.test",
            added: [
                "Access-Control-Allow-Origin: http://a.test", "Access-Control-Allow-Credentials: true",
                "Access-Control-Expose-Headers: Content-Type, Vary, Date",
            ]),
        crossOrigin("origins", "cors: {origins: [http://a.test]}", origin: "http://b.test", added: []),
        preflight(
            "headers", "cors: {headers: [X-A]}", asking: "X-A, X-B", added: ["Access-Control-Allow-Headers: X-A"]),
        preflight(
            "max_age", "cors: {max_age: 10m}", asking: "X-A",
            added: ["Access-Control-Allow-Headers: X-A", "Access-Control-Max-Age: 600"]),
    ].flatMap { $0 }

    private static func crossOrigin(_ row: String, _ lines: String, origin: String, added: [String]) -> [ResponseCase] {
        let fields = ["Vary: Origin"] + added
        return both(
            "CORS", row, "text: hello", http1: [ok, plain] + fields + ["Content-Length: 5", close, "", "hello"],
            http2: [
                "HEADERS 1 "
                    + (["\(status200), \(plain2)"] + fields.map(lowercased) + ["content-length: 5"])
                    .joined(separator: ", "), "DATA 1 hello end",
            ]
        ).map { $0.asked(from: origin, lines) }
    }

    private static func preflight(_ row: String, _ lines: String, asking: String, added: [String]) -> [ResponseCase] {
        let fields =
            [
                "Vary: Origin", "Access-Control-Allow-Origin: http://a.test", "Access-Control-Allow-Credentials: true",
                "Access-Control-Allow-Methods: PUT",
            ] + added
        return both(
            "CORS", row, "text: hello", http1: ["HTTP/1.1 204 No Content"] + fields + [close, "", ""],
            http2: ["HEADERS 1 " + ([":status: 204"] + fields.map(lowercased)).joined(separator: ", ") + " end"]
        ).map { vector in
            var vector = vector.to("OPTIONS /y", "Access-Control-Request-Headers: \(asking)")
            vector.request = vector.request.with(
                vector.request.fields + [WireRequest.field("Access-Control-Request-Method: PUT")])
            return vector.asked(from: "http://a.test", lines)
        }
    }

    private func asked(from origin: String, _ lines: String) -> ResponseCase {
        var vector = self
        vector.lines = lines
        vector.request = request.with(request.fields + [WireRequest.field("Origin: \(origin)")])
        return vector
    }

    private static let status200 = ":status: 200"
    private static let plain2 = "content-type: text/plain; charset=utf-8"

    /// The field with its name in lower case.
    private static func lowercased(_ field: String) -> String {
        let name = field.prefix { $0 != ":" }
        return name.lowercased() + field.dropFirst(name.count)
    }
}
