/// Which values are masked in everything that leaves the process.
package struct Redaction: Hashable, Sendable {
    /// Header names in lower case.
    package var headers: [String]
    /// Names of query parameters, decoded; case counts.
    package var query: [String]
    /// Names of form fields and of the parts of a multipart body; case counts.
    package var form: [String]
    /// Names of cookies; case counts.
    package var cookies: [String]
    /// Where in a JSON body values are masked.
    package var jsonPaths: [JSONPath]

    package init(
        headers: [String] = [], query: [String] = [], form: [String] = [], cookies: [String] = [],
        jsonPaths: [JSONPath] = []
    ) {
        self.headers = headers
        self.query = query
        self.form = form
        self.cookies = cookies
        self.jsonPaths = jsonPaths
    }

    /// What a scenario masks that says nothing else.
    package static let standard = Redaction(
        headers: ["authorization", "cookie", "set-cookie", "proxy-authorization"])

    /// Whether a part of a body is masked.
    package var concernsBodies: Bool { !jsonPaths.isEmpty || !form.isEmpty }
}
