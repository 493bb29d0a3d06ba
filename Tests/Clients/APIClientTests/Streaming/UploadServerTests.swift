import ClientTestSupport
import Foundation
import TestSupport
import Testing

@testable import APIClient

@Suite("An upload", .alone, .enabled(if: Transport.hasSocket)) struct UploadServerTests {
    private let folder: TemporaryFolder
    private let photo: APIRequest<RESTResponse> = APIRequest(.put, "/photos/7", expecting: .raw)

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("sends the file, tells how far it is, and reads the response")
    func whole() async throws {
        let file = folder.file("photo")
        try Data((0..<300_000).map { UInt8($0 % 251) }).write(to: file)
        let progress = Protected<[TransferProgress]>([])
        let numbers = try await withServer("upload") { server in
            try await server.client().upload(
                file, as: "image/jpeg", by: photo.expecting(.result(of: [Int].self))
            ) { told in
                progress.withLock { $0.append(told) }
            }
        }
        #expect(numbers == [7])
        let told = progress.withLock { $0 }
        #expect(told.last == TransferProgress(bytes: 300_000, expected: 300_000))
        #expect(told.map(\.bytes) == told.map(\.bytes).sorted())
    }

    @Test("that is refused is the error, with the body; the request's own type wins, and its own body is not sent")
    func refused() async throws {
        let file = try folder.file("photo", containing: "a photo")
        let request = photo.changed {
            $0.headers["Content-Type"] = "text/plain"
            $0.body = .bytes(Data("other".utf8), contentType: "text/html")
        }
        let error = try await withServer("upload-refused") { server in
            await #expect(throws: RESTError.self) {
                try await server.client().upload(file, as: "image/jpeg", by: request)
            }
        }
        guard case .status(let response) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(response.status == 413)
        #expect(response.body == Data("too large".utf8))
    }

    @Test("is sent once more with a new token after a 401")
    func refreshed() async throws {
        let file = try folder.file("photo", containing: "a photo")
        let response = try await withServer("upload-refresh") { server in
            try await server.signedInClient().upload(file, by: photo)
        }
        #expect(response.status == 204)
    }

    @Test("of a file that isn't there sends nothing, and says which")
    func noFile() async throws {
        let file = folder.file("photo")
        try await withServer("nothing-comes") { server in
            await #expect(throws: RESTError.file("\(file.path) can't be read")) {
                try await server.client().upload(file, by: photo)
            }
            #expect(server.journal.isEmpty)
        }
    }
}
