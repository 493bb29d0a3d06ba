import Foundation
import Testing

/// A client in the folder `clients`: `<scenario>_right….py` plays a scenario correctly, `<scenario>_broken….py` has the
/// bug that the scenario finds. Those in `sh` run `curl`. The scenario is a shipped one or one in the same folder.
struct Client: Hashable, Sendable, CustomTestStringConvertible {
    /// The file's name without its ending.
    let name: String
    private let file: String

    /// The scenario that it plays.
    var scenario: String { String(name.prefix { $0 != "_" }) }
    var isRight: Bool { name.hasPrefix("\(scenario)_right") }
    var isBroken: Bool { name.hasPrefix("\(scenario)_broken") }
    var testDescription: String { name }

    init(file: String) {
        self.file = file
        name = String(file.prefix { $0 != "." })
    }

    /// The command that runs it, with the server's address as an argument.
    func command(_ url: String) -> [String] {
        // Debian's own Python, which is the one that has Debian's httpx.
        [file.hasSuffix(".sh") ? "sh" : "/usr/bin/python3", "Tests/EndToEnd/clients/\(file)", url]
    }

    /// The path of the scenario.
    var scenarioPath: String {
        Self.scenarios.contains(scenario)
            ? Program.scenario(scenario) : "Tests/EndToEnd/clients/\(scenario).yaml"
    }

    /// Every program in the folder, without their shared module.
    static let all: [Client] = names("Tests/EndToEnd/clients")
        .filter { ($0.hasSuffix(".py") || $0.hasSuffix(".sh")) && $0 != "support.py" }.map(Client.init)

    /// Every scenario of the package.
    static let scenarios: [String] = names("Scenarios").filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }

    /// Every scenario that only clients in the folder play.
    static let ownScenarios: [String] = names("Tests/EndToEnd/clients").filter { $0.hasSuffix(".yaml") }
        .map { String($0.dropLast(5)) }

    /// The text of a file in the folder.
    static func text(_ file: String) throws -> String {
        let url = Program.package.appendingPathComponent("Tests/EndToEnd/clients/\(file)")
        return try String(contentsOf: url, encoding: .utf8)
    }

    /// The names of the files in a folder of the package.
    static func names(_ folder: String) -> [String] {
        let path = Program.package.appendingPathComponent(folder).path
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}
