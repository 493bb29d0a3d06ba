import ExactJSON
import MockRuntime
import Playback
@testable import Reports
import ScenarioFiles
import Scenarios
import Testing
import TextCoding

/// Archives in the form in which browsers write them.
@Suite struct BrowserArchiveTests {
    /// What Chrome writes: pseudo-header fields and lower-case names over HTTP/2, responses decoded, and members of its own.
    private static func chrome(_ entries: String...) -> String {
        #"""
        {"log": {"version": "1.2", "creator": {"name": "WebInspector", "version": "537.36"}, "pages": [
         {"startedDateTime": "2026-01-31T12:00:00.000Z", "id": "page_1", "title": "https://shop.test/",
          "pageTimings": {"onContentLoad": 81.2, "onLoad": 120.5}}],
         "entries": [\#(entries.joined(separator: ", "))]}}
        """#
    }

    private static func chromeEntry(_ request: String, second: Int = 0, more: String = "") -> String {
        #"""
        {"_connectionId": "417", "_initiator": {"type": "script"}, "_priority": "High", "_resourceType": "fetch"\#(more),
         "cache": {}, "connection": "443", "pageref": "page_1", "request": {\#(request), "cookies": [], "headersSize": -1},
         "response": {"status": 200, "statusText": "", "httpVersion": "h2", "headers": [
          {"name": "content-encoding", "value": "br"}, {"name": "content-type", "value": "application/json"}],
          "cookies": [], "content": {"size": 512, "mimeType": "application/json", "compression": 391, "text": "eyJhIjogMX0=",
           "encoding": "base64"}, "redirectURL": "", "headersSize": -1, "bodySize": -1, "_transferSize": 121,
          "_error": null, "_fetchedViaServiceWorker": false},
         "serverIPAddress": "192.0.2.1", "startedDateTime": "2026-01-31T12:00:0\#(second).123Z", "time": 12.5,
         "timings": {"blocked": 1.1, "dns": -1, "ssl": -1, "connect": -1, "send": 0.2, "wait": 9, "receive": 2.2}}
        """#
    }

    /// The request line and the fields of a request over HTTP/2.
    private static func head(_ method: String, _ path: String, _ fields: [(String, String)] = []) -> String {
        let pseudo = [(":authority", "shop.test"), (":method", method), (":path", path), (":scheme", "https")]
        let list = (pseudo + fields).map { "{\"name\": \"\($0)\", \"value\": \"\($1)\"}" }.joined(separator: ", ")
        return """
            "method": "\(method)", "url": "https://shop.test\(path)", "httpVersion": "h2", "headers": [\(list)], \
            "queryString": []
            """
    }

    private static let content = #"{"name": "é"}"#

    /// The content in gzip.
    private static let compressed =
        Base64.decode(
            "H4sIAAAAAAACA6tWykvMTVWyUlA6vFKpFgDXOKD1DgAAAA==") ?? []

    /// A body of a request with a content coding: `postData` of the archive, and the size that was sent.
    private static func upload(_ data: String, _ coding: String = "gzip", size: Int? = nil) -> String {
        let fields = [
            ("content-encoding", coding), ("content-length", "\(size ?? compressed.count)"),
            ("content-type", "application/json"),
        ]
        return chrome(
            chromeEntry("\(head("POST", "/items", fields)), \"bodySize\": \(size ?? compressed.count), \(data)"))
    }

    private static func postData(_ text: String, _ more: String = "") -> String {
        "\"postData\": {\"mimeType\": \"application/json\", \"text\": \(JSON.string(text).text(.compact))\(more)}"
    }

    private static let uploadSteps = """
        steps:
          - request: {method: POST, path: /items, headers: {Content-Encoding: gzip}}
            assert: {json: {name: é}}
        """

    private func explained(_ archive: String, _ yaml: String) throws -> ArchiveExplanation {
        ArchiveExplanation(
            try HTTPArchive(Array(archive.utf8)), try ExplanationTests.script(yaml, isRecorded: true))
    }

    @Test("a body is compared with its content, whether the archive has it decoded or as it was sent")
    func codings() throws {
        let latin1 = String(String.UnicodeScalarView(Self.compressed.map { Unicode.Scalar($0) }))
        for data in [
            Self.postData(Self.content), Self.postData(latin1),
            Self.postData(Base64.encode(Self.compressed), ", \"encoding\": \"base64\""),
            Self.postData(Base64.encode(Array(Self.content.utf8)), ", \"encoding\": \"base64\""),
        ] {
            let explained = try explained(Self.upload(data), Self.uploadSteps)
            #expect(explained.passed, "\(explained.text())")
            #expect(explained.text() == "#1  POST /items  step 1\n\n1 request, 1 of 1 step")
            let other = try self.explained(
                Self.upload(data), Self.uploadSteps.replacing("name: é", with: "name: e"))
            #expect(other.judgement == .failed && other.text().contains("json $.name differs"), "\(other.text())")
        }
        // A run says the same: no server here decodes it.
        let brotli = try explained(
            Self.upload(Self.postData(Self.content), "br"), Self.uploadSteps.replacing("gzip", with: "br"))
        #expect(brotli.judgement == .failed && brotli.text().contains("encoded as br"), "\(brotli.text())")
    }

    @Test(
        "conditions on the bytes of a body that the archive has decoded are not decided, and compressed text is not a body"
    )
    func bytes() throws {
        let decoded = Self.upload(Self.postData(Self.content))
        for condition in [
            "body: {length: 14}", "base64: AAEC", "body: {sha256: '\(String(repeating: "a", count: 64))'}",
        ] {
            let explained = try explained(decoded, "steps: [{request: {path: /items, \(condition)}}]")
            #expect(explained.judgement == .undecided, "\(condition)")
            #expect(
                explained.text().contains(
                    "not decided: the archive has the content of its body, not the bytes that were sent"),
                "\(explained.text())")
        }
        #expect(try explained(decoded, "steps: [{request: {path: /items, body: {empty: false}}}]").passed)
        let size = Self.compressed.count
        let damaged = String(decoding: Self.compressed, as: UTF8.self)
        let lacking = try explained(Self.upload(Self.postData(damaged), size: size), Self.uploadSteps)
        #expect(lacking.judgement == .undecided)
        #expect(
            lacking.text().contains("not decided: the archive does not have the bytes of its compressed body"),
            "\(lacking.text())")
        // Our own archive has what was sent.
        let own = try ArchiveExplanationTests().recorded(
            Self.uploadSteps,
            request("POST", "/items", [("Content-Encoding", "gzip")], body: Self.compressed))
        #expect(own.0.passed && own.1.passed, "\(own.0.text())")
    }

    @Test("a value that is redacted in a decoded body is shown nowhere")
    func redacted() throws {
        let yaml = """
            redact: [$.name]
            steps: [{request: {path: /items, json: {kind: s3cr3tWert1}}}]
            """
        let text = #"{"name": "s3cr3tWert1", "kind": "a s3cr3tWert1"}"#
        let explained = try explained(Self.upload(Self.postData(text)), yaml)
        #expect(explained.judgement == .failed)
        #expect(!explained.text().contains("a s3cr3tWert1"), "\(explained.text())")
    }

    @Test("forms and files of Chrome are read from their text or their parameters")
    func forms() throws {
        let form = Self.chromeEntry(
            """
            \(Self.head("POST", "/login", [("content-type", "application/x-www-form-urlencoded"), ("content-length", "20")])),
            "bodySize": 20, "postData": {"mimeType": "application/x-www-form-urlencoded", "text": "user=ada&code=%C3%A9",
            "params": [{"name": "user", "value": "ada"}, {"name": "code", "value": "%C3%A9"}]}
            """)
        let parts = Self.chromeEntry(
            """
            \(Self.head("POST", "/photos", [("content-type", "multipart/form-data; boundary=----WebKitFormBoundaryAbC1")])),
            "bodySize": 900, "postData": {"mimeType": "multipart/form-data; boundary=----WebKitFormBoundaryAbC1",
            "params": [{"name": "title", "value": "Hello"}]}
            """, second: 1)
        let yaml = """
            steps:
              - request: {method: POST, path: /login, form: {user: ada, code: é}, body: {length: 20}}
              - request: {method: POST, path: /photos, multipart: [{name: title, text: Hello}]}
            """
        let explained = try explained(Self.chrome(form, parts), yaml)
        #expect(explained.passed, "\(explained.text())")
        let sized = try self.explained(
            Self.chrome(form, parts), yaml.replacing("text: Hello}]", with: "text: Hello}], body: {length: 900}"))
        #expect(sized.judgement == .undecided, "\(sized.text())")
    }

    @Test("what a browser took from its cache no server got")
    func cached() throws {
        let entries = ["", ", \"_fromCache\": \"disk\"", ", \"_fromCache\": \"memory\""].map {
            Self.chromeEntry("\(Self.head("GET", "/me")), \"bodySize\": 0", more: $0)
        }
        let chrome = try explained(
            Self.chrome(entries[0], entries[1], entries[2]), "steps: [{request: GET /me}]")
        #expect(chrome.passed)
        #expect(
            chrome.text()
                == "#1  GET /me  step 1\n\n1 request, 1 of 1 step\nfrom the browser's cache, and left out: 2 requests")
        let firefox = try explained(Self.firefox, "steps: [{id: form, request: {path: /f, form: {a: '1'}}}]")
        #expect(firefox.passed)
        #expect(
            firefox.text()
                == "#1  POST /f  step \"form\"\n\n1 request, 1 of 1 step\nfrom the browser's cache, and left out: 1 request"
        )
        // Other programs say by this member that the response was kept.
        let other = try explained(
            Self.firefox.replacing("\"Firefox\"", with: "\"proxy\""), "stubs: [{request: {method: [GET, POST]}}]")
        #expect(other.rows.count == 2)
    }

    /// What Firefox writes: a form with its parameters and its text, and a response from the cache.
    private static let firefox = #"""
        {"log": {"version": "1.2", "creator": {"name": "Firefox", "version": "140.0"}, "browser": {"name": "Firefox",
         "version": "140.0"}, "pages": [{"id": "page_1", "pageTimings": {"onContentLoad": 97, "onLoad": 129},
         "startedDateTime": "2026-01-31T13:00:00.250+01:00", "title": "https://shop.test/"}],
         "entries": [
          {"startedDateTime": "2026-01-31T13:00:00.250+01:00", "request": {"bodySize": 3, "method": "POST",
           "url": "https://shop.test/f", "httpVersion": "HTTP/2", "headers": [{"name": "Host", "value": "shop.test"},
            {"name": "Accept-Encoding", "value": "gzip, deflate, br, zstd"},
            {"name": "Content-Type", "value": "application/x-www-form-urlencoded"}, {"name": "Content-Length", "value": "3"}],
           "cookies": [], "queryString": [], "headersSize": 310, "postData": {
            "mimeType": "application/x-www-form-urlencoded", "params": [{"name": "a", "value": "1"}], "text": "a=1"}},
           "response": {"status": 200, "statusText": "", "httpVersion": "HTTP/2", "headers": [
            {"name": "content-encoding", "value": "gzip"}], "cookies": [], "content": {"mimeType": "application/json",
            "size": 7, "text": "{\"a\":1}"}, "redirectURL": "", "headersSize": 180, "bodySize": 207},
           "cache": {}, "timings": {"blocked": 0, "dns": 0, "connect": 0, "ssl": 0, "send": 0, "wait": 12, "receive": 0},
           "time": 12, "_securityState": "secure", "serverIPAddress": "192.0.2.1", "connection": "443",
           "pageref": "page_1"},
          {"startedDateTime": "2026-01-31T13:00:01.000+01:00", "request": {"bodySize": 0, "method": "GET",
           "url": "https://shop.test/logo.svg", "httpVersion": "HTTP/2", "headers": [], "cookies": [], "queryString": [],
           "headersSize": 0}, "response": {"status": 200, "statusText": "", "httpVersion": "HTTP/2", "headers": [],
           "cookies": [], "content": {"mimeType": "image/svg+xml", "size": 0, "text": ""}, "redirectURL": "",
           "headersSize": 0, "bodySize": 0}, "cache": {"afterRequest": null},
           "timings": {"send": 0, "wait": 0, "receive": 0}, "time": 0, "pageref": "page_1"}]}}
        """#
}
