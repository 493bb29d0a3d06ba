import Foundation
import MockServerKit

extension Scenario {
    /// The scenario in the first file `Scenarios/name.yaml` beside the test's file or further up.
    init(named name: String, besides filePath: String) throws {
        var folder = URL(fileURLWithPath: filePath).deletingLastPathComponent()
        let file = "Scenarios/\(name).yaml"
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appendingPathComponent(file).path) {
            folder.deleteLastPathComponent()
        }
        try self.init(contentsOf: folder.appendingPathComponent(file).path, shownAs: file)
    }
}
