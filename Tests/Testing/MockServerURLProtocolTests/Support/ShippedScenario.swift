import Foundation
import TestSupport
import MockServerURLProtocol

/// The scenarios in the package's folder `Scenarios`.
enum ShippedScenario {
    /// The package's folder.
    static let package = Checkout.root

    /// Their names, in order.
    static let names: [String] = {
        let folder = package.appendingPathComponent("Scenarios").path
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    }()

    static func load(_ name: String) throws -> Scenario {
        try Scenario(contentsOf: package.appendingPathComponent("Scenarios/\(name).yaml").path, shownAs: "\(name).yaml")
    }
}
