/// The kind of a failure in a run: a closed set.
public enum FailureKind: String, Hashable, Sendable, CaseIterable, Decodable {
    /// No step or stub takes the request.
    case unmatched
    /// A step that is not open yet, or already closed, would take the request.
    case outOfOrder = "out_of_order"
    /// The step or stub that matches has taken its last request.
    case exhausted
    /// A step took a request that violates one of the step's assertions.
    case assertion
    /// A step did not get the requests that it needs.
    case unmet
    /// A stub that must never get a request got one.
    case never
    /// A held response was not released in time.
    case holdTimeout = "hold_timeout"
    /// More requests were in flight at once than the scenario allows.
    case maxInFlight = "max_in_flight"
    /// The interval between requests was shorter or longer than the scenario allows.
    case interval
    /// A client left when it should have stayed, or the reverse.
    case client
    /// A capture found no value in the request.
    case capture
    /// A template has no value.
    case template
    /// The connection's protocol can't carry a part of the response.
    case unsendable
    /// The client broke HTTP.
    case badRequest = "bad_request"
    /// A check at the end of the run failed.
    case expect
}
