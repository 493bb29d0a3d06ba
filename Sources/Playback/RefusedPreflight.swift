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

    /// `a browser asked by #1 OPTIONS /a to send PUT from https://b.test, but cors does not list that origin at cors.yaml:2:8`
    func text(_ policy: CrossOriginPolicy?) -> String {
        let start = "a browser asked by #\(entry.number) \(entry.requestText) to send \(Printable.text(method))"
        switch reason {
        case .origin(let origin):
            let place = policy?.originsPosition.map { " at \($0)" } ?? ""
            return "\(start) from \(Printable.text(origin)), but cors does not list that origin\(place)"
        case .headers(let names):
            let (noun, pronoun) = names.count == 1 ? ("header", "it") : ("headers", "them")
            let place = policy?.headersPosition.map { " at \($0)" } ?? ""
            return "\(start) with the \(noun) \(Printable.text(names.joined(separator: ", "))), "
                + "but cors does not list \(pronoun)\(place)"
        }
    }
}
