import Locking
import Playback
import ScenarioFiles

/// What a scenario was loaded from.
struct ScenarioSource: Sendable {
    let key: ScenarioCache.Key
    /// The files that it names.
    let files: [OpenedFile]

    /// Whether those files are as they were.
    var isUnchanged: Bool { files.allSatisfy(\.isUnchanged) }
}

/// A scenario that is ready to be played, and what it was loaded from.
struct SourcedScenario: Sendable {
    let compiled: CompiledScenario
    let source: ScenarioSource
}

/// Scenarios that were loaded before, so that sessions which play the same one share it. Found by what they were read
/// from: the text, the values of variables, and the state of all files that it names.
final class ScenarioCache: Sendable {
    struct Key: Hashable, Sendable {
        /// The path that is shown, which also tells the format.
        let path: String
        /// The folder of the files that it names.
        let folder: String
        let bytes: [UInt8]
        let variables: [String: String]
    }

    private struct Entry {
        let scenario: SourcedScenario
        /// When it was last asked for, counted in questions.
        var lastUse: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var bytes = 0
        var uses = 0
    }

    /// The number of scenarios and the bytes of their texts that are kept.
    private static let limit = (scenarios: 256, bytes: 32 << 20)

    private let state = Locked(State())

    /// The scenario that was read from the same; nil if there is none, or if a file that it names has changed.
    func scenario(_ key: Key) -> SourcedScenario? {
        let entry = state.withLock { state -> Entry? in
            state.uses += 1
            state.entries[key]?.lastUse = state.uses
            return state.entries[key]
        }
        guard let entry, entry.scenario.source.isUnchanged else { return nil }
        return entry.scenario
    }

    /// Keeps a scenario, in place of those that nobody has asked for the longest.
    func keep(_ scenario: SourcedScenario) {
        let key = scenario.source.key
        guard key.bytes.count <= Self.limit.bytes / 4 else { return }
        state.withLock { state in
            state.uses += 1
            if state.entries.updateValue(Entry(scenario: scenario, lastUse: state.uses), forKey: key)
                == nil
            {
                state.bytes += key.bytes.count
            }
            while state.entries.count > Self.limit.scenarios || state.bytes > Self.limit.bytes,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.entries[oldest.key] = nil
                state.bytes -= oldest.key.bytes.count
            }
        }
    }
}
