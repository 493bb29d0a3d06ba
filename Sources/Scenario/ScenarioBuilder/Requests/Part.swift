/// A part of a multipart body (RFC 7578). What is left out may be anything.
///
/// ```swift
/// let upload: Condition = .multipart([
///     Part(name: "avatar", filename: .endsWith(".png")), Part(name: "title", .text("Me")),
/// ])
/// ```
public struct Part: Sendable {
    let node: DocumentNode

    /// A part with this name, file name, content type, headers and body.
    public init(
        name: some ValueExpectation = ValueMatcher.unstated, filename: some ValueExpectation = ValueMatcher.unstated,
        contentType: some ValueExpectation = ValueMatcher.unstated, headers: [String: ValueMatcher] = [:],
        _ body: BodyCondition..., filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(filePath, line, column)
        node = DocumentNode.map(
            [
                ("name", name.matcher.optionalNode(at: site)), ("filename", filename.matcher.optionalNode(at: site)),
                ("content_type", contentType.matcher.optionalNode(at: site)),
                ("headers", headers.isEmpty ? nil : .named(headers, at: site)),
            ], at: site
        ).adding(Condition.request(body.map { .body($0) }, at: site).entries.map { ($0.key, $0.value) })
    }
}
