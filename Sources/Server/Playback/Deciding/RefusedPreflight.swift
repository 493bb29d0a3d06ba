import HTTPMessage
import Scenarios

/// A preflight that did not get all the permission that it asked for: a browser then does not send its request.
struct RefusedPreflight: Sendable {
    /// What `cors` does not list.
    enum Reason: Hashable, Sendable {
        case origin(String)
        case headers([String])

        /// nil if `policy` permits all that the browser asks for.
        init?(_ asking: CrossOriginRequest, _ policy: CrossOriginPolicy) {
            guard let origin = asking.origin, policy.allows(origin: origin) else {
                self = .origin(asking.origin ?? "")
                return
            }
            let headers = (asking.preflight?.headers ?? []).filter { !policy.allows(header: $0) }
            if headers.isEmpty { return nil }
            self = .headers(headers)
        }
    }

    /// The number of refused preflights that a run keeps.
    static let kept = 16

    let entry: TimelineEntry
    let reason: Reason
    /// The method of the browser's request.
    let method: String
    /// That request, as far as the preflight tells it: its method and target.
    let view: RequestView

    init?(_ entry: TimelineEntry, _ reason: Reason, asking view: RequestView, _ scenario: Scenario) {
        let head = view.request.head
        guard let preflight = CrossOriginRequest(head).preflight else { return nil }
        self.entry = entry
        self.reason = reason
        method = preflight.method
        let asked = RequestHead(
            method: Array(method.utf8)[...], target: head.target, authority: head.authority, path: head.path,
            query: head.query, version: head.version, fields: Fields())
        self.view = RequestView(
            Request(head: asked, body: [], connection: view.request.connection), needs: scenario.needs)
    }

    func isLike(_ other: RefusedPreflight) -> Bool {
        entry.groupingKey == other.entry.groupingKey && method == other.method && reason == other.reason
    }

    /// The most origins or headers of `cors` that are named.
    private static let named = 5

    /// `#1 OPTIONS /a is a browser's preflight for PUT from https://b.test, but cors at cors.yaml:2:8 lists only
    /// https://a.test`
    func text(_ policy: CrossOriginPolicy?) -> String {
        let start = "#\(entry.number) \(entry.requestText) is a browser's preflight for \(Printable.text(method))"
        switch reason {
        case .origin(let origin):
            let list = Self.list(policy?.origins, at: policy?.originsPosition)
            return "\(start) from \(Printable.text(origin)), but \(list)"
        case .headers(let names):
            let list = Self.list(policy?.headers, at: policy?.headersPosition)
            return "\(start) with the header\(names.count == 1 ? "" : "s") "
                + "\(Printable.text(names.joined(separator: ", "))), but \(list)"
        }
    }

    /// `cors at cors.yaml:2:8 lists only https://a.test`
    private static func list(_ known: [String]?, at position: Position?) -> String {
        let place = position.map { " at \($0)" } ?? ""
        guard let known, !known.isEmpty else { return "cors\(place) lists none" }
        let more = known.count > named ? " and \(known.count - named) more" : ""
        return "cors\(place) lists only \(Printable.text(known.prefix(named).joined(separator: ", ")))\(more)"
    }
}
