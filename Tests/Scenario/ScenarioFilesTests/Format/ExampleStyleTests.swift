import FormatPage
import Testing

@testable import ScenarioFiles

@Suite("The scenarios that pages show")
struct ExampleStyleTests {
    /// The pages, with the least number of scenarios that each has.
    static let pages = [
        ("Scenarios/FORMAT.md", 10), ("README.md", 2), ("Sources/Guides/Guides.docc/WriteAScenario.md", 4),
        ("Sources/Guides/Guides.docc/WireAndFaults.md", 4), ("Sources/Guides/Guides.docc/TLS.md", 1),
    ]

    @Test("are laid out as mockserver format does", arguments: pages)
    func style(page: String, least: Int) throws {
        let examples = try FormatPage(file: page).examples
        #expect(examples.count >= least)
        for example in examples {
            let bytes = try CanonicalStyle.bytes(of: Array(example.text.utf8), path: "s.yaml")
            #expect(String(decoding: bytes, as: UTF8.self) == example.text, "\(page), \(example)")
        }
    }
}
