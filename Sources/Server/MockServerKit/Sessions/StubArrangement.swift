import Playback
import ScenarioFiles
import Scenarios

/// What a session's scenario was loaded from, and the stubs that were added to it since.
struct StubArrangement: Sendable {
    /// A stub that was added.
    struct Added: Sendable {
        /// Its number among all stubs of the scenario, from 1, as in the name of a stub without an id.
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

    init(_ source: ScenarioSource) { self.source = source }

    /// The bytes that are read to add one more document.
    var size: Int { documents.reduce(source.key.bytes.count) { $0 + $1.bytes.count } }

    /// A path for one more document, which no other document of the scenario has: `a.yaml`, then `a-2.yaml`.
    func path(like path: String, in scenario: Scenario) -> String {
        let taken = Set([scenario.source.path] + documents.map(\.path))
        guard taken.contains(path) else { return path }
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
        let end = path[name...].lastIndex(of: ".") ?? path.endIndex
        var number = 2
        while taken.contains("\(path[..<end])-\(number)\(path[end...])") { number += 1 }
        return "\(path[..<end])-\(number)\(path[end...])"
    }

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
                number: index + 1, index: index, rule: scenario.stubs[index],
                document: documents.count, item: index - first)
        }
        documents.append(document)
        stubs += new
        return new
    }

    /// Notes that a stub was removed, so that its id is free.
    mutating func remove(_ stub: Added) {
        documents[stub.document].removed.insert(stub.item)
        stubs.removeAll { $0.number == stub.number }
    }
}
