import Scenarios

/// What has a rule decide a request when its head is there.
enum EarlyDecision {
    case early(rule: String)
    case fault(Fault.Phase, rule: String)

    /// The reason that nothing of the body can be used, as a clause.
    var text: String {
        switch self {
        case .early(let rule): "\(rule) is early, so it is decided before the body of the request comes"
        case .fault(let phase, let rule):
            "with a fault at \(phase.rawValue), \(rule) is decided before the body of the request comes"
        }
    }

    /// What to change for the body to be used, as the end of a sentence.
    var otherwise: String {
        switch self {
        case .early: "leave early out"
        case .fault: "write at: response_start"
        }
    }

    /// Found before the rule's conditions and templates are read; nil if the rule needs a complete request.
    init?(_ keyed: KeyedEntries, rule: @autoclosure () -> String, defaults: ResponseReader.Defaults?) {
        if keyed["early"]?.plainText == "true" {
            self = .early(rule: rule())
            return
        }
        // Few scenarios have any fault.
        guard
            Self.hasFault(defaults?.entries) || Self.hasFault(keyed["response"]?.entries)
                || keyed["responses"]?.items?.contains(where: { Self.hasFault($0.entries) }) == true
        else { return nil }
        let responses = [keyed["response"]].compactMap { $0 } + (keyed["responses"]?.items ?? [])
        var phases = responses.map { Self.phase($0.entries) }
        if phases.isEmpty || responses.contains(where: { $0.entries?.contains { $0.isNamed("fault") } != true }) {
            phases.append(Self.phase(defaults?.entries))
        }
        guard let phase = phases.compactMap({ $0 }).first else { return nil }
        self = .fault(phase, rule: rule())
    }

    private static func hasFault(_ response: [Node.Entry]?) -> Bool {
        response?.contains { $0.isNamed("fault") } ?? false
    }

    /// The phase of a response's fault within the request.
    private static func phase(_ response: [Node.Entry]?) -> Fault.Phase? {
        let fault = response?.first { $0.isNamed("fault") }?.value
        let phase = fault?.entries?.first { $0.isNamed("at") }?.value.text.flatMap { Fault.Phase(rawValue: $0) }
        return phase.flatMap { $0.isInRequest ? $0 : nil }
    }
}
