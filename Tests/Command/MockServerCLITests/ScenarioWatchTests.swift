import Foundation
import Locking
import MockServerKit
import Testing

@testable import MockServerCLI

@Suite("A watch", .timeLimit(.minutes(60))) struct ScenarioWatchTests {
    private let folder: String
    private let scenario: String

    init() throws {
        folder = NSTemporaryDirectory() + "mockserver-watch-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        scenario = folder + "/a.yaml"
        try write("a.yaml", "mockserver: 1\nstubs: [{ request: /a, response: { file: body.txt } }]\n")
        try write("body.txt", "one")
    }

    private func write(_ name: String, _ text: String, atomically: Bool = true) throws {
        try text.write(toFile: "\(folder)/\(name)", atomically: atomically, encoding: .utf8)
    }

    private static func files(_ path: String) -> WatchedFiles {
        let state = FileState(path: path)
        return WatchedFiles(
            path: path, state: state, others: ScenarioFile(path: path, options: LoadOptions()).openedFiles)
    }

    /// Watches until the test has seen as many loads as it makes changes.
    private func watch(_ changes: [@Sendable () throws -> Void]) async throws {
        let (loads, continuation) = AsyncStream.makeStream(of: Void.self)
        let path = scenario
        let watch = ScenarioWatch(Self.files(path)) {
            // The state is taken before the event, so that a change after it is seen.
            let files = Self.files(path)
            continuation.yield()
            return files
        }
        var events = loads.makeAsyncIterator()
        for change in changes {
            try change()
            _ = await events.next()
        }
        watch.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test("sees a file that is replaced, one that is written in place, and a body file")
    func changes() async throws {
        try await watch([
            { try write("a.yaml", "mockserver: 1\nstubs: [{ request: /b, response: { file: body.txt } }]\n") },
            { try write("body.txt", "another", atomically: false) },
            { try write("body.txt", "third") },
        ])
    }

    @Test("sees a file that the scenario names in vain, when it is there, and the scenario when it is there again")
    func missing() async throws {
        try await watch([
            { try write("a.yaml", "mockserver: 1\nstubs: [{ request: /b, response: { file: new.txt } }]\n") },
            { try write("new.txt", "new") },
            { try FileManager.default.removeItem(atPath: scenario) },
            { try write("a.yaml", "mockserver: 1\nstubs: [/a]\n") },
        ])
    }

    @Test("sees a change that leaves size and time of modification as they were")
    func setBack() throws {
        let before = FileState(path: scenario)
        let (old, text) = (try status(scenario), try String(contentsOfFile: scenario, encoding: .utf8))
        // The times of a file have the resolution of the system's ticks.
        repeat {
            try write("a.yaml", text.replacingOccurrences(of: "/a", with: "/b"), atomically: false)
            try #require(utimensat(AT_FDCWD, scenario, [old.accessed, old.modified], 0) == 0)
        } while try status(scenario).changed == old.changed
        #expect(FileState(path: scenario) != before)
        try FileManager.default.removeItem(atPath: folder)
    }

    private func status(_ path: String) throws -> (accessed: timespec, modified: timespec, changed: [Int]) {
        var status = stat()
        try #require(stat(path, &status) == 0)
        #if canImport(Darwin)
        let changed = status.st_ctimespec
        return (status.st_atimespec, status.st_mtimespec, [changed.tv_sec, changed.tv_nsec])
        #else
        let changed = status.st_ctim
        return (status.st_atim, status.st_mtim, [changed.tv_sec, changed.tv_nsec])
        #endif
    }

    @Test("loads again when asked, and not after it was stopped")
    func asked() async throws {
        let loads = Locked(0)
        let done = AsyncStream.makeStream(of: Void.self)
        let path = scenario
        let watch = ScenarioWatch(Self.files(path)) {
            loads.withLock { $0 += 1 }
            done.continuation.yield()
            return Self.files(path)
        }
        watch.reload()
        var events = done.stream.makeAsyncIterator()
        _ = await events.next()
        watch.stop()
        watch.reload()
        // The watch's queue is serial: a second stop returns behind the reload.
        watch.stop()
        #expect(loads.withLock { $0 } == 1)
        try FileManager.default.removeItem(atPath: folder)
    }
}
