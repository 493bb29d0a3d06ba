import Playback
import ScenarioFiles
import Scenarios

/// What a session's scenario was loaded from, and the stubs that were added to it since.
struct StubArrangement: Sendable {
    /// A stub that was added.
    struct Added: Sendable {
        /// Its number among the session's added stubs, from 1.
        let number: Int
        /// Its index among all stubs of the scenario.
        let index: Int
        let rule: Rule
        /// Its document, and its index in that.
        fileprivate let document: Int
        fileprivate let item: Int
    }

    /// The most documents of stubs that a session takes, and the most bytes of them, those of removed stubs included.
    static let limit = (documents: 1_000, bytes: 16 << 20)

    let source: ScenarioSource
    private(set) var documents: [AddedStubs] = []
    /// The stubs that were added and not removed.
    private(set) var stubs: [Added] = []
    /// The number of stubs that were ever added.
    private(set) var added = 0

    init(_ source: ScenarioSource) { self.source = source }

    /// The documents with one more; nil at the limit.
    func adding(_ document: AddedStubs) -> [AddedStubs]? {
        let bytes = documents.reduce(document.bytes.count) { $0 + $1.bytes.count }
        guard documents.count < Self.limit.documents, bytes <= Self.limit.bytes else { return nil }
        return documents + [document]
    }

    /// Notes that a document was added, and with it the last stubs of the scenario from the index `first` on.
    ///
    /// - Returns: the added stubs.
    mutating func add(_ document: AddedStubs, _ scenario: Scenario, from first: Int) -> [Added] {
        let new = scenario.stubs.indices[first...].map { index in
            Added(
                number: added + 1 + index - first, index: index, rule: scenario.stubs[index],
                document: documents.count, item: index - first)
        }
        documents.append(document)
        stubs += new
        added += new.count
        return new
    }

    /// Notes that a stub was removed, so that its id is free.
    mutating func remove(_ stub: Added) {
        documents[stub.document].removed.insert(stub.item)
        stubs.removeAll { $0.number == stub.number }
    }
}
