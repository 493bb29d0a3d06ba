package import HTTPMessage
import Scenarios

// What `client` and `quiet` need: whether a response was delivered, or its client left. Only the exchanges of rules with
// such a key, and of steps that a `quiet` names, are watched for it.
extension Script {
    /// Whether the script wants to know if the exchange's last byte, which the system has taken, is delivered.
    package func awaitsDelivery(of id: ExchangeID) -> Bool {
        guard let delivery = timing?.deliveries[id] else { return false }
        return !delivery.hasNoEnd || timing?.compiled.quietAfter[delivery.rule] != nil
            || rule(delivery.rule).timing?.client?.behavior == .answered
    }

    /// Whether the responses of any rule are watched until they are delivered.
    package var watchesDelivery: Bool { timing?.compiled.delivered.isEmpty == false }

    /// Whether a verdict should wait, because the system has taken the last byte of a watched response that is neither
    /// delivered nor left.
    package var awaitsDeliveries: Bool {
        timing?.deliveries.values.contains { $0.wait < .longest && awaitsAcknowledgement($0) } ?? false
    }

    /// Whether only the client's system has still to acknowledge the last byte.
    private func awaitsAcknowledgement(_ delivery: ResponseDelivery) -> Bool {
        guard delivery.isWritten, let client = rule(delivery.rule).timing?.client else { return false }
        return !delivery.hasNoEnd || client.behavior == .answered
    }

    /// A verdict has waited in vain for responses that are written to be delivered.
    package mutating func hasAwaitedDeliveries(_ wait: DeliveryWait) {
        guard let deliveries = timing?.deliveries, !deliveries.isEmpty else { return }
        for (id, delivery) in deliveries where delivery.wait < wait && awaitsAcknowledgement(delivery) {
            timing?.deliveries[id]?.wait = wait
        }
    }

    /// The client's system has acknowledged the last byte of the response, before any reset.
    ///
    /// - Returns: the effects, and the number of the request if it had seemed that its client left before.
    package mutating func delivered(_ id: ExchangeID, at instant: Instant) -> (TimingEffects?, staying: Int?) {
        guard var delivery = timing?.deliveries[id] else { return (nil, nil) }
        startQuiet(after: delivery.rule)
        let client = rule(delivery.rule).timing?.client
        // Such a response has no last byte: its client is judged when it leaves.
        if delivery.hasNoEnd, client?.behavior == .cancels { return (nil, nil) }
        timing?.deliveries[id] = nil
        let number = delivery.entry.number
        let seemedToLeave = delivery.ended != nil
        delivery.entry.left = nil
        if seemedToLeave { delivery.entry.answered = instant }
        progress[delivery.rule].recent.change(number) {
            $0.left = nil
            if seemedToLeave { $0.answered = instant }
        }
        let failures = client?.behavior == .cancels ? [clientFailure(delivery, .stayed, at: instant)] : []
        return (TimingEffects(released: [], failures: failures.compactMap(\.self)), seemedToLeave ? number : nil)
    }

    /// The client left before the last byte of its response was delivered.
    mutating func left(_ id: ExchangeID, at instant: Instant) -> TimingEffects? {
        if timing?.deliveries[id]?.isJudged == true { return nil }
        guard var delivery = timing?.deliveries.removeValue(forKey: id),
            rule(delivery.rule).timing?.client?.behavior == .answered
        else { return nil }
        delivery.entry.left = delivery.ended ?? instant
        let failure = clientFailure(delivery, .left, at: instant)
        return TimingEffects(released: [], failures: [failure].compactMap(\.self))
    }

    /// The client has sent its last byte before it had the last one of the response. It may still read.
    mutating func ends(_ id: ExchangeID, at instant: Instant) -> TimingEffects? {
        guard let delivery = timing?.deliveries[id], !delivery.isJudged else { return nil }
        if delivery.hasNoEnd { return left(id, at: instant) }
        if delivery.ended == nil { timing?.deliveries[id]?.ended = instant }
        return nil
    }

    /// Nothing moves the clock any more: a response that waits for its time is not delivered, whatever its client does, nor
    /// one that waits for such a response.
    package mutating func judgeWaiting() {
        guard let deliveries = timing?.deliveries, !deliveries.isEmpty else { return }
        let waiting = deliveries.values.filter { $0.obstacle == .time && !$0.isWritten }
        guard !waiting.isEmpty else { return }
        let stuck = Set(waiting.map(\.entry.connection.index))
        for (id, delivery) in deliveries where !delivery.isWritten && !delivery.isJudged {
            let isBehind = delivery.obstacle == .order && stuck.contains(delivery.entry.connection.index)
            guard delivery.obstacle == .time || isBehind else { continue }
            if let entry = exchanges[id]?.entry { timing?.deliveries[id]?.entry = entry }
            timing?.deliveries[id]?.isJudged = true
        }
    }

