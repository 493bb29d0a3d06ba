import Foundation
import MockServerKit

/// The folder with the files that cases name: made once, and removed by the system with its temporary files.
enum CaseFolder {
    static let files = [
        "upload.bin": "hello", "profile.json": #"{"name":"Ada"}"#, "page.txt": "n={{count}}",
        "order.schema.json": #"{"type":"object","required":["id"]}"#,
        "common.yaml": "mockserver: 1\nvars: {greeting: hello}\nstubs: [{request: GET /common}]\n",
        "more.yaml": "mockserver: 1\ninclude: [common.yaml]\ndefaults: {response: {status: 202}}\n",
    ]

    private static let made: Result<String, any Error> = Result { try folder() }

    /// Another such folder, in which some files are others.
    static func folder(with others: [String: String] = [:]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mockserver-format-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files.merging(others, uniquingKeysWith: { $1 }) {
            try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        return folder.path
    }

    static func options() throws -> LoadOptions {
        LoadOptions(environment: ["HOME": "/root"], folder: try made.get())
    }

    /// A scenario of these lines behind its first line, which may name the folder's files.
    static func scenario(_ lines: String) throws -> Scenario {
        try Scenario(yaml: "mockserver: 1\n" + lines, path: "s.yaml", options: try options())
    }
}
