import HTTPMessage
import HTTPTypes
import Locking
import Playback
import Scenarios

/// The values that were redacted once in a run's output, so that all of its later output is searched for them.
///
/// A value that the scenario states is not secret: reports show the scenario.
final class RunSecrets: Sendable {
    /// The most values, and the most bytes of them, that are searched for in all output. What is beyond that is only
    /// searched for in the exchange that it comes from.
    static let limit = (values: 1_000, bytes: 1 << 20)
    /// A larger value, such as a body, leaves half of the bytes to others.
    private static let large = 4 << 10

    private struct State {
        /// The number and the size of the values in the index.
        var (count, size) = (0, 0)
        /// All that were noted: values, and those that the scenario states.
        var known: Set<[UInt8]> = []
        /// The number of the last request whose values are all noted.
        var readThrough = 0
        var index = SecretIndex()
    }

    private let scenario: Scenario
    private let state = Locked(State())

    init(_ scenario: Scenario) { self.scenario = scenario }

    /// Notes values, and returns those for which there is no room.
    @discardableResult
    func note(_ redacted: RedactedValues) -> [[UInt8]] {
        let (new, isFull) = state.withLock { state in
            (redacted.values.filter { !state.known.contains($0) }, state.count >= Self.limit.values)
        }
        guard !new.isEmpty, !isFull else { return new }
        let stated = scenario.stated(among: Set(new))
        return state.withLock { state in
            new.filter { value in
                guard !state.known.contains(value) else { return false }
                let isStated = stated.contains(value)
                let room = value.count > Self.large ? Self.limit.bytes / 2 : Self.limit.bytes
                guard isStated || state.count < Self.limit.values && state.size + value.count <= room
                else { return true }
                state.known.insert(value)
                if !isStated {
                    state.count += 1
                    state.size += value.count
                    state.index.add(value)
                }
                return false
            }
        }
    }

    /// The number of the last request of the journal whose values are all noted.
    var readThrough: Int {
        get { state.withLock { $0.readThrough } }
        set { state.withLock { $0.readThrough = max($0.readThrough, newValue) } }
    }

    /// The index of all values so far.
    var index: SecretIndex { state.withLock { $0.index } }
}

extension ScenarioRun {
    /// A verdict in which the values are redacted that are redacted in the journal, or that variables have of such parts.
    func redacted(_ verdict: Verdict, _ snapshot: RunSnapshot, _ journal: Journal) -> Verdict {
        secrets.note(snapshot.redactedVariables)
        guard verdict.showsRequests else { return verdict }
        journal.noteSecrets(redactor, in: secrets)
        return verdict.redacted(secrets.index)
    }

    /// Notes the values that are redacted in a request whose failure or line is shown: it may leave the journal before
    /// that.
    func noteSecrets(in request: Request) { secrets.note(redactor.values(in: request)) }

    /// Notes the values that are redacted in an earlier request and its response, if the journal still has it.
    func noteSecrets(ofRequest number: Int) {
        guard let unread = state.withLock({ $0.journal.next(after: number - 1) }), unread.number == number else {
            return
        }
        _ = unread.entry(redactor, secrets)
    }
}

extension JournalEntry {
    /// The entry with each value of the index replaced wherever it stands.
    func redacted(_ index: SecretIndex) -> JournalEntry {
        index.isEmpty
            ? self
            : JournalEntry(
                request: request.redacted(index), timeline: timeline.redacted(index), step: step, failure: failure,
                response: response?.redacted(index))
    }
}

extension RecordedRequest {
    fileprivate func redacted(_ index: SecretIndex) -> RecordedRequest {
        var request = self
        request.target = index.replacing(in: target) ?? target
        request.path = index.replacing(in: path) ?? path
        request.query = query.map { index.replacing(in: $0) ?? $0 }
        request.host = index.replacing(in: host) ?? host
        request.body = index.replacing(inBody: body, fields, isCut: isBodyCut)
        request.trailerFields = index.replacing(in: trailerFields)
        request.fields = index.replacing(in: fields)
        request.headers = HTTPFields(request.fields)
        return request
    }
}

extension RecordedResponse {
    fileprivate func redacted(_ index: SecretIndex) -> RecordedResponse {
        var response = self
        response.reason = reason.map { index.replacing(in: $0) ?? $0 }
        response.body = index.replacing(inBody: body, fields, isCut: isCut)
        response.fields = index.replacing(in: fields)
        response.trailerFields = index.replacing(in: trailerFields)
        response.informational = informational.map {
            RecordedInterimResponse(status: $0.status, fields: index.replacing(in: $0.fields))
        }
        return response
    }
}

extension SecretIndex {
    /// The fields in their order and spelling, with the index's values in theirs replaced.
    fileprivate func replacing(in fields: Fields) -> Fields {
        var replaced = Fields()
        for index in fields.lines.indices {
            let value = fields.value(at: index)
            replaced.append(name: fields.name(at: index), value: self.replacing(in: value) ?? Array(value))
        }
        return replaced
    }

    /// The body of a message with these fields. One with a content coding is replaced as a whole, because its parts can't
    /// be.
    fileprivate func replacing(inBody body: [UInt8], _ fields: Fields, isCut: Bool) -> [UInt8] {
        if let replaced = replacing(in: body, isCut: isCut) { return replaced }
        guard !body.isEmpty, DecodedBody.isEncoded(fields) else { return body }
        // What can't be decoded tells nobody anything, or it is cut: then nothing is known of its end.
        guard let content = DecodedBody(body, fields).bytes else { return body }
        return isIn(content) ? RedactedMark.bytes(size: body.count) : body
    }
}
