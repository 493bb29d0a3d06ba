package import HTTPMessage
import Scenarios

extension TLSInfo {
    /// The handshake with each value of the index replaced in what the client said in it; nil if there is none.
    package func redacted(_ index: SecretIndex) -> TLSInfo? {
        let name = serverName.flatMap { index.replacing(in: $0) }
        let subject = clientSubject.flatMap { index.replacing(in: $0) }
        guard name != nil || subject != nil else { return nil }
        return TLSInfo(
            version: version, serverName: name ?? serverName, applicationProtocol: applicationProtocol,
            clientSubject: subject ?? clientSubject)
    }
}

extension ConnectionInfo {
    /// The connection with each value of the index replaced in its handshake.
    package func redacted(_ index: SecretIndex) -> ConnectionInfo {
        guard let tls = tls?.redacted(index) else { return self }
        var connection = self
        connection.tls = tls
        return connection
    }
}

extension SecretIndex {
    /// The method with each value of the index replaced; nil if there is none, and for one that people know.
    package func replacing(inMethod method: String) -> String? {
        TimelineEntry.isWord(method.utf8) ? nil : replacing(in: method)
    }
}

extension MalformedRequest {
    /// The request with each value of the index replaced.
    package func redacted(_ index: SecretIndex) -> MalformedRequest {
        MalformedRequest(
            problem, status: status, reason: index.replacing(in: reason, isProse: true) ?? reason,
            method: index.replacing(inMethod: method) ?? method, target: index.replacing(in: target) ?? target,
            connection: connection.redacted(index))
    }
}

extension TimelineEntry {
    /// Whether a method may be one that people know, which is shown though a value has the same letters.
    package static func isWord(_ method: some Collection<UInt8>) -> Bool {
        method.allSatisfy { 0x41...0x5A ~= $0 || $0 == UInt8(ascii: "-") }
    }

    /// The entry with each value of the index replaced in its target, in its TLS handshake, and in what stands for the
    /// method of a request that is not HTTP.
    package func redacted(_ index: SecretIndex) -> TimelineEntry {
        let target = index.replacing(in: target, cuts: isTargetCut ? .end : [])
        let method = Self.isWord(method) ? nil : index.replacing(in: method, cuts: .end)
        let tls = connection.tls?.redacted(index)
        guard target != nil || method != nil || tls != nil else { return self }
        var entry = self
        if let tls { entry.replaceHandshake(tls) }
        if let target { entry.replaceTarget(target) }
        if let method { entry.replaceMethod(method) }
        return entry
    }
}

extension Failure {
    /// The failure with each value of the index replaced in its texts.
    package func redacted(_ index: SecretIndex) -> Failure {
        guard !index.isEmpty else { return self }
        var failure = self
        failure.title = index.replacing(in: title, isProse: true) ?? title
        failure.note = note.map { index.replacing(in: $0, isProse: true) ?? $0 }
        failure.remarks = remarks.map { index.replacing(in: $0, isProse: true) ?? $0 }
        failure.requests = requests.map { $0.redacted(index) }
        failure.difference = difference?.redacted(index)
        return failure
    }
}

extension Failure.Difference {
    /// The difference with each value of the index replaced on both sides.
    func redacted(_ index: SecretIndex) -> Failure.Difference {
        var difference = self
        difference.expected = expected.map { $0.redacted(index) }
        difference.received = received.map { $0.redacted(index) }
        return difference
    }
}

extension Failure.Difference.Line {
    fileprivate func redacted(_ index: SecretIndex) -> Self {
        guard let replaced = index.replacing(in: value) else { return self }
        var line = self
        line.value =
            RedactedMark.isWhole(replaced.utf8)
            ? RedactedText.excerpt(of: value[...], count: value.unicodeScalars.count) : replaced
        // It may show a character of the value.
        line.note = ""
        return line
    }
}

extension RunSnapshot {
    /// The values of the variables that are redacted.
    package var redactedVariables: RedactedValues {
        var noted = RedactedValues()
        for index in composer.compiled.redactedVariables where variables.indices.contains(index) {
            if case .value(let value, _) = variables[index] { noted.note(value) }
        }
        return noted
    }

    /// The values that are redacted in the requests that have begun and are not whole.
    package var redactedInBegun: RedactedValues {
        var noted = RedactedValues()
        for case let part? in receiving.lazy.map(\.part) { composer.compiled.redactor.note(part.head, in: &noted) }
        return noted
    }
}
