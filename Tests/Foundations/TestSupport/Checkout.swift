package import Foundation

/// The folders of this repository, whatever floor a target is on.
package enum Checkout {
    /// The folder of `Package.swift`.
    package static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }

    /// The path of a target in `Sources` or `Tests`, from the root; nil if there is none.
    package static func path(of target: String, in folder: String = "Sources") -> String? {
        let floors = try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
        return (floors ?? []).map { "\(folder)/\($0)/\(target)" }.first { path in
            FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
        }
    }

    /// The folder of a target in `Sources`; the root's own folder of that name, which does not exist, if there is none.
    package static func sources(of target: String) -> URL {
        root.appendingPathComponent(path(of: target) ?? target)
    }
}
