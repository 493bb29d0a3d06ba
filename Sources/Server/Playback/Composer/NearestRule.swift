import HTTPMessage
import Scenarios

extension FailureComposer {
    /// The number of rules that are compared with a request in full.
    private static let compared = 100

    /// The rule that the request was probably meant for: the nearest one. Among equally near rules, one that may take a
    /// request now comes first, then the first in the file.
    ///
    /// Candidates are ranked by a lower limit of their distance, which takes nanoseconds to find. Only the first ones
    /// are then compared in full, and only while they can be nearer than the nearest so far.
    func nearestRule(of candidates: [NearMiss], _ view: RequestView, _ scope: EvaluationContext) -> NearMiss? {
        nearest(of: candidates, view, scope)?.candidate
    }

    /// The nearest rule that took its last request already, if it is nearer than `other`.
    func nearestExhausted(
        of candidates: [NearMiss], nearerThan other: NearMiss, _ view: RequestView, _ scope: EvaluationContext
    ) -> NearMiss? {
        // As rules that are not open: an exhausted rule has a penalty otherwise, by which none would be the nearest.
        let exhausted = candidates.filter { $0.state == .exhausted }.map { NearMiss(rule: $0.rule, state: .notOpen) }
        guard let found = nearest(of: exhausted, view, scope),
            let least = nearest(of: [other], view, scope), found.distance < least.distance
        else { return nil }
        return found.candidate
    }

    private func nearest(
        of candidates: [NearMiss], _ view: RequestView, _ scope: EvaluationContext
    ) -> (candidate: NearMiss, distance: Int)? {
        let (scenario, outline) = (scenario, RequestOutline(view))
        // Each number contains the lower limit, then the rule's index among the candidates.
        var ranks: [Int] = []
        ranks.reserveCapacity(candidates.count)
        for (index, candidate) in candidates.enumerated() {
            let least = scenario.leastDistance(ofRule: candidate.rule, to: outline)
            ranks.append(candidate.state.distance(least) << 32 | index)
        }
        ranks.sort()
        let scope = scope.working(within: WorkBudget(steps: WorkBudget.steps(forSize: view.bodySize)))
        var nearest: (candidate: NearMiss, distance: Int)?
        var bodies = BodyBudget()
        for rank in ranks.prefix(Self.compared) {
            let (least, candidate) = (rank >> 32, candidates[rank & 0xFFFF_FFFF])
            if let nearest, least > nearest.distance { break }
            let limit = nearest.map { $0.distance / 2 } ?? .max
            guard
                let distance = scenario.distance(ofRule: candidate.rule, to: outline, in: scope, atMost: limit, &bodies)
                    .map(candidate.state.distance),
                nearest.map({ ($0.distance, $0.candidate.rule) > (distance, candidate.rule) }) ?? true
            else { continue }
            nearest = (candidate, distance)
        }
        return nearest
    }
}

extension NearMiss.State {
    /// The distance of a rule in this state, in halves, so that a live rule is the nearest of equal ones.
    fileprivate func distance(_ request: Int) -> Int {
        switch self {
        case .live: 2 * request
        case .notOpen: 2 * request + 1
        case .exhausted: 2 * (request + RuleDistance.exhausted) + 1
        }
    }
}

extension Scenario {
    /// Does not copy the rule: with thousands to rank, a copy costs more than the ranking.
    fileprivate func leastDistance(ofRule number: Int, to request: RequestOutline) -> Int {
        number < steps.count
            ? steps[number].rule.request.leastDistance(request)
            : stubs[number - steps.count].request.leastDistance(request)
    }

    fileprivate func distance(
        ofRule number: Int, to request: RequestOutline, in scope: EvaluationContext, atMost limit: Int,
        _ bodies: inout BodyBudget
    ) -> Int? {
        number < steps.count
            ? steps[number].rule.request.distance(request, in: scope, atMost: limit, &bodies)
            : stubs[number - steps.count].request.distance(request, in: scope, atMost: limit, &bodies)
    }
}
