import Foundation
import Testing

@testable import APIClient

/// What a download makes of responses; bodies come elsewhere.
struct DownloadTests {
    private func response(_ status: Int, _ headers: HTTPHeaders) -> StreamedResponse {
        StreamedResponse(status: status, headers: headers, body: AsyncThrowingStream { $0.finish() })
    }

    private func begun(_ headers: HTTPHeaders, bytes: Int = 5) throws -> Download {
        var download = Download()
        #expect(try !download.begin(response(200, headers)))
        download.count(Data(count: bytes))
        return download
    }

    @Test("the first request asks for the whole")
    func first() throws {
        #expect(Download().headers == ["Accept-Encoding": "identity"])
        #expect(Download().progress == TransferProgress(bytes: 0, expected: nil))
        #expect(try begun(["ETag": "\"v1\""], bytes: 0).headers == ["Accept-Encoding": "identity"])
    }

    @Test("after a cut the rest is asked for, on the condition that it belongs to what is there")
    func rest() throws {
        var download = try begun(["ETag": "\"v1\"", "Content-Length": "10"])
        #expect(download.progress == TransferProgress(bytes: 5, expected: 10))
        #expect(
            download.headers == ["Accept-Encoding": "identity", "Range": "bytes=5-", "If-Range": "\"v1\""])
        #expect(try download.begin(response(206, ["Content-Range": "bytes 5-9/10", "Content-Length": "5"])))
        #expect(download.progress == TransferProgress(bytes: 5, expected: 10))
        download.count(Data(count: 2))
        #expect(download.headers["Range"] == "bytes=7-")
        #expect(download.headers["If-Range"] == "\"v1\"")
    }

    @Test("one byte is enough to ask for the rest, and no byte is not")
    func oneByte() throws {
        var download = try begun(["ETag": "\"v1\""], bytes: 1)
        #expect(try download.begin(response(206, ["Content-Range": "bytes 1-9/10"])))
        var empty = try begun(["ETag": "\"v1\""], bytes: 0)
        #expect(throws: RESTError.self) { try empty.begin(response(206, ["Content-Range": "bytes 0-9/10"])) }
    }

    @Test("a whole response after a cut begins again, with its own tag and length")
    func changed() throws {
        var download = try begun(["ETag": "\"v1\"", "Content-Length": "10"])
        #expect(try !download.begin(response(200, ["ETag": "\"v2\"", "Content-Length": "3"])))
        #expect(download.progress == TransferProgress(bytes: 0, expected: 3))
        #expect(download.headers["Range"] == nil)
        download.count(Data(count: 1))
        #expect(download.headers["If-Range"] == "\"v2\"")
    }

    @Test(
        "without a strong tag of the bytes in the file there is no rest to ask for",
        arguments: [
            [:], ["ETag": "W/\"v1\""], ["ETag": "v1"], ["ETag": "\"v1\"", "Content-Encoding": "gzip"],
        ] as [HTTPHeaders])
    func noValidator(_ headers: HTTPHeaders) throws {
        let download = try begun(headers)
        #expect(download.headers == ["Accept-Encoding": "identity"])
        #expect(!download.canResume(after: .timedOut))
    }

    @Test(
        "a length is that of the file only without a content coding",
        arguments: [
            (["Content-Length": "10"], 10), (["Content-Length": "10", "Content-Encoding": "gzip"], nil), ([:], nil),
            (["Content-Length": "ten"], nil),
        ] as [(HTTPHeaders, Int64?)])
    func length(_ headers: HTTPHeaders, _ expected: Int64?) throws {
        #expect(try begun(headers).progress.expected == expected)
    }

    @Test("only a failure of the network, or a reader that was too slow, is followed by a request for the rest")
    func resumption() throws {
        let download = try begun(["ETag": "\"v1\""])
        for error in [.timedOut, .readTooSlowly, .connection(.networkConnectionLost, "")] as [RESTError] {
            #expect(download.canResume(after: error))
        }
        for error in [.file("full"), .status(RESTResponse(status: 416)), .invalidData("", nil)] as [RESTError] {
            #expect(!download.canResume(after: error))
        }
    }

    @Test(
        "a range that was not asked for is invalid",
        arguments: [
            (0, "bytes 0-9/10"), (5, "bytes 0-9/10"), (5, "bytes 50-59/60"), (5, "bytes 4-9/10"), (5, nil),
        ] as [(Int, String?)])
    func wrongRange(_ bytes: Int, _ range: String?) throws {
        var download = try begun(["ETag": "\"v1\""], bytes: bytes)
        var headers: HTTPHeaders = [:]
        headers["Content-Range"] = range
        let text = "the server sent the range \"\(range ?? "")\", wanted bytes from \(bytes)"
        #expect(throws: RESTError.invalidData(text, RESTResponse(status: 206, headers: headers))) {
            try download.begin(response(206, headers))
        }
    }
}
