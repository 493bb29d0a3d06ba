import FormatPage
import Testing

@testable import ScenarioFiles

@Suite("The scenarios that pages show")
struct ExampleStyleTests {
    @Test("are laid out as mockserver format does", arguments: ["Scenarios/FORMAT.md", "README.md"])
    func style(page: String) throws {
        let examples = try FormatPage(file: page).examples
        #expect(examples.count > 5)
        for example in examples {
            let bytes = try CanonicalStyle.bytes(of: Array(example.text.utf8), path: "s.yaml")
            #expect(String(decoding: bytes, as: UTF8.self) == example.text, "\(page), \(example)")
        }
    }
}
