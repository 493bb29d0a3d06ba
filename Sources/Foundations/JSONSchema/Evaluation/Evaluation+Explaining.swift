import ExactJSON

// Records failures in the explaining pass. Where a frame stands tells the path to it, so the quick pass needs no paths.
extension Evaluation {
    /// The steps that a recorded failure counts for, as it is made of texts.
    private static let stepsPerFailure = 50

    /// Records that the value does not satisfy a keyword of the schema that is being entered.
    mutating func record(_ assertion: Assertion, _ instance: JSON, _ node: Int) {
        guard mayRecord() else { return }
        for (keyword, message) in KeywordFailureText.failures(of: assertion, instance) {
            record(keyword, message, at: schema.nodes[node].location.appending(keyword), depth: frames.count)
        }
    }

    /// Records that the topmost frame's value does not satisfy a keyword of its schema.
    mutating func recordKeyword(_ keyword: String, _ message: String, causes: [SchemaFailure] = []) {
        guard mayRecord() else { return }
        let top = frames.count - 1
        let location = schema.nodes[frames[top].node].location.appending(keyword)
        record(keyword, message, at: location, depth: top, causes: causes)
    }

    /// Records that a value is not valid against the boolean schema `false`, which is being entered.
    mutating func recordForbidden(_ node: Int) {
        guard mayRecord() else { return }
        let keyword = frames.last.map { entry(of: $0).schema[0] } ?? ""
        let message = KeywordFailureText.forbidden(by: keyword)
        record(keyword, message, at: schema.nodes[node].location, path: path(depth: frames.count))
    }

    mutating func recordNoBranch(_ keyword: String, _ count: Int) {
        let nearest = frames[frames.count - 1].nearest
        let message = KeywordFailureText.noBranch(keyword, count, nearest: nearest?.index)
        recordKeyword(keyword, message, causes: nearest?.failures.failures ?? [])
    }

    mutating func recordTwoBranches(_ first: Int, _ second: Int) {
        recordKeyword("oneOf", "matches schemas \(first + 1) and \(second + 1) of oneOf, where only one may match")
    }

    mutating func recordTooManyMatches(_ maximum: Int) {
        let elements = KeywordFailureText.count(maximum, "element", "elements")
        recordKeyword("maxContains", "has more than \(elements) that match contains, the limit of maxContains")
    }

    mutating func recordTooFewMatches(_ count: Int, _ minimum: Int) {
        if minimum == 1 { return recordKeyword("contains", "has no element that matches contains") }
        recordKeyword(
            "minContains",
            "has \(KeywordFailureText.count(count, "element that matches", "elements that match")) contains,"
                + " where minContains is \(minimum)")
    }

    /// The failure for a validation that ends while it enters a schema.
    func failure(for stop: Stop, keyword: String, at node: Int) -> SchemaFailure {
        var location = schema.nodes[node].location
        if !keyword.isEmpty { location = location.appending(keyword) }
        let path = path(depth: frames.count)
        return SchemaFailure(
            keyword: keyword, schemaLocation: location, evaluationPath: path.schema(keyword),
            instanceLocation: path.instance, message: KeywordFailureText.stop(stop, limit: stepLimit))
    }

    mutating func beginBranch() {
        if explains { recorder.begin() }
    }

    mutating func endBranch(isValid: Bool) {
        guard explains else { return }
        let top = frames.count - 1
        let failures = recorder.end()
        if isValid { return }
        let branch = SchemaBranch(index: frames[top].step, failures: failures)
        if let nearest = frames[top].nearest, !branch.isNearer(than: nearest, at: path(depth: top).instance) { return }
        frames[top].nearest = branch
    }

    private mutating func record(
        _ keyword: String, _ message: String, at location: SchemaLocation, depth: Int, causes: [SchemaFailure] = []
    ) {
        var path = path(depth: depth)
        path.schema += JSONPointer.step(keyword)
        record(keyword, message, at: location, path: path, causes: causes)
    }

    private mutating func record(
        _ keyword: String, _ message: String, at location: SchemaLocation, path: EvaluationPath,
        causes: [SchemaFailure] = []
    ) {
        let subject =
            path.name.map { "is an object whose member name \(KeywordFailureText.excerpt(.string($0))) " } ?? ""
        recorder.add(
            SchemaFailure(
                keyword: keyword, schemaLocation: location, evaluationPath: path.schema,
                instanceLocation: path.instance, message: subject + message, causes: causes))
    }

    /// Whether a failure is kept; one that is not is counted.
    private mutating func mayRecord() -> Bool {
        if stop != nil { return false }
        if recorder.isFull {
            recorder.addOmitted()
            return false
        }
        stepsLeft -= Self.stepsPerFailure
        return true
    }
}
