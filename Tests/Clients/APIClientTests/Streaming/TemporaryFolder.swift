import Foundation

/// A folder of one test, which is removed with it.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("APIClientTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The names of all files, hidden ones too.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Creates a file with a text.
    func file(_ name: String, containing text: String) throws -> URL {
        try Data(text.utf8).write(to: file(name))
        return file(name)
    }

    func text(of name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }
}