    /// What the rest of a response waits for, for the sentence about one that is never delivered.
    package mutating func waits(_ id: ExchangeID, for obstacle: DeliveryObstacle) {
        timing?.deliveries[id]?.obstacle = obstacle
    }

    /// The request of a watched stream of events that its client has not left; nil for any other exchange.
    package func watchedStream(_ id: ExchangeID) -> Int? {
        guard let delivery = timing?.deliveries[id], delivery.ended == nil, rule(delivery.rule).sentEvents != nil else {
            return nil
        }
        return delivery.entry.number
    }

    /// Notes the body of a watched stream of events as far as it was sent.
    package mutating func notes(sent body: [UInt8], of id: ExchangeID) {
        timing?.deliveries[id]?.sentEvents = zip(body, body.dropFirst()).count { $0 == 10 && $1 == 10 }
    }

    private mutating func clientFailure(
        _ delivery: ResponseDelivery, _ outcome: ClientOutcome, at instant: Instant
    ) -> DecidedFailure? {
        guard let client = rule(delivery.rule).timing?.client else { return nil }
        return reserve(
            .client, .client(client, outcome, rule: delivery.rule, sentEvents: delivery.sentEvents),
            entry: delivery.entry, scope: scope(rule: -1), at: instant)
    }

    // MARK: - Before and after

    /// A rule took a request, whose response is to be delivered.
    mutating func watchDelivery(of id: ExchangeID, _ entry: TimelineEntry, rule number: Int) {
        guard timing?.compiled.delivered.contains(number) == true else { return }
        timing?.deliveries[id] = ResponseDelivery(rule: number, entry: entry)
    }

    /// The watched responses that are neither delivered nor left, in order of arrival, without those that a verdict should
    /// first wait for.
    var undelivered: [ResponseDelivery] {
        guard let deliveries = timing?.deliveries, !deliveries.isEmpty else { return [] }
        return deliveries.filter { $0.value.wait > .none || !awaitsAcknowledgement($0.value) }.map { id, delivery in
            var delivery = delivery
            if !delivery.isJudged, let entry = exchanges[id]?.entry { delivery.entry = entry }
            return delivery
        }.sorted { $0.entry.number < $1.entry.number }
    }

    // MARK: - Quiet

    /// Whether any hold waits for quiet.
    package var hasQuietHolds: Bool { timing?.hasQuietHolds ?? false }

    /// The holds that have begun to wait for quiet since this was asked.
    package mutating func takeQuietHolds() -> [QuietHold] {
        guard let holds = timing?.quietHolds, !holds.isEmpty else { return [] }
        timing?.quietHolds = []
        return holds
    }

    /// No request has come for the time that the hold states, since the response that it waits for was delivered.
    package mutating func quieted(_ hold: QuietHold, at instant: Instant) -> TimingEffects? {
        guard timing?.rules[hold.rule]?.hold?.isOpen == false else { return nil }
        return open(holdOf: hold.rule, at: instant)
    }

    /// Has the holds that wait for quiet after a step's response begin to do so, at the first that is delivered.
    mutating func startQuiet(after step: Int) {
        guard let holds = timing?.compiled.quietAfter[step], timing?.rules[step]?.isDelivered == false else { return }
        timing?.rules[step]?.isDelivered = true
        timing?.quietHolds += holds
    }
}

extension Rule {
    /// The number of events that each response sends; nil if it sends anything else, or not always the same number.
    var sentEvents: Int? {
        guard responses.count == 1, responses[0].fault == nil, case .events(let events, _, _) = responses[0].body
        else { return nil }
        return events.allSatisfy(\.isShown) ? events.count : nil
    }
}

extension ServerSentEvent {
    /// Whether it has a line before the empty one that ends it.
    fileprivate var isShown: Bool { event != nil || data != nil || id != nil || retry != nil || comment != nil }
}

/// How a client met a response that it was to take, or to leave.
enum ClientOutcome: Hashable, Sendable {
    /// It had the last byte.
    case stayed
    /// It left before the last byte.
    case left
}
