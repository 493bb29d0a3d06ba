/// Which values are masked in everything that leaves the process.
public struct Redaction: Hashable, Sendable {
    /// Header names in lower case.
    public var headers: [String]
    /// Names of query parameters, decoded; case counts.
    public var query: [String]
    /// Names of form fields and of the parts of a multipart body; case counts.
    public var form: [String]
    /// Names of cookies; case counts.
    public var cookies: [String]
    /// Where in a JSON body values are masked.
    public var jsonPaths: [JSONPath]

    public init(
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
    public static let standard = Redaction(
        headers: ["authorization", "cookie", "set-cookie", "proxy-authorization"])

    /// Whether a part of a body is masked.
    public var concernsBodies: Bool { !jsonPaths.isEmpty || !form.isEmpty }
}
