import Foundation
import MockServerURLProtocol
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The guide's table", .alone, .timeLimit(.minutes(60)))
struct GuideTests {
    /// The features of the table, each with what it says of Linux.
    private static let rows: [String: String] = {
        let file = ShippedScenario.package.appendingPathComponent(
            "Sources/Testing/MockServerURLProtocol/MockServerURLProtocol.docc/MockServerURLProtocol.md")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let lines = text.components(separatedBy: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        return Dictionary(
            lines.map { line in
                let cells = line.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
                return (cells[1], cells[2])
            }, uniquingKeysWith: { $1 })
    }()

    /// The features that a test here or in another suite shows.
    private static let shown: [String: String] = [
        "data tasks, `data(for:)`, delegates": "ResponseTests",
        "a body from `httpBody` or `httpBodyStream`": "RequestTests",
        "upload tasks": "uploads",
        "download tasks": "downloads",
        "redirects": "RedirectTests",
        "a response in pieces": "pieces",
        "`data(for:)` with `options.streams`": "lastPiece",
        "delays, holds and the scenario's clock": "TimeTests",
        "cancellation": "CancellationTests",
        "`timeoutInterval`": "CancellationTests",
        "401 with `WWW-Authenticate: Basic` or `Digest`": "credentials",
        "faults": "FaultTests",
        "gzip and deflate": "decoded",
        "other content codings": "ResponseTests",
        "cookies, additional headers, timeout of the configuration": "CancellationTests, RedirectTests, RequestTests",
        "interim responses and trailers": "invisible",
        "the conditions `connection`, `tls` and `protocol: h2`": "SocketNeededTests",
        "`expect: connections`, responses with `h2` or `raw`": "SocketNeededTests",
        "`events` with `then: keep_open`": "EndlessBodyTests",
        "`connection` of a response": "connectionHeader",
        "a connection for each request": "connections",
    ]

    @Test("has a test for each row")
    func complete() {
        #expect(Set(Self.rows.keys) == Set(Self.shown.keys))
    }

    private func played(_ keys: String, streams: Bool = false) throws -> PlayedScenario {
        try PlayedScenario(
            playing: "linger: 0ms\nstubs: [{request: /x, response: {\(keys)}}]", .inProcess, streams: streams)
    }

    #if canImport(FoundationNetworking)
    @Test("upload tasks fail, and say what to use")
    func uploads() async throws {
        let played = try played("text: hello")
        let request = try played.request("POST", "/x")
        let error = await #expect(throws: URLError.self) {
            try await played.session().upload(for: request, from: Data("abc".utf8))
        }
        let text = error?.localizedDescription ?? ""
        #expect(text.hasPrefix("On Linux an upload task can't be served without a socket:"))
        #expect(text.contains("use a socket"))
        #expect(await played.finish().passed)
    }

    @Test("download tasks fail, and say what to use")
    func downloads() async throws {
        let played = try played("text: hello")
        let request = try played.request("GET", "/x")
        let error = await #expect(throws: URLError.self) { try await played.session().download(for: request) }
        let text = error?.localizedDescription ?? ""
        #expect(text.hasPrefix("On Linux a download task can't be served without a socket:"))
        #expect(await played.finish().passed)
    }

    @Test("a response that asks for credentials fails, and says what to use", arguments: ["Basic", "Bearer, digest"])
    func credentials(scheme: String) async throws {
        let played = try played("status: 401, headers: {WWW-Authenticate: '\(scheme) realm=\"r\"'}, text: no")
        let request = try played.request("GET", "/x")
        let error = await #expect(throws: URLError.self) { try await played.session().data(for: request) }
        #expect(error?.code == .userAuthenticationRequired)
        #expect(error?.localizedDescription.contains("use a socket") == true)
        #expect(await played.finish().passed)
    }

    @Test("a body comes in one piece unless the server streams", arguments: [false, true])
    func pieces(streams: Bool) async throws {
        let played = try played("chunks: [{text: a}, {text: b}, {text: c}]", streams: streams)
        var pieces: [String] = []
        for await event in played.started(try played.request("GET", "/x")).events {
            if case .data(let data) = event { pieces.append(String(decoding: data, as: UTF8.self)) }
        }
        #expect(pieces == (streams ? ["a", "b", "c"] : ["abc"]))
        #expect(await played.finish().passed)
    }

    @Test("with streams, data(for:) gets the last piece alone")
    func lastPiece() async throws {
        let played = try played("chunks: [{text: a}, {text: b}, {text: c}]", streams: true)
        #expect(await played.outcome(of: try played.request("GET", "/x")) == "200 c")
        #expect(await played.finish().passed)
    }
    #endif

    @Test("an encoded body is decoded, in one piece even if the server streams")
    func decoded() async throws {
        let played = try played("chunks: [{text: a}, {text: b}], encoding: deflate", streams: true)
        #expect(await played.outcome(of: try played.request("GET", "/x")) == "200 ab")
        #expect(await played.finish().passed)
    }

    @Test("interim responses and trailers are not seen")
    func invisible() async throws {
        let played = try played("informational: [{status: 103}], text: hello, trailers: {Checksum: 1}")
        #expect(await played.events(of: try played.request("GET", "/x")) == ["head 200", "body hello", "end"])
        #expect(await played.finish().passed)
    }

    @Test("what a response does with its connection is only a header", arguments: ["close", "keep_alive"])
    func connectionHeader(value: String) async throws {
        let played = try played("connection: \(value), text: hello")
        let session = played.session()
        for _ in 1...2 {
            let (data, response) = try await session.data(for: try played.request("GET", "/x"))
            #expect(String(decoding: data, as: UTF8.self) == "hello")
            let header = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Connection")
            #expect(header == value.replacingOccurrences(of: "_", with: "-"))
        }
        #expect(await played.finish().passed)
    }

    @Test("each request has a connection of its own")
    func connections() async throws {
        let played = try played("text: hello")
        for _ in 1...2 { _ = await played.outcome(of: try played.request("GET", "/x")) }
        #expect(played.journal.map(\.request.connectionIndex) == [1, 2])
        #expect(await played.finish().passed)
    }
}
