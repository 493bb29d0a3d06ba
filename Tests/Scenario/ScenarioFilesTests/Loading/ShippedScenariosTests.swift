import Foundation
import ScenarioFiles
import Scenarios
import Testing

@Suite("The scenarios of this package")
struct ShippedScenariosTests {
    // …/Tests/Scenario/ScenarioFilesTests/Loading/ShippedScenariosTests.swift
    private static let folder = "/\(#filePath.split(separator: "/").dropLast(5).joined(separator: "/"))/Scenarios"

    private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { $0.hasSuffix(".yaml") }.sorted()

    @Test("load without an error or a warning", arguments: names)
    func load(name: String) throws {
        let loaded = try Scenario.load(path: "\(Self.folder)/\(name)")
        #expect(loaded.diagnostics.map(\.description) == [])
        #expect(loaded.scenario?.steps.isEmpty == false)
    }

    @Test("are all found")
    func found() {
        #expect(Self.names.count >= 17)
    }
}
