import TextCoding
#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Finds a test's files: scenarios in folders `Scenarios` from the test's own folder up to its package's, and the files
/// that failures name.
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
    package func path(of name: String) throws(MissingScenario) -> String {
        let names = Self.hasEnding(name) ? [name] : Self.endings.map { "\(name).\($0)" }
        let paths = folders.flatMap { folder in names.map { folder.appendingPathComponent($0).path } }
        guard let found = paths.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            throw MissingScenario(name: name, paths: paths, suggestion: suggestion(for: name))
        }
        return found
    }

    /// The name of the scenario in the same folders that was probably meant, with an extension if `name` has one.
    private func suggestion(for name: String) -> String? {
        let isWhole = Self.hasEnding(name)
        let file = name.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? name
        let known = folders.flatMap { folder in
            let folder = folder.appendingPathComponent(name).deletingLastPathComponent().path
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return files.filter(Self.hasEnding).sorted()
        }
        let meant = nearest(
            to: file,
            among: isWhole ? known : known.map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent })
        return meant.map { name.dropLast(file.count) + $0 }
    }

    private static func hasEnding(_ name: String) -> Bool { endings.contains(URL(fileURLWithPath: name).pathExtension) }

    /// A path for people: relative to the package's folder if it is inside.
    package func shownPath(of path: String) -> String {
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

/// There is no file for a scenario that a test asks for.
package struct MissingScenario: Error, Hashable {
    /// The requested name.
    package let name: String
    /// The paths that were tried, in this order.
    package let paths: [String]
    /// The name of the scenario that was probably meant; nil if none is like it.
    package let suggestion: String?

    /// The sentence for the user, then a line for each path.
    ///
    /// - Parameter place: where there is no such scenario, such as ` on this machine`.
    package func text(place: String = "") -> String {
        let hint = suggestion.map { "did you mean \"\($0)\"? Looked for" } ?? "looked for"
        return "no scenario \"\(name)\"\(place); \(hint)\n" + paths.map { "  \($0)" }.joined(separator: "\n")
    }
}
