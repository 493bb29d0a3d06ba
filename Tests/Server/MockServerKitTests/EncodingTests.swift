import Foundation
import MockServerKit
import Testing

@Suite("The content coding of a response", .timeLimit(.minutes(60)))
struct EncodingTests {
    @Test(
        "is one that curl decodes, whatever it asked for",
        arguments: ["gzip", "deflate"],
        [
            "text: 'hello {{request.query.n}}'", "text: 'hello 7'", "chunks: [{text: 'hel'}, {text: 'lo 7'}]",
            "text: 'hello 7', framing: chunked, dribble: {chunk: 3B, every: 1ms}",
        ])
    func decodes(encoding: String, keys: String) throws {
        let server = try MockServer(
            playing: "linger: 10s\nsteps: [{request: GET /x?n=7, response: {\(keys), encoding: \(encoding)}}]")
        let tool = try Tool(
            "curl -sS --max-time 3600 --raw -D - -o /dev/null $url/x?n=7; true", server)
        let output = tool.output.lowercased()
        #expect(output.contains("content-encoding: \(encoding)\r\n"))
        #expect(output.contains("vary: accept-encoding\r\n"))
        let other = try MockServer(
            playing: "linger: 10s\nsteps: [{request: GET /x?n=7, response: {\(keys), encoding: \(encoding)}}]")
        #expect(try Tool("curl -sS --max-time 3600 --compressed $url/x?n=7", other).output == "hello 7")
        #expect(try finish(server).passed && finish(other).passed)
    }

    @Test("of a file is applied once, and ranges count its bytes")
    func file() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let line = String(repeating: "a line of text\n", count: 100_000)
        try line.write(to: folder.appendingPathComponent("a.txt"), atomically: true, encoding: .utf8)
        let file = folder.appendingPathComponent("s.yaml")
        try
            "mockserver: 1\nlinger: 10s\nstubs: [{request: GET /x, response: {file: a.txt, encoding: gzip, ranges: auto}}]\n"
            .write(to: file, atomically: true, encoding: .utf8)
        let server = try MockServer(Scenario(contentsOf: file.path))
        let tool = try Tool(
            """
            curl -sS --max-time 3600 $url/x > $out/whole.gz; curl -sS --max-time 600 -r 0-99 $url/x > $out/part
            curl -sS --max-time 3600 -r 100- $url/x >> $out/part
            cmp $out/whole.gz $out/part && gunzip < $out/part | cmp - $out/a.txt && echo same
            """, server, variables: ["out": folder.path])
        #expect(tool.output == "same\n")
        #expect(try finish(server).passed)
    }

    @Test("leaves a stated Vary that covers it, and joins another one")
    func vary() throws {
        let server = try MockServer(
            playing: """
                steps:
                  - {request: GET /a, response: {text: a, encoding: gzip, headers: {Vary: 'Origin, accept-encoding'}}}
                  - {request: GET /b, response: {text: a, encoding: gzip, headers: {Vary: Origin}}}
                  - {request: GET /c, response: {encoding: gzip, text: '', status: '{{204}}'}}
                """)
        let client = try RawClient(server)
        let first = try client.ask(get("/a"))
        #expect(first["Vary"] == "Origin, accept-encoding")
        #expect(first.body.starts(with: [0x1F, 0x8B]))
        #expect(try client.ask(get("/b")).head.contains("Vary: Origin\r\n"))
        #expect(try client.ask(get("/c"))["Content-Encoding"] == nil)
        #expect(try finish(server).passed)
    }
}
