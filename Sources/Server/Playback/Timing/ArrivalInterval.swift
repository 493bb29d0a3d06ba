/// The time from the response before to the arrival of a request, which `interval` limits.
enum ArrivalInterval: Hashable, Sendable {
    /// The response before is still unanswered, which counts as no time at all.
    case beforeEnd
    /// The time since that response ended.
    case since(Duration)

    var duration: Duration {
        switch self {
        case .beforeEnd: .zero
        case .since(let duration): duration
        }
    }
}
