package import HTTPMessage
import HTTPTypes
package import Playback

extension RecordedRequest {
    /// The request, redacted.
    ///
    /// - Parameter bodySize: the size of the whole body if the request has only its first bytes; else nil.
    init(
        _ request: Request, number: Int, bodySize: Int? = nil, _ redactor: Redactor, noting noted: inout RedactedValues
    ) {
        self.init(request, number: number)
        if let bodySize {
            isBodyCut = bodySize > self.bodySize
            self.bodySize = bodySize
        }
        target = redactor.target(target, noting: &noted)
        query = query.map { redactor.query($0, noting: &noted) }
        host = redactor.authority(host, noting: &noted)
        body = redactor.body(body, fields, noting: &noted)
        fields = redactor.fields(fields, noting: &noted)
        headers = HTTPFields(fields)
        trailerFields = redactor.fields(trailerFields, noting: &noted)
    }
}

extension RecordedResponse {
    /// The response, redacted.
    func redacted(_ redactor: Redactor, noting noted: inout RedactedValues) -> RecordedResponse {
        var response = self
        response.body = redactor.body(body, fields, noting: &noted)
        response.fields = redactor.fields(fields, noting: &noted)
        response.trailerFields = redactor.fields(trailerFields, noting: &noted)
        for index in informational.indices {
            response.informational[index].fields = redactor.fields(informational[index].fields, noting: &noted)
        }
        return response
    }
}

extension ScenarioRun {
    /// The requests with the values redacted that are redacted in them or in the journal.
    func redacted(_ unfinished: [UnfinishedRequest], _ journal: Journal) -> [UnfinishedRequest] {
        guard !unfinished.isEmpty else { return [] }
        journal.noteSecrets(redactor, in: secrets)
        return unfinished.map { $0.redacted(redactor, secrets) }
    }
}

extension UnfinishedRequest {
    /// The request, redacted.
    func redacted(_ redactor: Redactor, _ secrets: RunSecrets) -> UnfinishedRequest {
        var noted = RedactedValues()
        let target = target.map { redactor.target($0, noting: &noted) }
        secrets.note(noted)
        return UnfinishedRequest(
            connection: connection, method: method, target: target, text: redactor.sentence(text), hasBytes: hasBytes
        ).redacted(secrets.index)
    }

    /// The request with each value of the index replaced wherever it stands.
    func redacted(_ index: SecretIndex) -> UnfinishedRequest {
        UnfinishedRequest(
            connection: connection.redacted(index), method: method.map { index.replacing(inMethod: $0) ?? $0 },
            target: target.map { index.replacing(in: $0) ?? $0 },
            text: index.replacing(in: text, isProse: true) ?? text, hasBytes: hasBytes)
    }
}

extension ScenarioRun {
    /// A request that no run gets, as texts show it. What is redacted in this run, and in requests to it, is redacted in it.
    ///
    /// - Parameters:
    ///   - target: the target as far as it is known; its query is not shown.
    ///   - name: what it names as its session.
    ///   - field: the field whose value that is; nil if it is none's.
    ///   - head: what is known of its head.
    ///   - isTold: whether it is told at once, so that what was redacted so far has to be known by now.
    /// - Returns: its line, and the name.
    package func undelivered(
        method: ArraySlice<UInt8>, target: ArraySlice<UInt8>, naming name: String, by field: String?,
        head: PartialHead?, isTold: Bool
    ) -> (entry: TimelineEntry, name: String) {
        var noted = RedactedValues()
        let target = redactor.target(target, noting: &noted)
        var name = name
        if let field, !name.isEmpty {
            let value = redactor.fields(Fields([(field, name)]), noting: &noted).value(at: 0)
            name = String(decoding: value, as: UTF8.self)
        }
        if let head { redactor.note(head, in: &noted) }
        let homeless = secrets.note(noted)
        var entry = TimelineEntry(
            number: 0, method: method, target: target.prefix { $0 != UInt8(ascii: "?") },
            connection: ConnectionInfo(index: 0, exchange: 0), offset: .zero, arrival: Instant(nanoseconds: 0),
            outcome: .failed(.unmatched), response: .fault("refused"))
        // With a listener, the values of each request are noted when it comes.
        let index = isTold && onRequest == nil ? redactedSoFar : secrets.index
        for index in [index] + (homeless.isEmpty ? [] : [SecretIndex(homeless)]) {
            entry = entry.redacted(index)
            name = index.replacing(in: name) ?? name
        }
        return (entry, name)
    }
}
