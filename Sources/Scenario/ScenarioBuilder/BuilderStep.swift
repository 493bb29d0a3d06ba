public import HTTPTypes

/// A request that the client has to send, and its response.
///
/// ```swift
/// let step = Step(.post, "/auth/refresh", id: "refresh")
///     .assert(.json(["refreshToken": "rt-1"]))
///     .respond(json: ["result": ["accessToken": "at-2"]])
/// ```
public struct Step: Rule, BuiltRule {
    package var content: RuleContent

    /// A step for requests with this method for this path, which may have a query and templates.
    public init(
        _ method: HTTPRequest.Method, _ path: String, _ conditions: Condition..., id: String? = nil,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(filePath, line, column)
        content = RuleContent(RequestMatcher(method, path, conditions, at: site), id: id, at: site)
    }

    /// A step for requests with any method for this path.
    public init(
        _ path: String, _ conditions: Condition..., id: String? = nil, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(filePath, line, column)
        content = RuleContent(RequestMatcher(nil, path, conditions, at: site), id: id, at: site)
    }

    /// A step for requests that satisfy all of these conditions.
    public init(
        _ conditions: Condition..., id: String? = nil, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let site = CallSite(filePath, line, column)
        content = RuleContent(RequestMatcher(conditions: conditions, at: site), id: id, at: site)
    }

    package init(
        _ method: HTTPRequest.Method, _ path: String, _ conditions: [Condition], id: String?, at site: CallSite
    ) {
        content = RuleContent(RequestMatcher(method, path, conditions, at: site), id: id, at: site)
    }

    /// The steps and parallel blocks that must be complete before this one is open; none opens it at the start.
    public func after(
        _ ids: String..., filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Step {
        let site = CallSite(filePath, line, column)
        var copy = self
        copy.content.set("after", .list(ids.map { .string($0, at: site) }, at: site))
        return copy
    }
}

/// A response for requests that no open step takes; it may be used any number of times, or never.
///
/// ```swift
/// let stub = Stub(.get, "/health").respond(.noContent)
/// ```
public struct Stub: Rule, BuiltRule {
    package var content: RuleContent

    /// A stub for requests with this method for this path, which may have a query and templates.
    public init(
        _ method: HTTPRequest.Method, _ path: String, _ conditions: Condition..., id: String? = nil,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(filePath, line, column)
        content = RuleContent(RequestMatcher(method, path, conditions, at: site), id: id, at: site)
    }

    /// A stub for requests with any method for this path.
    public init(
        _ path: String, _ conditions: Condition..., id: String? = nil, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(filePath, line, column)
        content = RuleContent(RequestMatcher(nil, path, conditions, at: site), id: id, at: site)
    }

    /// A stub for requests that satisfy all of these conditions.
    public init(
        _ conditions: Condition..., id: String? = nil, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let site = CallSite(filePath, line, column)
        content = RuleContent(RequestMatcher(conditions: conditions, at: site), id: id, at: site)
    }

    package init(matching conditions: [Condition], at site: CallSite) {
        content = RuleContent(RequestMatcher(conditions: conditions, at: site), id: nil, at: site)
    }

    /// Any request that matches is a failure.
    public func never(
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Stub {
        var copy = self
        copy.content.set("never", .bool(true, at: CallSite(filePath, line, column)))
        return copy
    }

    /// Takes HEAD too, if it is for GET.
    public func headFromGet(
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Stub {
        var copy = self
        copy.content.set("head", .string("from_get", at: CallSite(filePath, line, column)))
        return copy
    }
}
