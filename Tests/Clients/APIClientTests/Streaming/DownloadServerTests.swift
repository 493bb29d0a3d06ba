import ClientTestSupport
import Foundation
import MockServerKit
import TestSupport
import Testing

@testable import APIClient

@Suite("A download", .alone, .timeLimit(.minutes(60))) struct DownloadServerTests {
    private let folder: TemporaryFolder
    private let big = APIRequest(.get, "/big", expecting: .raw)
    private let progress = Protected<[TransferProgress]>([])

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Downloads, and moves a virtual clock on to the cut when so many bytes have come.
    private func download(
        _ scenario: String, resumptions: Int? = nil, cutAfter cuts: Set<Int64> = []
    ) async throws -> RESTResponse {
        try await withServer(scenario) { server in
            let (pieces, piece) = AsyncStream<Int64>.makeStream()
            let cutting = Task {
                for await bytes in pieces where cuts.contains(bytes) {
                    try await server.clock.waitForSleepers(1, timeout: .seconds(600))
                    try await server.clock.advance(by: .seconds(3_600), timeout: .seconds(600))
                }
            }
            defer { cutting.cancel() }
            let client = try server.client()
            let file = folder.file("big")
            let told: @Sendable (TransferProgress) -> Void = { [progress] told in
                progress.withLock { $0.append(told) }
                piece.yield(told.bytes)
            }
            guard let resumptions else { return try await client.download(big, to: file, progress: told) }
            return try await client.download(big, to: file, resumptions: resumptions, progress: told)
        }
    }

    /// Expects that the connection is lost and the folder is as before.
    private func expectNothing(
        _ scenario: String, resumptions: Int = 0, cutAfter cuts: Set<Int64>,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let error = await #expect(throws: RESTError.self, sourceLocation: location) {
            try await download(scenario, resumptions: resumptions, cutAfter: cuts)
        }
        if case .connection = error {
        } else {
            Issue.record("\(String(describing: error))", sourceLocation: location)
        }
        #expect(try folder.names == [], sourceLocation: location)
    }

    @Test("puts the whole body into the file, and tells how far it is")
    func whole() async throws {
        _ = try folder.file("big", containing: "an older and longer one")
        let head = try await download("download")
        #expect(head.status == 200)
        #expect(head.header("Content-Type") == "application/zip")
        #expect(head.body.isEmpty)
        #expect(try folder.names == ["big"])
        #expect(try folder.text(of: "big") == "0123456789")
        let told = progress.withLock { $0 }
        #expect(told.last == TransferProgress(bytes: 10, expected: 10))
        #expect(told.map(\.bytes) == told.map(\.bytes).sorted())
    }

    @Test("of an unknown length tells no length")
    func unknownLength() async throws {
        _ = try await download("download-unknown-length")
        #expect(try folder.text(of: "big") == "0123456789")
        #expect(progress.withLock { $0.last } == TransferProgress(bytes: 10, expected: nil))
    }

    @Test("that is cut leaves no file")
    func cut() async throws {
        try await expectNothing("download-cut", cutAfter: [5])
    }

    @Test("that is cut leaves the file that was there")
    func cutBesideOld() async throws {
        _ = try folder.file("big", containing: "old")
        await #expect(throws: RESTError.self) { try await download("download-cut", cutAfter: [5]) }
        #expect(try folder.names == ["big"])
        #expect(try folder.text(of: "big") == "old")
    }

    @Test("that is cut is taken up where it broke, as often as allowed")
    func resumed() async throws {
        let head = try await download("download-resumed", resumptions: 2, cutAfter: [5, 7, 8])
        #expect(head.status == 206)
        #expect(try folder.text(of: "big") == "0123456789")
        let told = progress.withLock { $0 }
        #expect(told.last == TransferProgress(bytes: 10, expected: 10))
        #expect(told.map(\.bytes) == told.map(\.bytes).sorted())
    }

    @Test("begins again if the file has changed since it was cut")
    func changed() async throws {
        let head = try await download("download-changed", resumptions: 1, cutAfter: [5])
        #expect(head.status == 200)
        #expect(try folder.text(of: "big") == "abc")
    }

    @Test("that is cut once more than allowed leaves no file")
    func cutTwice() async throws {
        try await expectNothing("download-cut-twice", resumptions: 1, cutAfter: [5, 7, 8])
    }

    @Test("of a status that is no success leaves no file")
    func status() async throws {
        let error = await #expect(throws: RESTError.self) {
            try await withServer(Scenario(yaml: "{mockserver: 1, steps: [{request: GET /big, response: 404}]}")) {
                try await $0.client().download(big, to: folder.file("big"), resumptions: 3)
            }
        }
        guard case .status(let response) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(response.status == 404)
        #expect(try folder.names == [])
    }

    @Test("into a folder that isn't there asks for nothing")
    func noFolder() async throws {
        try await withServer("nothing-comes") { server in
            await #expect(throws: RESTError.self) {
                try await server.client().download(big, to: folder.file("no").appendingPathComponent("big"))
            }
            #expect(server.journal.isEmpty)
        }
    }

    @Test("that is cancelled leaves no file, and the transfer ends")
    func cancelled() async throws {
        try await withServer("download-stalled") { server in
            let client = try server.client(timeout: 3_600)
            let (pieces, piece) = AsyncStream<TransferProgress>.makeStream()
            let task = Task {
                try await client.download(big, to: folder.file("big"), resumptions: 3) { piece.yield($0) }
            }
            for await progress in pieces where progress.bytes == 5 { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try folder.names == [])
        }
    }

    @Test("needs nobody who is told how far it is")
    func withoutProgress() async throws {
        try await withServer("download") { server in
            let head = try await server.client().download(big, to: folder.file("big"))
            #expect(head.status == 200)
        }
        #expect(try folder.text(of: "big") == "0123456789")
        #expect(try folder.names == ["big"])
    }
}
