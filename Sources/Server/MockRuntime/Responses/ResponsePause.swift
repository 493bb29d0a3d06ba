package import HTTPMessage

/// How a response that can't continue goes on. Confined to its transport's queue.
package struct ResponsePause: ~Copyable {
    /// When it continues, in nanoseconds of the transport's own clock; nil if something else wakes it.
    package let wakeUp: Int64?
    /// Whether a hold keeps the response back.
    package let isHold: Bool
    /// What waits for a virtual clock as long as the response does.
    private let waiter: VirtualWaiter?

    private init(wakeUp: Int64?, isHold: Bool, waiter: VirtualWaiter? = nil) {
        self.wakeUp = wakeUp
        self.isHold = isHold
        self.waiter = waiter
    }

    /// A pause until `instant` of the run's clock; nil if the response continues at once.
    ///
    /// - Parameters:
    ///   - now: what the transport's clock shows.
    ///   - resume: continues the response if something else than the transport's clock wakes it.
    package static func until(
        _ instant: Instant, in run: ScenarioRun, now: @autoclosure () -> Int64,
        _ resume: @autoclosure () -> VirtualTime.Resumption
    ) -> ResponsePause? {
        pause(run.clock.wait(until: instant, resume()), isHold: false, now: now())
    }

    /// A pause until the gate opens; nil if it is open. A hold that has waited too long gives up here.
    package static func until(
        _ gate: HoldGate, in run: ScenarioRun, now: @autoclosure () -> Int64, _ resume: @escaping VirtualTime.Resumption
    ) -> ResponsePause? {
        let time = run.clock.virtualTime
        let isClosed = gate.whenOpen {
            time?.begin()
            resume { time?.end() }
        }
        guard isClosed else { return nil }
        if let pause = pause(run.clock.waitForHold(until: gate.deadline, resume), isHold: true, now: now()) {
            return pause
        }
        run.expireHolds()
        // A response that is released after others waits for those.
        return gate.opened == nil ? ResponsePause(wakeUp: nil, isHold: true) : nil
    }

    private static func pause(
        _ wait: ServerClock.Wait, isHold: Bool, now: @autoclosure () -> Int64
    ) -> ResponsePause? {
        switch wait {
        case .over: nil
        case .real(let nanoseconds): ResponsePause(wakeUp: now() + nanoseconds, isHold: isHold)
        case .virtual(let waiter): ResponsePause(wakeUp: nil, isHold: isHold, waiter: waiter)
        }
    }
}
