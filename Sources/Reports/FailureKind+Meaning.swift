import Playback

extension FailureKind {
    /// The meaning of a failure of this kind, as a sentence.
    var meaning: String {
        switch self {
        case .unmatched: "No step or stub takes the request."
        case .outOfOrder: "The step that would take the request is not open yet, or no more."
        case .exhausted: "The step or stub that takes the request has had its last."
        case .assertion: "A request that a step took is not what the step says it must be."
        case .unmet: "A step did not get the requests it needs."
        case .never: "A stub that must never be asked was."
        case .holdTimeout: "An answer that waits for others waited too long."
        case .maxInFlight: "More requests were unanswered at a time than may be."
        case .interval: "Requests came at another pace than they must."
        case .client: "The client did not end as it must."
        case .capture: "A capture found no value in the request."
        case .template: "A template made no value."
        case .unsendable: "The answer holds what the connection's protocol cannot carry."
        case .badRequest: "The client broke HTTP."
        case .expect: "A check at the end of the run does not hold."
        }
    }
}
