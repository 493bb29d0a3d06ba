/// A part of a multipart body (RFC 7578). What is nil or not named may be anything.
public struct Part: Sendable {
    let node: DocumentNode

    /// A part with this name, file name, content type, headers and body.
    public init(
        name: (any ValueExpectation)? = nil, filename: (any ValueExpectation)? = nil,
        contentType: (any ValueExpectation)? = nil, headers: [String: any ValueExpectation] = [:],
        _ body: BodyCondition..., file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(file, line, column)
        let fields = headers.sorted { $0.key < $1.key }.map { ($0.key, Optional($0.value.matcher.node(at: site))) }
        node = DocumentNode.map(
            [
                ("name", name?.matcher.node(at: site)), ("filename", filename?.matcher.node(at: site)),
                ("content_type", contentType?.matcher.node(at: site)),
                ("headers", fields.isEmpty ? nil : .map(fields, at: site)),
            ], at: site
        ).adding(Condition.request(body.map { .body($0) }, at: site).entries.map { ($0.key, $0.value) })
    }
}
