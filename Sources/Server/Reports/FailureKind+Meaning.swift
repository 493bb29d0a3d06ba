import Playback

extension FailureKind {
    /// The meaning of a failure of this kind, as a sentence.
    var meaning: String {
        switch self {
        case .unmatched: "No step or stub takes the request."
        case .outOfOrder: "The step that would take the request is not open yet, or is closed."
        case .exhausted: "The step or stub that matches the request has taken as many as it may."
        case .assertion: "A request that a step took fails the step's assertions."
        case .unmet: "A step did not get the requests it needs."
        case .never: "A stub marked `never` took a request."
        case .holdTimeout: "A response was held longer than its timeout."
        case .maxInFlight: "More requests were unanswered at a time than `max_in_flight` allows."
        case .interval: "A request came sooner or later than `interval` allows."
        case .client: "The client hung up, or stayed, contrary to `client`."
        case .capture: "A capture found no value in the request."
        case .template: "A template could not be evaluated."
        case .unsendable: "The response has a part that the connection's protocol cannot carry."
        case .badRequest: "The client broke HTTP."
        case .expect: "A check at the end of the run failed."
        }
    }
}
