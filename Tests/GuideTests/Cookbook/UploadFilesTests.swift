import APIClient
import Foundation
import MockServerTesting
import TestSupport  // not in the guide
import Testing

/// A body of the type multipart/form-data (RFC 7578).
struct MultipartForm {
    private let boundary = UUID().uuidString
    private var bytes = Data()

    mutating func add(_ name: String, filename: String? = nil, contentType: String, _ content: Data) {
        var disposition = "form-data; name=\"\(name)\""
        if let filename { disposition += "; filename=\"\(filename)\"" }
        bytes += Data("--\(boundary)\r\nContent-Disposition: \(disposition)\r\n".utf8)
        bytes += Data("Content-Type: \(contentType)\r\n\r\n".utf8) + content + Data("\r\n".utf8)
    }

    var body: RequestBody {
        .bytes(bytes + Data("--\(boundary)--\r\n".utf8), contentType: "multipart/form-data; boundary=\(boundary)")
    }
}

@Suite("The guide: Uploads", .alone) struct UploadFilesGuide {  // not in the guide
    @Test(.mockServer("photo-form"))
    func aPhotoIsUploadedWithItsDescription() async throws {
        let client = try RESTClient(baseURL: MockServer.current.url)
        var form = MultipartForm()
        form.add("meta", contentType: "application/json", Data(#"{"album": 7, "title": "Sunset"}"#.utf8))
        form.add("photo", filename: "sunset.jpg", contentType: "image/jpeg", Data([0xFF, 0xD8, 0xFF]))
        let created = try await client.post("/photos", sending: form.body, expecting: .json([String: String].self))
        #expect(created == ["id": "p-1"])
    }

    @Test(.mockServer("photo-file"))
    func aPhotoIsSentFromItsFile() async throws {
        let photo = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jpg")
        try Data(repeating: 7, count: 300_000).write(to: photo)
        defer { try? FileManager.default.removeItem(at: photo) }

        let client = try RESTClient(baseURL: MockServer.current.url)
        let (progress, told) = AsyncStream<TransferProgress>.makeStream()
        let request = APIRequest(.put, "/photos/7", expecting: .noContent)
        try await client.upload(photo, as: "image/jpeg", by: request) { told.yield($0) }
        told.finish()

        var last: TransferProgress?
        for await step in progress { last = step }
        #expect(last == TransferProgress(bytes: 300_000, expected: 300_000))
    }

    @Test(.mockServer("photo-refused"))
    func aPhotoThatIsTooLargeIsRefused() async throws {
        let photo = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jpg")
        try Data(repeating: 7, count: 300_000).write(to: photo)
        defer { try? FileManager.default.removeItem(at: photo) }

        let client = try RESTClient(baseURL: MockServer.current.url)
        let request = APIRequest(.put, "/photos/7", expecting: .noContent)
        let error = await #expect(throws: RESTError.self) { try await client.upload(photo, by: request) }
        #expect(error?.description == "The server responded with status 413.")
    }
}  // not in the guide
