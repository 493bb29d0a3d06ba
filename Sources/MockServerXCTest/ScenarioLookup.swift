import Foundation

/// Where a test's scenarios are: in folders `Scenarios` from the test's own folder up to its package's.
struct ScenarioLookup {
    private static let endings = ["yaml", "yml", "json"]

    /// The folder of the test's package; the root of all files where there is none.
    let package: URL
    /// The folders that are looked into, the nearest first.
    private let folders: [URL]

    /// - Parameter file: the path of the test's source file.
    init(from file: String) {
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

    /// The path of the first file that is the scenario `name`, with or without its ending.
    func path(of name: String) throws -> String {
        let names =
            Self.endings.contains(URL(fileURLWithPath: name).pathExtension)
            ? [name] : Self.endings.map { "\(name).\($0)" }
        let paths = folders.flatMap { folder in names.map { folder.appendingPathComponent($0).path } }
        guard let found = paths.first(where: FileManager.default.fileExists) else {
            throw ScenarioNotFound(name: name, paths: paths)
        }
        return found
    }

    /// A path as people read it: from the package's folder, where it lies in that.
    func shownPath(of path: String) -> String {
        let folder = package.path.hasSuffix("/") ? package.path : package.path + "/"
        return folder != "/" && path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    }
}

/// No file is the scenario a test asks for.
public struct ScenarioNotFound: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name asked for.
    public let name: String
    /// Where it was looked for, in this order.
    public let paths: [String]

    public var description: String {
        "no scenario \"\(name)\"; looked for\n" + paths.map { "  \($0)" }.joined(separator: "\n")
    }
}
