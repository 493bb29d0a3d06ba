/// The context of a template, which decides which names its expressions may use.
struct TemplateContext {
    enum Usage {
        case vars, basePath, path, request, assertion, when, set, response, unmatched, expectation
    }

    var usage: Usage
    /// The parameters of the rule's path; nil if they are not known yet and uses are checked later.
    var parameters: Set<String>?
    /// The name of the rule, for messages about `defaults` that a rule can't use.
    var rule: String?
    /// What has the rule decide a request at its head, so that nothing of the body can be used; nil if nothing does.
    var earlyDecision: EarlyDecision?
    /// Whether `{{` begins an expression at all.
    var isEvaluated = true

    init(_ usage: Usage, parameters: Set<String>? = nil) {
        self.usage = usage
        self.parameters = parameters
    }

    func at(_ usage: Usage) -> TemplateContext {
        var context = self
        context.usage = usage
        return context
    }

    /// Why `count`, `uuid` and `random` have no value here, as the end of a sentence; nil if they have one.
    func refusal(ofDraw name: String) -> String? {
        switch usage {
        case .path, .basePath:
            "\"\(name)\" can't stand in a path: it would match differently each time; write {id} to take any segment"
        case .request, .expectation:
            "\"\(name)\" can't stand in a request: it would match differently each time; \(constant(name))"
        case .assertion:
            "\"\(name)\" can't stand in an assertion: no request could be known to match it; \(constant(name))"
        case .when: "\"\(name)\" can't stand in when; \(constant(name))"
        case .vars where name == "count":
            "\"count\" counts the requests of a step and has no value in vars; write {{count}} where it is used"
        case .unmatched where name == "count":
            "\"count\" counts the requests of a step, and no step took an unmatched one; leave it out"
        case .vars, .set, .response, .unmatched: nil
        }
    }

    /// What to write where a value has to stay the same.
    private func constant(_ name: String) -> String {
        name == "count"
            ? "write the number, or {present: true}"
            : "define it in vars, which are evaluated once per run, or write {present: true}"
    }

    /// Why something in the body can't be used here; nil if it can.
    func refusal(ofBodyPart name: String) -> String? {
        earlyDecision.map { "\(name) can't be used here: \($0.text); leave it out, or \($0.otherwise)" }
    }

    /// Why a request has no value here; nil if it has one.
    var refusalOfRequest: String? {
        switch usage {
        case .vars:
            "vars are evaluated before any request comes, so \"request\" has no value here; write it under set in a step"
        case .when:
            "when is looked at before a request comes, so \"request\" has no value here; write it under request, or under "
                + "set in an earlier step"
        default: nil
        }
    }
}
