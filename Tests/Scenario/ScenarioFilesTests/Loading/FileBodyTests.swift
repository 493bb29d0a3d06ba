import ScenarioFiles
import Scenarios
import Testing

@Suite("A body file")
struct FileBodyTests {
    private func body(_ file: String, in folder: BodyFolder) throws -> FileBody? {
        let scenario = try Scenario(
            yaml: "mockserver: 1\nstubs: [{ request: GET /a, response: { file: '\(file)' } }]\n",
            options: LoadOptions(folder: folder.path))
        if case .file(let body, _) = scenario.stubs[0].responses[0].body { return body }
        return nil
    }

    @Test("above 1 MiB is read in pieces from a descriptor kept open")
    func large() throws {
        let folder = try BodyFolder()
        let bytes = (0..<FileBody.memoryLimit + 1000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        try folder.write("large.bin", bytes)
        let body = try #require(try body("large.bin", in: folder))
        #expect(body.bytes == nil)
        #expect(body.size == bytes.count)
        var read: [UInt8] = []
        while read.count < body.size {
            let piece = try body.read(at: read.count, upTo: 65_536)
            #expect(piece.count == min(65_536, body.size - read.count))
            read += piece
        }
        #expect(read == bytes)
        #expect(try body.read(at: body.size, upTo: 10).isEmpty)
        #expect(try body.read(at: -5, upTo: -5).isEmpty)
        try folder.write("large.bin", [1, 2, 3])
        #expect(throws: FileBodyError.self) { try body.read(at: 0, upTo: 10) }
    }

    @Test("of up to 1 MiB is kept in memory")
    func small() throws {
        let folder = try BodyFolder()
        let body = try #require(try body("./sub/b.txt", in: folder))
        #expect(body.bytes == Array("below".utf8))
        #expect(try body.read(at: 2, upTo: 100) == Array("low".utf8))
        #expect(body.contentType == "text/plain; charset=utf-8")
    }

    @Test(
        "has the content type of its extension",
        arguments: [
            ("a.json", "application/json"), ("b/A.PNG", "image/png"), ("c.tar.gz", "application/gzip"),
            ("noextension", "application/octet-stream"), (".json", "application/octet-stream"),
            ("dir.json/x", "application/octet-stream"),
        ])
    func contentTypes(path: String, expected: String) {
        #expect(MediaType.ofFile(named: path) == expected)
    }

    @Test(
        "never leaves the folder",
        arguments: ["up/etc/passwd", "sub/../a.json", "out.txt", "/etc/passwd", "pipe", "..", "."])
    func confined(path: String) throws {
        let folder = try BodyFolder()
        #expect(throws: ScenarioError.self) { try body(path, in: folder) }
    }
}
