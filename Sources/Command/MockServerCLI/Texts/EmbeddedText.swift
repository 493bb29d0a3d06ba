import CTexts

/// Texts that the program has in it, because it is one file without others beside it.
enum EmbeddedText {
    /// The text of `Scenarios/FORMAT.md`.
    static let formatPage = string(ctexts_format_page())
    /// The text of `Scenarios/scenario.schema.json`.
    static let scenarioSchema = string(ctexts_scenario_schema())

    private static func string(_ text: ctexts_text) -> String {
        String(decoding: UnsafeBufferPointer(start: text.bytes, count: text.count), as: UTF8.self)
    }
}
