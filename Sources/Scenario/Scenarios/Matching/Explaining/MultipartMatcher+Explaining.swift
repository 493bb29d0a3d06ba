import HTTPMessage
import TextCoding

extension MultipartMatcher {
    /// The leaves in which the parts of a body differ, of each wanted part those of the part that is most like it.
    func mismatches(_ view: RequestView, at position: Position, in scope: EvaluationContext) -> [Mismatch] {
        let received: [RequestView]
        switch view.multipart {
        case .parts(let parts): received = parts
        case .invalid(let problem):
            let sentence = view.body.bytes.flatMap(DecodedBody.undeclaredCoding) ?? problem
            return [
                Mismatch(subject: .combination("multipart"), problem: "can't be read: \(sentence)", position: position)
            ]
        }
        let alignment = Alignment(parts.count, received.count) { parts[$0].distance(to: received[$1], in: scope) }
        var mismatches: [Mismatch] = []
        /// The number of received parts that come before the next one that is wanted.
        var passed = 0
        for pair in alignment.pairs where mismatches.count < Mismatch.listedLeaves {
            switch pair {
            case .both(let wanted, let given):
                passed = given + 1
                let name = received[given].partLabel(given)
                mismatches += parts[wanted].mismatches(received[given], in: scope).map { $0.inPart(name) }
            case .onlyExpected(let wanted):
                mismatches.append(missing(wanted, behind: passed, received, in: scope))
            case .onlyReceived(let given):
                passed = given + 1
                if exact { mismatches.append(superfluous(received[given], given, at: position)) }
            }
        }
        if exact, let last = mismatches.indices.last { mismatches[last].leaves += alignment.omitted }
        if mismatches.isEmpty {
            mismatches = [
                Mismatch(
                    subject: .combination("multipart"), problem: "differs in more parts than are compared",
                    position: position)
            ]
        }
        return mismatches
    }

    private func missing(
        _ wanted: Int, behind passed: Int, _ received: [RequestView], in scope: EvaluationContext
    ) -> Mismatch {
        let part = parts[wanted]
        var context = MatchContext()
        var problem = "is missing: \(received.partNames.map { "the parts are \($0)" } ?? "there are no parts")"
        if let index = received.firstIndex(where: { part.match($0, in: scope, context: &context) == .matches }) {
            problem =
                "is in another place: it is part \(index + 1) of \(received.count), and the parts are "
                + (received.partNames ?? "none")
        }
        return Mismatch(
            subject: .part(part.label(in: scope) ?? "\(wanted + 1)"), problem: problem, position: part.position)
    }

    private func superfluous(_ part: RequestView, _ index: Int, at position: Position) -> Mismatch {
        let name = part.partLabel(index)
        return Mismatch(
            subject: .part(name), problem: Mismatch.mustNotBeThere,
            received: ValueMatcher.lines(of: ValueList(part.request.body[...])).map { $0.of(.inPart(name, .text)) },
            position: position)
    }
}

extension MultipartMatcher.Part {
    fileprivate func mismatches(_ part: RequestView, in scope: EvaluationContext) -> [Mismatch] {
        conditions.flatMap { $0.explain(part, scope) }
    }

    /// The condition on the name.
    private var name: ValueMatcher? {
        for condition in conditions {
            if case .value(.partName, let matcher) = condition.kind { return matcher }
        }
        return nil
    }

    /// The wanted name; nil if there is no one name.
    fileprivate func label(in scope: EvaluationContext) -> String? {
        switch name?.kind {
        case .scalar(let template)?, .equals(let template)?: template.comparedValue(in: scope).text
        default: nil
        }
    }

    /// How far a part is from this one: 0 if it matches, and more than leaving both out if it has another name.
    fileprivate func distance(to part: RequestView, in scope: EvaluationContext) -> Int {
        var (failing, undetermined) = (0, 0)
        for condition in conditions {
            var context = MatchContext()
            var parameters: [PathParameter] = []
            switch condition.match(part, in: scope, context: &context, &parameters) {
            case .matches: break
            case .undetermined: undetermined += 1
            case .differs:
                failing += 2
                if case .value(.partName, _) = condition.kind { return 2 * Alignment.skip + 1 }
                // A part that is not JSON at all is farther than one with other JSON.
                if case .json = condition.kind, part.json.value == nil { failing += 1 }
            }
        }
        if failing == 0 { return min(undetermined, Alignment.skip) }
        return Alignment.skip / 4 + Alignment.skip * failing / (2 * max(1, conditions.count))
    }
}

extension RequestView {
    /// The name of this part of a body in failures; its number if it has no name.
    fileprivate func partLabel(_ index: Int) -> String { part?.name.map { Excerpt.text($0) } ?? "\(index + 1)" }
}

extension MultipartBody {
    /// The names of its parts, for a sentence; nil if there are none.
    var partNames: String? { if case .parts(let parts) = self { parts.partNames } else { nil } }
}

extension [RequestView] {
    /// The most parts that a sentence names.
    private static var named: Int { 20 }

    /// The names of these parts, for a sentence; nil if there are none.
    fileprivate var partNames: String? {
        guard !isEmpty else { return nil }
        let names = prefix(Self.named).map { view in
            view.part?.name.map { Excerpt.text(String(decoding: $0, as: UTF8.self), limit: Excerpt.sentenceLimit) }
                ?? "one without a name"
        }
        return names.joined(separator: ", ") + (count > Self.named ? " and \(count - Self.named) more" : "")
    }
}

extension Mismatch {
    /// This mismatch of a part of a multipart body.
    fileprivate func inPart(_ name: String) -> Mismatch {
        func inPart(_ value: ComparedValue) -> ComparedValue {
            value.subject.map { value.of(.inPart(name, $0)) } ?? value
        }
        var mismatch = self
        mismatch.subject = .inPart(name, subject)
        (mismatch.expected, mismatch.received) = (expected.map(inPart), received.map(inPart))
        mismatch.hint = hint?.about { .inPart(name, $0) }
        return mismatch
    }
}
