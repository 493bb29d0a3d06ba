package import Foundation

/// Finds a test's scenarios: in folders `Scenarios` from the test's own folder up to its package's.
package struct ScenarioLookup: Sendable {
    private static let endings = ["yaml", "yml", "json"]

    /// The folder of the test's package; the file system's root if there is none.
    package let package: URL
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
    package func path(of name: String) throws -> String {
        let names =
            Self.endings.contains(URL(fileURLWithPath: name).pathExtension)
            ? [name] : Self.endings.map { "\(name).\($0)" }
        let paths = folders.flatMap { folder in names.map { folder.appendingPathComponent($0).path } }
        guard let found = paths.first(where: FileManager.default.fileExists) else {
            throw ScenarioNotFound(name: name, paths: paths)
        }
        return found
    }

    /// A path for people: relative to the package's folder if it is inside.
    package func shownPath(of path: String) -> String {
        let folder = package.path.hasSuffix("/") ? package.path : package.path + "/"
        return folder != "/" && path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    }
}
