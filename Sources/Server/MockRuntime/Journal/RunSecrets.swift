import HTTPMessage
import HTTPTypes
import Locking
package import Playback
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
        var index: SecretIndex

        init(_ index: SecretIndex) { self.index = index }
    }

    private let scenario: Scenario
    private let state: Locked<State>

    init(_ scenario: Scenario) {
        self.scenario = scenario
        state = Locked(State(SecretIndex(statedBy: scenario)))
    }

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
        let homeless = secrets.note(snapshot.redactedInBegun)
        let redacted = verdict.redacted(secrets.index)
        return homeless.isEmpty ? redacted : redacted.redacted(SecretIndex(homeless))
    }

    /// The values to redact in texts that stand beside the run's own: all that are redacted in it so far.
    package var redactedSoFar: SecretIndex {
        let (snapshot, journal) = state.withLock { ($0.script.snapshot, $0.journal) }
        secrets.note(snapshot.redactedVariables)
        journal.noteSecrets(redactor, in: secrets)
        return secrets.index
    }

    /// Notes the values that are redacted in a request whose failure or line is shown: it may leave the journal before
    /// that.
    ///
    /// - Returns: those for which there is no room.
    func noteSecrets(in request: Request) -> [[UInt8]] { secrets.note(redactor.values(in: request)) }

    /// Notes the values that are redacted in a response, before its client can use them.
    func noteSecrets(in response: RenderedResponse) {
        var noted = RedactedValues()
        response.noteValues(redactor, in: &noted)
        if !noted.values.isEmpty { secrets.note(noted) }
    }

    /// Notes the values that are redacted in an earlier request and its response, if the journal still has it.
    func noteSecrets(ofRequest number: Int) {
        guard let unread = state.withLock({ $0.journal.next(after: number - 1) }), unread.number == number else {
            return
        }
        _ = unread.entry(redactor, secrets)
    }
}

extension RenderedResponse {
    fileprivate func noteValues(_ redactor: Redactor, in noted: inout RedactedValues) {
        func bytes(of body: RenderedBody) -> [UInt8] {
            // Of a longer one, reports have not all either.
            body.count > ResponseRecorder.limit ? [] : Array((try? body.read(at: 0, upTo: body.count)) ?? [])
        }
        if let delivery {
            if delivery.isRaw { return redactor.note(raw: bytes(of: body), in: &noted) }
            for interim in delivery.informational { redactor.note(interim.head.fields, in: &noted) }
            redactor.note(delivery.trailers, in: &noted)
        }
        let fields = head.head.fields
        redactor.note(fields, in: &noted)
        guard redactor.concernsBody(body.start, fields) else { return }
        redactor.note(body: bytes(of: body), fields, in: &noted)
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
        // A value may stand where a method should be.
        if !TimelineEntry.isWord(method.rawValue.utf8), index.isIn(method.rawValue.utf8) {
            request.method = HTTPRequest.Method("REDACTED") ?? .get
        }
        request.target = index.replacing(in: target) ?? target
        request.path = index.replacing(in: path) ?? path
        request.query = query.map { index.replacing(in: $0) ?? $0 }
        request.host = index.replacing(in: host) ?? host
        request.tls = tls?.redacted(index) ?? tls
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
        response.body = index.replacing(inBody: body, fields, isCut: isCut || !isComplete)
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
    ///
    /// - Parameter isCut: whether the end of the body is missing.
    fileprivate func replacing(inBody body: [UInt8], _ fields: Fields, isCut: Bool) -> [UInt8] {
        guard !body.isEmpty, !isEmpty else { return body }
        let isRange = fields.contains(named: "Content-Range")
        let cuts: Cuts = isRange ? [.start, .end] : isCut ? .end : []
        if let replaced = replacing(inRanges: body, fields) ?? replacing(in: body, cuts: cuts) { return replaced }
        guard DecodedBody.isEncoded(fields) else { return body }
        guard let content = DecodedBody(body, fields).bytes else {
            // Programs decode what comes before a cut.
            return cuts.isEmpty ? body : RedactedMark.bytes(size: body.count)
        }
        return isIn(content, cuts: cuts) ? RedactedMark.bytes(size: body.count) : body
    }

    /// The most ranges of a body in which values are searched for.
    private static let mostRanges = 32

    /// A body of several ranges (RFC 9110, section 14.6), each of which is cut at both ends; nil for another one, and if
    /// no value is in it.
    private func replacing(inRanges body: [UInt8], _ fields: Fields) -> [UInt8]? {
        let type = fields.first(named: "Content-Type") ?? []
        guard type.prefix(20).equalsIgnoringASCIICase("multipart/byteranges"), body.starts(with: "--".utf8) else {
            return nil
        }
        let delimiter = [0x0D, 0x0A] + body.prefix { $0 != 0x0D && $0 != 0x0A }
        let parts = body.split(separator: delimiter, maxSplits: Self.mostRanges + 1, omittingEmptySubsequences: false)
        guard parts.count <= Self.mostRanges + 1 else { return RedactedMark.bytes(size: body.count) }
        let replaced = parts.map { part -> [UInt8] in
            let head = part.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? part.endIndex
            let content = part[head...]
            return part[..<head] + (replacing(in: content, cuts: [.start, .end]) ?? Array(content))
        }
        let joined = Array(replaced.joined(separator: delimiter))
        return joined == body ? nil : replacing(in: joined) ?? joined
    }
}
