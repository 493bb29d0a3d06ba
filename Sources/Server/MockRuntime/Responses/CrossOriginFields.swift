package import HTTPMessage
import Scenarios

/// The header fields that a browser wants to see in the response to one request (Fetch standard, section "CORS
/// protocol"). A class, because requests of most scenarios have none.
package final class CrossOriginFields: Sendable {
    private let policy: CrossOriginPolicy
    private let request: CrossOriginRequest

    init(_ policy: CrossOriginPolicy, answering head: borrowing RequestHead) {
        self.policy = policy
        request = CrossOriginRequest(head)
    }

    /// Adds them to the fields of a final response. A field that the response already has is not changed.
    package func add(to fields: inout Fields) {
        // All responses depend on `Origin`, even those to requests without it: a browser would else take a copy from
        // its cache that a navigation has left there, without permission (section "CORS protocol and HTTP caches").
        if !fields.containsListElement("Origin", in: "Vary"), !fields.containsListElement("*", in: "Vary") {
            fields.append("Vary", "Origin")
        }
        guard let origin = request.origin, policy.allows(origin: origin) else { return }
        let exposed = Self.names(of: fields)
        // Where credentials are allowed, `*` is no wildcard in any of these (section "HTTP responses").
        fields.state("Access-Control-Allow-Origin", origin)
        fields.state("Access-Control-Allow-Credentials", "true")
        if let preflight = request.preflight {
            permit(preflight, in: &fields)
        } else {
            fields.state("Access-Control-Expose-Headers", exposed)
        }
    }

    private func permit(_ preflight: CrossOriginRequest.Preflight, in fields: inout Fields) {
        fields.state("Access-Control-Allow-Methods", preflight.method)
        let headers = preflight.headers.filter(policy.allows(header:))
        if !headers.isEmpty { fields.state("Access-Control-Allow-Headers", headers.joined(separator: ", ")) }
        if let maxAge = policy.maxAge { fields.state("Access-Control-Max-Age", String(maxAge)) }
        if preflight.asksForPrivateNetwork { fields.state("Access-Control-Allow-Private-Network", "true") }
    }

    /// The names of the response's fields, each once, and `Date`, which the connection adds. Those that scripts always
    /// see (`Content-Type`), or never (`Set-Cookie`), may be among them: naming them changes nothing.
    private static func names(of fields: Fields) -> String {
        var names: [String] = []
        var seen: Set<String> = []
        for name in fields.lines.indices.map({ String(decoding: fields.name(at: $0), as: UTF8.self) }) + ["Date"] {
            let lowercased = name.lowercased()
            if !lowercased.hasPrefix("access-control-"), seen.insert(lowercased).inserted { names.append(name) }
        }
        return names.joined(separator: ", ")
    }
}

extension ScenarioRun {
    /// What a browser wants to see in the response to a request with that head; nil if the scenario has no `cors`.
    package func crossOriginFields(answering head: borrowing RequestHead) -> CrossOriginFields? {
        guard let policy = scenario.crossOrigin else { return nil }
        return CrossOriginFields(policy, answering: head)
    }
}

extension Fields {
    /// Adds a line unless there is one of that name.
    fileprivate mutating func state(_ name: String, _ value: String) {
        if !contains(named: name) { append(name, value) }
    }
}
