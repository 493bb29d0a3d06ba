#if canImport(Combine) || Combine
/// A publisher of exactly one value, or of an error.
///
/// The type promises it to whoever subscribes. A publisher that does not keep the promise fails with ``SingleError``, so a
/// single gives its value when the publisher finishes, and not before.
public struct Single<Output>: Publisher {
    /// The publisher's error, or ``SingleError``.
    public typealias Failure = any Error

    private let upstream: AnyPublisher<Output, any Error>

    /// A single of what a publisher publishes.
    public init<Upstream: Publisher>(_ publisher: Upstream) where Upstream.Output == Output {
        upstream = publisher.collect(2).first().replaceEmpty(with: [])
            .tryMap { values in
                guard let value = values.first else { throw SingleError.noValue }
                guard values.count == 1 else { throw SingleError.moreThanOneValue }
                return value
            }
            .eraseToAnyPublisher()
    }

    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        upstream.receive(subscriber: subscriber)
    }
}

/// How a publisher broke the promise of a ``Single``.
public enum SingleError: Error, Sendable, Equatable {
    /// It finished without a value.
    case noValue
    /// It published a second value. Its subscription was cancelled then.
    case moreThanOneValue
}

extension Publisher {
    /// This publisher as a single.
    ///
    ///     let first = Single(names.prefix(1))
    ///     let only = names.asSingle()  // fails if there are two
    public func asSingle() -> Single<Output> { Single(self) }
}
#endif
