package import ScenarioWords

/// The keys of a rule about time and about other requests in flight: `hold`, `max_in_flight`, `interval`, `client`. A
/// class, because most rules have none.
package final class RuleTiming: Sendable {
    package let hold: Hold?
    package let maxInFlight: RequestLimit?
    package let interval: IntervalLimits?
    package let client: ClientAssertion?

    package init(
        hold: Hold? = nil, maxInFlight: RequestLimit? = nil, interval: IntervalLimits? = nil,
        client: ClientAssertion? = nil
    ) {
        self.hold = hold
        self.maxInFlight = maxInFlight
        self.interval = interval
        self.client = client
    }
}

/// Keeps a rule's responses back until something happens.
package struct Hold: Hashable, Sendable {
    /// What opens the hold.
    package enum Condition: Hashable, Sendable {
        /// The rule has taken this many requests. If `each`, every further group of as many is held again.
        case arrivals(Int, each: Bool)
        /// Something has happened to that step, by its index in `Scenario.steps`.
        case step(Int, id: String, StepEvent)
    }

    /// What another step's hold waits for.
    package enum StepEvent: Hashable, Sendable {
        /// Its first response is written.
        case answered
        /// Its first request is taken.
        case taken
        /// A response of it was delivered, and then no request came for this long, in real time.
        case quiet(Duration)
    }

    /// The order in which held responses are sent.
    package enum Release: Hashable, Sendable {
        /// All at once.
        case together
        /// The last to arrive first, each when the one before is written to its last byte.
        case reverse
        /// By arrival, counted from 1, each when the one before is written to its last byte.
        case order([Int])
    }

    /// How long a hold waits unless the scenario says otherwise.
    package static let standardTimeout = Duration.seconds(5)

    package let until: Condition
    package let release: Release
    /// After this time from the hold's first request, the responses are sent all the same, which is a failure.
    package let timeout: Duration
    package let position: Position

    package init(
        until: Condition, release: Release = .together, timeout: Duration = standardTimeout, position: Position
    ) {
        self.until = until
        self.release = release
        self.timeout = timeout
        self.position = position
    }
}

/// The most requests that may be in flight, from arrival to the response's last byte, at a time.
package struct RequestLimit: Hashable, Sendable {
    package let count: Int
    package let position: Position

    package init(count: Int, position: Position) {
        self.count = count
        self.position = position
    }
}

/// How long a client may take between a response and its next request.
package struct IntervalLimits: Hashable, Sendable {
    package struct Limit: Hashable, Sendable {
        package let comparison: Comparison
        package let duration: Duration
        package let position: Position

        package init(_ comparison: Comparison, _ duration: Duration, position: Position) {
            self.comparison = comparison
            self.duration = duration
            self.position = position
        }
    }

    /// All of them apply.
    package let limits: [Limit]

    package init(_ limits: [Limit]) { self.limits = limits }

    /// The first limit that the interval does not keep.
    package func violated(by interval: Duration) -> Limit? {
        limits.first { limit in
            switch limit.comparison {
            case .greater: interval <= limit.duration
            case .greaterOrEqual: interval < limit.duration
            case .less: interval >= limit.duration
            case .lessOrEqual: interval > limit.duration
            }
        }
    }
}

/// Whether a client must stay until its response is complete.
package struct ClientAssertion: Hashable, Sendable {
    package typealias Behavior = ClientBehavior

    package let behavior: Behavior
    package let position: Position

    package init(_ behavior: Behavior, position: Position) {
        self.behavior = behavior
        self.position = position
    }
}
