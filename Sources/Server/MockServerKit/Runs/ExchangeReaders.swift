import MockRuntime

/// The readers of a server. They are not kept alive by it.
struct ExchangeReaders: Sendable {
    private struct Entry: Sendable {
        weak var reader: ExchangeReader?
    }

    private var entries: [Entry] = []

    mutating func add(_ reader: ExchangeReader) {
        entries.removeAll { $0.reader == nil }
        entries.append(Entry(reader: reader))
    }

    /// Another run replaces the last one.
    func add(_ run: ScenarioRun) {
        for entry in entries { entry.reader?.add(run) }
    }
}
