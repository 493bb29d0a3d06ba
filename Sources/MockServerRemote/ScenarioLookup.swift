import Foundation

/// Finds a test's files: scenarios in folders `Scenarios` from the test's own folder up to its package's, and the files
/// that failures name.
package struct ScenarioLookup: Sendable {
    private static let endings = ["yaml", "yml", "json"]

    /// The folder of the test's package; the file system's root if there is none.
    private let package: URL
    /// The folders that are searched, the nearest first.
    private let folders: [URL]

    /// - Parameter file: the path of the test's source file.
    package init(from file: String) {
        var folders: [URL] = []
        var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        while true {
            folders.append(folder.appendingPathComponent("Scenarios"))
            let manifest = folder.appendingPathComponent("Package.swift").path
            let parent = folder.deletingLastPathComponent()
            if FileManager.default.fileExists(atPath: manifest) || parent.path == folder.path { break }
            folder = parent
        }
        self.folders = folders
        package = folder
    }

    /// The path of the first file for the scenario `name`, with or without its extension.
    func path(of name: String) throws(RemoteMockServerError) -> String {
        let hasEnding = Self.endings.contains(URL(fileURLWithPath: name).pathExtension)
        let names = hasEnding ? [name] : Self.endings.map { "\(name).\($0)" }
        let paths = folders.flatMap { folder in names.map { folder.appendingPathComponent($0).path } }
        guard let found = paths.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            throw .unreadableScenario(
                "no scenario \"\(name)\" on this machine; looked for\n"
                    + paths.map { "  \($0)" }.joined(separator: "\n"))
        }
        return found
    }

    /// A path for people: relative to the package's folder if it is inside.
    func shownPath(of path: String) -> String {
        let folder = package.path.hasSuffix("/") ? package.path : package.path + "/"
        return folder != "/" && path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    }

    /// The file of this machine that a failure names: by an absolute path, or by one relative to the package's folder
    /// or to the working directory. nil if there is no such file here.
    package func localPath(of shown: String) -> String? {
        let working = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        let candidates: [String] = [package, working].map { URL(fileURLWithPath: shown, relativeTo: $0).path }
        return candidates.first { FileManager.default.fileExists(atPath: $0) }
    }
}
