import Foundation
import Testing

@testable import Sockets

@Suite("A listener on a path", .timeLimit(.minutes(60)))
struct UnixSocketTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "s-\(UUID().uuidString.prefix(8))")

    private func inFolder(_ body: (ServerAddress) async throws -> Void) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(.unix(UnixSocketPath(folder.appendingPathComponent("a.sock").path)))
    }

    private func echo(_ address: ServerAddress) throws -> Listener {
        try Listener(on: address) { Probe($0, .echo, nil) }
    }

    private func expectEcho(_ listener: Listener) throws {
        let client = try Client(listener.address)
        try client.send("hello")
        #expect(try client.receiveText(5) == "hello")
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
    }

    @Test("serves, and leaves no file behind")
    func serves() async throws {
        try await inFolder { address in
            let listener = try echo(address)
            #expect(listener.address == address)
            #expect("\(listener.address)" == "unix:\(folder.path)/a.sock")
            #expect(listener.address.port == nil && listener.address.host == nil)
            try expectEcho(listener)
            #expect(try names == ["a.sock"])
            await listener.stop()
            #expect(try names.isEmpty)
        }
    }

    @Test("a path where somebody listens is an error, and stays theirs")
    func taken() async throws {
        try await inFolder { address in
            let first = try echo(address)
            let failure = #expect(throws: SocketError.self) { try echo(address) }
            #expect(failure?.errno == EADDRINUSE)
            try expectEcho(first)
            await first.stop()
        }
    }

    @Test("a socket that nobody listens on any more is replaced")
    func stale() async throws {
        try await inFolder { address in
            let abandoned = try ListeningSocket.open(address)
            close(abandoned.descriptor)
            #expect(try names == ["a.sock"])
            let listener = try echo(address)
            try expectEcho(listener)
            await listener.stop()
            #expect(try names.isEmpty)
        }
    }

    @Test("what another listens on by then stays theirs")
    func replaced() async throws {
        try await inFolder { address in
            let first = try echo(address)
            try FileManager.default.removeItem(at: folder.appendingPathComponent("a.sock"))
            let second = try echo(address)
            await first.stop()
            try expectEcho(second)
            #expect(try names == ["a.sock"])
            await second.stop()
        }
    }

    @Test("a file that is no socket is never removed")
    func file() async throws {
        try await inFolder { address in
            let file = folder.appendingPathComponent("a.sock")
            try Data("precious".utf8).write(to: file)
            let failure = #expect(throws: SocketError.self) { try echo(address) }
            #expect(failure?.errno == EADDRINUSE)
            #expect(try Data(contentsOf: file) == Data("precious".utf8))
        }
    }

    @Test("a folder that is not there is an error")
    func noFolder() async throws {
        let address = ServerAddress.unix(try UnixSocketPath(folder.appendingPathComponent("b/a.sock").path))
        #expect(#expect(throws: SocketError.self) { try echo(address) }?.errno == ENOENT)
    }

    @Test("a path has its bounds")
    func lengths() throws {
        let longest = String(repeating: "x", count: UnixSocketPath.limit)
        #expect(try UnixSocketPath(longest).description == longest)
        for path in ["", longest + "x", "a\0b"] {
            #expect(throws: SocketError.notAPath(path)) { try UnixSocketPath(path) }
        }
    }
}
