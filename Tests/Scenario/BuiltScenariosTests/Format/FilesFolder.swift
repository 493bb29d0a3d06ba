import Foundation

/// A folder with the files that examples of the format name: made once, removed by the system with its temporary files.
enum FilesFolder {
    private static let files = [
        "upload.bin": "hello", "profile.json": #"{"name":"Ada"}"#,
        "order.schema.json": #"{"type":"object","required":["id"]}"#,
        "common.yaml": "mockserver: 1\nstubs: [{request: GET /common}]\n",
    ]

    static let path: Result<String, any Error> = Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mockserver-built-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files {
            try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        return folder.path
    }
}
