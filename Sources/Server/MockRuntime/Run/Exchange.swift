package import Playback
package import Scenarios

/// A request that a run has decided, until its response ends. The run learns of that end once; an exchange that is
/// destroyed before has been dropped.
package struct Exchange: ~Copyable, Sendable {
    /// How a response ends.
    package enum End: Sendable {
        /// Its last byte is written.
        case answered
        /// The client reset the connection or the stream before the last byte was delivered.
        case gone
        /// The server sends nothing more of it: it stops, or has ended the stream. The verdict lists its request.
        case dropped
    }

    package let reference: ExchangeReference
    /// Whether the scenario watches when responses end.
    package let isWatched: Bool
    /// Whether the scenario watches which responses are delivered.
    package let watchesDelivery: Bool
    private var hasEnded = false

    init(_ run: ScenarioRun, _ id: ExchangeID, playing scenario: CompiledScenario) {
        reference = ExchangeReference(run: run, id: id)
        isWatched = scenario.scenario.watchesEnds
        watchesDelivery = scenario.scenario.watchesDelivery
    }

    deinit { if !hasEnded { run.dropped(id) } }

    package var run: ScenarioRun { reference.run }
    package var id: ExchangeID { reference.id }

    /// Its response has ended.
    ///
    /// - Returns: whether the run wants to know if it is `delivered`.
    @discardableResult
    package consuming func end(_ end: End) -> Bool {
        hasEnded = true
        switch end {
        case .answered: return run.answered(id)
        case .gone: run.gone(id)
        case .dropped: run.dropped(id)
        }
        return false
    }

    /// Leaves the end of its response to the caller, who tells the run of it by the id.
    consuming func release() -> ExchangeReference {
        hasEnded = true
        return reference
    }

    /// The last byte of its response is about to be handed to the system.
    package func sending() { if isWatched { run.sending(id) } }

    /// The system did not take the last byte.
    package func notSent() { if isWatched { run.notSent(id) } }

    /// The rest of its response waits.
    package func waits(for obstacle: DeliveryObstacle) { if watchesDelivery { run.waits(id, for: obstacle) } }
}

/// Names an exchange, also one whose response has ended: whether that is delivered, and the rest of its request, come later.
package struct ExchangeReference: Sendable {
    package let run: ScenarioRun
    package let id: ExchangeID

    package init(run: ScenarioRun, id: ExchangeID) {
        self.run = run
        self.id = id
    }

    /// The client's system has acknowledged the last byte of the response.
    package func delivered() { run.delivered(id) }

    /// The client reset the connection or the stream before the last byte was delivered, or left a response without an end.
    package func left() { run.gone(id) }

    /// The client has sent its own last byte; it may still read.
    package func ending() { run.ending(id) }

    /// So many bytes of the body have come, of a request that was decided at its head.
    package func bodyArrived(_ bytes: Int, isLast: Bool) { run.bodyArrived(id, bytes: bytes, isLast: isLast) }

    /// The response can't be sent to its end as it is stated, which is a failure of the run.
    package func brokeOff(_ text: String, at position: Position) { run.brokeOff(id, text, at: position) }
}

// An optional chain would consume the exchange.
extension Exchange? {
    package var reference: ExchangeReference? {
        switch self {
        case let exchange?: exchange.reference
        case nil: nil
        }
    }

    /// Whether the scenario watches when the response ends; nil without an exchange.
    package var isWatched: Bool? {
        switch self {
        case let exchange?: exchange.isWatched
        case nil: nil
        }
    }

    /// Whether the scenario watches if the response is delivered.
    package var watchesDelivery: Bool {
        switch self {
        case let exchange?: exchange.watchesDelivery
        case nil: false
        }
    }
}
