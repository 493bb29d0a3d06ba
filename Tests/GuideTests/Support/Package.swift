import Foundation
import TestSupport

/// The package's own files.
enum Package {
    static let folder = Checkout.root

    static func text(of path: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
    }

    /// The paths of the files below a folder whose names end in this, in their order.
    static func files(below path: String, named ending: String) -> [String] {
        let start = folder.appendingPathComponent(path)
        return (FileManager.default.enumerator(atPath: start.path)?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(".\(ending)") }.sorted().map { "\(path)/\($0)" }
    }

    /// The path of a program that was built with the tests.
    static func program(_ name: String) -> String {
        let folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
        let candidates = [folder, folder.deletingLastPathComponent()].map { $0.appendingPathComponent(name).path }
        return candidates.first(where: FileManager.default.isExecutableFile) ?? candidates[0]
    }
}
