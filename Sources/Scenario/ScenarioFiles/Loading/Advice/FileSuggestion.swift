import Libc
import TextCoding

/// The file that was probably meant by a path that leads to none.
enum FileSuggestion {
    /// The most files of a folder that are compared.
    private static let limit = 2_000

    /// The path of the file in the same folder whose name is nearest; nil if there is none, or if the folder is not below
    /// `root`. A file with another extension is meant if all else is equal.
    ///
    /// - Parameter others: files that can't be meant.
    static func nearest(to relative: String, below root: String, _ others: [String]) -> String? {
        let components = relative.split(separator: "/").map(String.init)
        guard let name = components.last else { return nil }
        let folder = components.dropLast().map { $0 + "/" }.joined()
        guard let resolved = inside(folder, below: root) else { return nil }
        let names = files(in: resolved).filter { !others.contains(folder + $0) }.sorted()
        let (stem, suffix) = parts(name)
        let alike = names.filter { parts($0).suffix.lowercased() == suffix.lowercased() }
        if let near = TextCoding.nearest(to: stem, among: alike.map { parts($0).stem }) {
            return alike.first { parts($0).stem == near }.map { folder + $0 }
        }
        return names.first { parts($0).stem == stem }.map { folder + $0 }
    }

    /// The most names that are shown.
    private static let shown = 5

    /// The files of the folder in which a path leads to none, as the end of a sentence, without those that can't be meant.
    static func all(beside relative: String, below root: String, _ others: [String]) -> String {
        let folder = relative.split(separator: "/").dropLast().map { $0 + "/" }.joined()
        guard let resolved = inside(folder, below: root) else { return "; write the path of a file in that folder" }
        let names = files(in: resolved).sorted().map { folder + $0 }.filter { !others.contains($0) }
        guard let first = names.first else { return "; create the file" }
        guard names.count > 1 else { return "; there is only \(first): name that one or create the file" }
        return
            "; there are \(names.prefix(shown).joined(separator: ", "))\(names.count > shown ? ", …" : ""): name one of them or create the file"
    }

    /// A file of a folder that was named in its place, as the end of a sentence.
    static func example(in relative: String, below root: String) -> String {
        let folder = relative.split(separator: "/").filter { $0 != "." }.map { $0 + "/" }.joined()
        guard let resolved = inside(folder, below: root), let name = files(in: resolved).min() else { return "" }
        return ", like \(folder)\(name)"
    }

    /// The path of a folder, if it is `root` or below it.
    private static func inside(_ folder: String, below root: String) -> String? {
        guard let resolved = ScenarioFileAccess.resolve("\(root)/\(folder)"),
            resolved == root || resolved.hasPrefix(root.hasSuffix("/") ? root : root + "/")
        else { return nil }
        return resolved
    }

    /// `profile` and `.json`
    private static func parts(_ name: String) -> (stem: String, suffix: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }

    /// The names of the regular files of a folder that are not hidden.
    private static func files(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < limit, let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            var status = stat()
            guard !name.hasPrefix("."), stat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG
            else { continue }
            names.append(name)
        }
        return names
    }
}
