package import JSONPath

/// The values that are redacted in everything that leaves the process.
package struct Redaction: Hashable, Sendable {
    /// Header names in lower case.
    package var headers: [String]
    /// Names of query parameters, decoded and case-sensitive.
    package var query: [String]
    /// Names of form fields and of the parts of a multipart body, case-sensitive.
    package var form: [String]
    /// Names of cookies, case-sensitive.
    package var cookies: [String]
    /// Queries that select redacted values in a JSON body.
    package var jsonPaths: [JSONPathQuery]

    package init(
        headers: [String] = [], query: [String] = [], form: [String] = [], cookies: [String] = [],
        jsonPaths: [JSONPathQuery] = []
    ) {
        self.headers = headers
        self.query = query
        self.form = form
        self.cookies = cookies
        self.jsonPaths = jsonPaths
    }

    /// The redaction of a scenario without `redact`.
    package static let standard = Redaction(
        headers: ["authorization", "cookie", "set-cookie", "proxy-authorization"])

    /// Whether parts of bodies are redacted.
    package var concernsBodies: Bool { !jsonPaths.isEmpty || !form.isEmpty }
}
