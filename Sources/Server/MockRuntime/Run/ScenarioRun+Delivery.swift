import Dispatch
import HTTPMessage
import Locking
package import Playback
import Scenarios

// Whether responses are delivered, and what waits for that.
extension ScenarioRun {
    /// How long the end of a run waits, at most, until responses that are sent are delivered.
    private static let longestDelivery = Duration.seconds(1)

    /// Whether any rule's responses are watched until they are delivered, also one of a stub that was added.
    package var watchesDelivery: Bool { state.withLock { $0.script.watchesDelivery } }

    /// The client's system has acknowledged the last byte of the response, before any reset.
    package func delivered(_ id: ExchangeID) {
        handle(counts: false) { state, now in
            let (effects, staying) = state.script.delivered(id, at: now)
            state.apply(effects)
            if let staying { state.journal.amend(staying, left: nil) }
            state.effects.quietHolds += state.script.takeQuietHolds()
        }
    }

    /// What the rest of the response waits for. Only for a scenario that watches deliveries.
    package func waits(_ id: ExchangeID, for obstacle: DeliveryObstacle) {
        state.withLock { $0.script.waits(id, for: obstacle) }
    }

    /// Calls `done` once no response that is sent has still to be delivered, at the latest after a second: then an
    /// assertion on its client fails. The second is spent once for each response, however often this is called.
    ///
    /// - Parameters:
    ///   - timeout: a shorter time.
    ///   - judges: whether an assertion fails then.
    package func awaitDeliveries(
        _ timeout: Duration? = nil, judges: Bool = true, _ done: @escaping @Sendable () -> Void
    ) {
        let time = min(timeout ?? Self.longestDelivery, Self.longestDelivery)
        wait(for: .delivered, timeout: time) { [self] areDelivered in
            if !areDelivered, judges { hasAwaitedDeliveries(time < Self.longestDelivery ? .some : .longest) }
            done()
        }
    }

    /// No further response will be delivered: an assertion on the client of one that is not delivered by now fails, and so
    /// does a hold that waits for one.
    package func judgeDeliveries() {
        handle(counts: false) { state, _ in
            state.script.hasAwaitedDeliveries(.longest)
            state.script.isSilent = true
            if clock.isFinished { state.script.judgeWaiting() }
        }
    }

    private func hasAwaitedDeliveries(_ wait: DeliveryWait) {
        handle(counts: false) { state, _ in state.script.hasAwaitedDeliveries(wait) }
    }

    /// Opens a hold once no request has come for its time. The time is real under every clock.
    ///
    /// - Parameter instant: when the response before that was delivered, in real time.
    func awaitQuiet(_ hold: QuietHold, since instant: Instant) {
        let rest = handle(counts: false) { state, now -> Duration? in
            let rest = max(instant, state.lastRequest) + hold.duration - clock.realNow()
            // One that is being received or decided has come, but is not counted yet.
            let isComing = state.announced > 0 || !state.script.receiving.isEmpty
            if rest > .zero || isComing { return max(rest, .milliseconds(1)) }
            state.apply(state.script.quieted(hold, at: now))
            return nil
        }
        guard let rest else { return }
        let nanoseconds = Int(clamping: rest.wholeNanoseconds)
        // A run that nobody needs any more need not wait.
        let time = DispatchTime.now() + .nanoseconds(nanoseconds)
        DispatchQueue.global().asyncAfter(deadline: time) { [weak self] in
            self?.awaitQuiet(hold, since: instant)
        }
    }
}
