import MockServerKit
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("A large body", .timeLimit(.minutes(60)))
struct LargeBodyTests {
    @Test("reaches a slow reader whole, byte for byte", arguments: [1 << 20, (1 << 20) + 1, 5_000_011])
    func whole(size: Int) throws {
        let folder = try BodyFile(size: size)
        let server = try folder.server()
        let client = try RawClient(server, receiveBuffer: 4_096)
        let response = try client.ask(get("/file"))
        #expect(response["Content-Length"] == "\(size)")
        #expect(response.body == folder.contents)
        // And the connection is in the right state.
        #expect(try client.ask(get("/other")).text == "other")
        #expect(try finish(server).passed)
    }

    @Test("is not read for a HEAD")
    func head() throws {
        let folder = try BodyFile(size: 3 << 20)
        let server = try folder.server()
        let client = try RawClient(server)
        try client.send("HEAD /file HTTP/1.1\r\nHost: h\r\n\r\n" + get("/other"))
        #expect(try client.response(toHead: true)["Content-Length"] == "\(3 << 20)")
        #expect(try client.response().text == "other")
        server.stopNow()
    }

    @Test("that is cut short on its way ends by a reset, so that no client takes it for whole")
    func cut() throws {
        let folder = try BodyFile(size: 30 << 20)
        let server = try folder.server()
        let client = try RawClient(server, receiveBuffer: 4_096)
        try client.send(get("/file"))
        try client.receive()
        #expect(truncate(folder.path + "/body.bin", 1 << 20) == 0)
        #expect(try client.end() == .rst)
        #expect(client.pending.count < 30 << 20)
        expectFailure(of: server, folder)
        #expect(server.journal.first?.failure == .unsendable)
        server.stopNow()
    }

    @Test("that is cut short on its way ends its stream of HTTP/2 by a reset")
    func cutOverHTTP2() throws {
        let folder = try BodyFile(size: 30 << 20)
        let server = try folder.server()
        // curl stops reading if nobody takes its output.
        let script = """
            curl -sS --http2-prior-knowledge $url/file | {
              head -c 100000 > /dev/null
              truncate -s 1M $file
              cat > /dev/null
            }
            """
        let tool = try Tool(script, server, variables: ["file": folder.path + "/body.bin"])
        #expect(tool.output.contains("INTERNAL_ERROR"), "\(tool.output)")
        expectFailure(of: server, folder)
        server.stopNow()
    }

    /// Expects that the run has failed, at the position that names the file.
    private func expectFailure(of server: MockServer, _ folder: BodyFile) {
        let failures = server.verdict.failures
        #expect(failures.count == 1)
        #expect(failures.first?.kind == .unsendable)
        #expect(failures.first.map { "\($0.position)" } == "\(folder.path)/scenario.yaml:4:51")
        #expect(
            failures.first?.title
                == "stub 1: the body file \"body.bin\" has become shorter since the scenario was loaded")
    }

    #if os(Linux)
    // In its own process: other tests use memory.
    @Test("that a client does not read is not kept in memory")
    func bounded() async throws {
        await #expect(processExitsWith: .success) {
            let folder = try BodyFile(size: 64 << 20, keepsContents: false)
            let server = try folder.server()
            try passIteration(of: server)
            let before = ProcessFacts.memory
            try #require(before > 0)
            let clients = try (0..<4).map { _ in try RawClient(server, receiveBuffer: 4_096) }
            for client in clients {
                try client.send(get("/file"))
                try client.receive()
            }
            try passIteration(of: server)
            #expect(ProcessFacts.memory - before < 16 << 20)
            await server.stop()
        }
    }

    // In its own process: other tests use memory.
    @Test("that is made of a request and not read is held once, and fills no buffers")
    func echoes() async throws {
        await #expect(processExitsWith: .success) {
            let server = try MockServer(
                playing: "linger: 0ms\nstubs: [{ request: POST /echo, response: { text: '{{request.body}}' } }]")
            let size = 4 << 20
            // Not UTF-8, so that decoding takes little time.
            let head = "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: \(size)\r\n\r\n"
            let message = Array(head.utf8) + [UInt8](repeating: 0xFF, count: size)
            let before = ProcessFacts.memory
            try #require(before > 0)
            let clients = try (0..<24).map { _ in
                let client = try RawClient(server, receiveBuffer: 4_096)
                try client.send(message)
                try client.receive()
                return client
            }
            server.awaitWrites()
            // Besides the responses there are the journal, and memory that the allocator keeps of completed requests.
            #expect(ProcessFacts.memory - before < clients.count * (size + 512 * 1024) + (48 << 20))
            await server.stop()
        }
    }
    #endif
}

/// A folder with a body file in it, removed with the last reference.
private final class BodyFile {
    let path: String
    let contents: [UInt8]

    init(size: Int, keepsContents: Bool = true) throws {
        var template = Array("/tmp/mockserver-body.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw ClientError(call: "mkdtemp", errno: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // 251 is prime, so no two adjacent pieces whose size is a power of two look alike.
        let period = (0..<251).map { UInt8($0) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + 251)
        while bytes.count < size { bytes += period }
        bytes.removeLast(bytes.count - size)
        guard let file = fopen(path + "/body.bin", "w") else { throw ClientError(call: "fopen", errno: errno) }
        defer { fclose(file) }
        guard fwrite(bytes, 1, size, file) == size else { throw ClientError(call: "fwrite", errno: errno) }
        contents = keepsContents ? bytes : []
    }

    deinit {
        unlink(path + "/body.bin")
        rmdir(path)
    }

    func server() throws -> MockServer {
        let yaml = """
            mockserver: 1
            linger: 0ms
            stubs:
              - { request: { path: /file }, response: { file: body.bin } }
              - { request: GET /other, response: { text: other } }
            """
        return try MockServer(Scenario(yaml: yaml, path: path + "/scenario.yaml"))
    }
}
