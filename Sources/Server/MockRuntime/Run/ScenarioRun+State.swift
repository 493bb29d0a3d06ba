import HTTPMessage
import Playback

// What the run's lock protects.
extension ScenarioRun {
    struct Waiter {
        let condition: WaitCondition
        /// The index of the step that the condition names, if there is one.
        let step: Int?
        let resume: @Sendable () -> Void
    }

    struct State {
        var script: Script
        var journal: Journal
        /// The responses without templates that have been sent.
        var responses = ConstantResponseCache()
        var unfinished = UnfinishedRequests()
        var lastActivity: Instant
        /// When the last request came, in real time, if a hold waits for quiet.
        var lastRequest = Instant(nanoseconds: 0)
        /// The numbers of the requests that were decided at their heads, until all of their bodies has come.
        var arriving: [ExchangeID: Int] = [:]
        /// The responses that are held.
        var gates: [ExchangeID: HoldGate] = [:]
        /// The effects of the scenario's timing that are due once the lock is released.
        var effects = DueEffects()
        /// The last streams of events whose clients should not leave, by the request's number, if responses are not
        /// recorded anyway.
        var streams: [(number: Int, recorder: ResponseRecorder)] = []
        static let keptStreams = 16
        /// The requests whose responses closures are making.
        var closures: [TimelineEntry] = []
        /// Where they make them; nil until the first one does.
        var responders: DecisionPool?
        /// The number of requests that were announced but not decided yet.
        var announced = 0
        /// The requests that closures have not judged yet.
        var unjudged: [KeptRequest] = []
        /// nil unless closures judge requests just now.
        var judging: Judging?
        /// The numbers of the requests in the journal whose responses are still being made, so that status and failure
        /// may change.
        var unsettled: [Int] = []
        /// For each reader that must miss no request, the number of the last one it has read.
        var lastRead: [ObjectIdentifier: Int] = [:]
        /// Whether the run gets no further requests, but those that event loops are just deciding.
        var isOver = false
        /// Whether it does not get those either.
        var hasEnded = false
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    /// Effects that are not for the event's own exchange.
    struct DueEffects {
        var gates: [HoldGate] = []
        var failures: [DecidedFailure] = []
        var quietHolds: [QuietHold] = []

        var isEmpty: Bool { gates.isEmpty && failures.isEmpty && quietHolds.isEmpty }
    }
}

extension ScenarioRun.State {
    /// The gate of a response that is to be held.
    mutating func gate(for id: ExchangeID, _ timing: TimingEffects, _ now: Instant) -> HoldGate? {
        guard timing.isHeld else { return nil }
        let gate = HoldGate(until: script.holdDeadline(of: id) ?? now)
        gates[id] = gate
        return gate
    }

    /// Notes the gates that open.
    mutating func release(_ ids: [ExchangeID]) {
        for id in ids {
            if let gate = gates.removeValue(forKey: id) { effects.gates.append(gate) }
        }
    }

    mutating func apply(_ timing: TimingEffects?) {
        guard let timing else { return }
        release(timing.released)
        effects.failures += timing.failures
    }

    mutating func expireHolds(_ clock: ServerClock, at now: Instant) {
        guard script.hasHolds else { return }
        script.skip(clock.skipped)
        apply(script.expireHolds(at: now))
    }

    /// Gives up the holds that nothing can open any more, because the run has ended.
    mutating func endHolds(at now: Instant) {
        guard script.hasHolds, announced == 0 else { return }
        apply(script.endHolds(at: now))
    }

    /// What a verdict is made from.
    var snapshot: RunSnapshot { announced == 0 ? script.snapshot : script.snapshot.leavingHoldsOpen }

    /// The number of unsent responses, and of requests that are not decided.
    var unanswered: Int { script.unanswered + announced + script.receiving.count }

    mutating func takeDueWaiters() -> [ScenarioRun.Waiter] {
        let due = waiters.filter { isMet($0.value) }
        for key in due.keys { waiters[key] = nil }
        return Array(due.values)
    }

    /// Whether a condition is met; a condition on a step that does not exist never is.
    func isMet(_ waiter: ScenarioRun.Waiter) -> Bool {
        switch waiter.condition {
        case .step(_, let count): waiter.step.map { script.count(ofStep: $0) >= count } ?? false
        case .complete: script.isComplete && announced == 0
        case .answered: unanswered == 0
        case .received: script.receiving.isEmpty
        case .delivered: !script.awaitsDeliveries
        case .request(let number): next(after: number) != nil || isReadToEnd(after: number)
        }
    }

    /// The next request after the one with that number; nil if it has not come, or if it is not settled.
    func next(after number: Int) -> Journal.Unread? {
        guard let unread = journal.next(after: number), !unsettled.contains(unread.number) else { return nil }
        return unread
    }

    /// Whether no request can follow the one with that number.
    func isReadToEnd(after number: Int) -> Bool {
        isOver && announced == 0 && journal.next(after: number) == nil
    }
}

extension ScenarioRun.State {
    /// The body of a response as far as it was written, if it was written as the scenario states it and is kept whole.
    func sentBody(ofRequest number: Int) -> [UInt8]? {
        let watched = streams.last { $0.number == number }?.recorder.response
        guard let response = watched ?? journal.response(toRequest: number), !response.isCut,
            response.fields.first(named: "Content-Encoding") == nil
        else { return nil }
        return response.body
    }
}
