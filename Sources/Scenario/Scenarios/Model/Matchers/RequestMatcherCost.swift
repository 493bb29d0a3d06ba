import JSONPath

/// Properties of a request matcher that make it slow to compare or dependent on more than the request. Found when the
/// scenario is loaded.
package struct RequestMatcherCost: Sendable {
    /// Whether it reads the body, which may be large.
    package private(set) var readsBody = false
    /// Whether it has a regular expression, which may take a hundred thousand steps on a short value.
    package private(set) var hasRegex = false
    /// Whether it has a JSONPath that may select several values, or a JSON schema: each may take a hundred thousand steps
    /// on a small body.
    package private(set) var hasCostlyQuery = false
    /// Whether it compares elements in any order, which takes as many comparisons as there are pairs.
    package private(set) var comparesInAnyOrder = false
    /// Whether it compares the parts of a multipart body, of which even a small one may have many.
    package private(set) var readsParts = false
    /// Whether it looks at names and values, of which a request may have many.
    package private(set) var readsNames = false
    /// Whether it has an expression of many filters, each of which may double what the one before it made.
    package private(set) var chainsFilters = false
    /// Whether its result depends on variables or on the connections of steps.
    package private(set) var readsVariables = false
    /// Whether a template in it reads the body of the request.
    package private(set) var templatesReadBody = false
    /// The number of its conditions and of the values that they compare, at every depth.
    package private(set) var comparisons = 0

    /// Whether it may be slow even on a small request.
    package var needsLimit: Bool { hasRegex || hasCostlyQuery || comparesInAnyOrder || readsParts || chainsFilters }

    /// The steps of work to compare a request of this size, if it doesn't need a limit.
    package func steps(forSize size: Int) -> Int { (3 + comparisons) * (1 + size / 512) }

    init(_ conditions: [Condition]) { add(conditions) }

    /// The cost of a condition on a variable.
    init(when matcher: JSONMatcher) {
        readsVariables = true
        add(matcher)
    }

    private mutating func add(_ conditions: [Condition]) {
        for condition in conditions {
            if condition.isAboutBody { readsBody = true }
            comparisons += 1
            switch condition.kind {
            case .method, .applicationProtocol: break
            case .jsonSchema: hasCostlyQuery = true
            case .path(.value(let matcher, _)): add(matcher)
            case .path(.template(let template)): add(template)
            case .value(_, let matcher): add(matcher)
            case .named(let part, let named):
                if part != .header { readsNames = true }
                for entry in named.entries { add(entry.matcher) }
            case .values(let matchers): for matcher in matchers { add(matcher.matcher) }
            case .json(let matcher, _): add(matcher)
            case .jsonPath(let matcher):
                for entry in matcher.entries {
                    if !entry.query.isSingular { hasCostlyQuery = true }
                    add(entry.matcher)
                }
            case .bytes(let matcher): if case .base64(let template) = matcher { add(template) }
            case .multipart(let matcher):
                readsParts = true
                for part in matcher.parts { add(part.conditions) }
            case .graphQL(let matcher):
                if let operation = matcher.operation { add(operation) }
                if let query = matcher.query { add(query) }
                if let variables = matcher.variables { add(variables) }
            case .tls(let matchers): for matcher in matchers { add(matcher.matcher) }
            case .connection(let matcher): if case .sameAs = matcher.kind { readsVariables = true }
            case .allOf(let requestMatchers), .anyOf(let requestMatchers):
                for requestMatcher in requestMatchers { add(requestMatcher.conditions) }
            case .not(let requestMatcher): add(requestMatcher.conditions)
            }
        }
    }

    private mutating func add(_ path: PathTemplate) {
        for case .parts(let parts) in path.segments {
            for case .expression(let expression) in parts { add(expression) }
        }
    }

    private mutating func add(_ matcher: ValueMatcher) {
        comparisons += 1
        switch matcher.kind {
        case .scalar(let template), .equals(let template), .equalsIgnoreCase(let template), .contains(let template),
            .startsWith(let template), .endsWith(let template):
            add(template)
        case .matches(let regex): add(regex)
        case .oneOf(let templates): for template in templates { add(template) }
        case .present, .absent: break
        case .compare(_, let number): add(number)
        case .length(let count): add(count)
        case .list(let matchers), .allOf(let matchers), .anyOf(let matchers): for matcher in matchers { add(matcher) }
        case .not(let matcher): add(matcher)
        }
    }

    private mutating func add(_ matcher: JSONMatcher) {
        comparisons += 1
        switch matcher.kind {
        case .scalar: break
        case .template(let template): add(template)
        case .array(let matchers): for matcher in matchers { add(matcher) }
        case .object(let members): for member in members { add(member.matcher) }
        case .operators(let operators): for operation in operators { add(operation) }
        }
    }

    private mutating func add(_ operation: JSONMatcher.Operator) {
        switch operation.kind {
        case .equals(let matcher), .contains(let matcher), .not(let matcher): add(matcher)
        case .unordered(let matchers):
            comparesInAnyOrder = true
            for matcher in matchers { add(matcher) }
        case .oneOf(let matchers), .allOf(let matchers), .anyOf(let matchers): for matcher in matchers { add(matcher) }
        case .text(let matcher): add(matcher)
        case .present, .absent: break
        case .compare(_, let number): add(number)
        case .length(let count): add(count)
        }
    }

    private mutating func add(_ regex: RegularExpressionTemplate) {
        hasRegex = true
        if case .template(let template) = regex { add(template) }
    }

    private mutating func add(_ count: CountMatcher) {
        for limit in count.limits {
            switch limit {
            case .equal(let number), .compare(_, let number): add(number)
            }
        }
    }

    private mutating func add(_ number: NumberTemplate) { if case .template(let template) = number { add(template) } }

    private mutating func add(_ template: Template) { for expression in template.expressions { add(expression) } }

    private mutating func add(_ expression: Expression) {
        comparisons += 4 * (1 + expression.filters.count)
        if expression.filters.count > Filter.few { chainsFilters = true }
        if !expression.variables.isEmpty { readsVariables = true }
        if expression.readsBody { templatesReadBody = true }
    }
}

extension Capture {
    /// Whether it may be slow even on a small request.
    package var needsLimit: Bool {
        if matches != nil { return true }
        return if case .json(let query) = source { !query.isSingular } else { false }
    }
}
