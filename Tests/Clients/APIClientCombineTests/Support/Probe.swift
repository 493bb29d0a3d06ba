#if canImport(Combine) || Combine
import APIClientCombine

/// A subscriber that demands only what its test says, and notes what it gets.
final class Probe<Input>: Subscriber {
    private(set) var values: [Input] = []
    private(set) var completions: [Subscribers.Completion<any Error>] = []
    private(set) var subscription: (any Subscription)?
    /// What it does with each value.
    var react: (any Subscription) -> Void = { _ in }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        values.append(input)
        if let subscription { react(subscription) }
        return .none
    }

    func receive(completion: Subscribers.Completion<any Error>) {
        completions.append(completion)
    }
}
#endif
