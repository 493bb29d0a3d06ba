import Testing

@testable import ScenarioFiles

/// A map of the schema whose keys a section of the page describes.
struct DescribedMap: Sendable, CustomTestStringConvertible {
    /// The section of the page.
    let title: String
    /// The path of the keys in the schema.
    let path: String
    /// What stands before the section's keys there.
    var prefix = ""
    var testDescription: String { path }

    static let all =
        MapVector.all.flatMap { map in map.paths.map { DescribedMap(title: map.table.name.rawValue, path: $0) } }
        + WordsVector.all.compactMap { words in
            words.path.flatMap { $0.hasSuffix("/properties") ? DescribedMap(title: words.title, path: $0) : nil }
        } + others

    private static let others = [
        DescribedMap(title: "Length", path: "$defs/bodyKeys/properties/body/properties/length/anyOf/3/properties"),
        DescribedMap(title: "Length", path: "$defs/dataComparisons/properties", prefix: "$"),
        DescribedMap(title: "Times", path: "$defs/stub/properties/times/anyOf/1/properties"),
    ]
}
