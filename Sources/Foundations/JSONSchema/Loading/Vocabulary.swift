import ExactJSON

/// The vocabularies of a dialect that this target knows. The core vocabulary belongs to each.
struct Vocabularies: OptionSet, Sendable {
    let rawValue: UInt8

    static let applicator = Vocabularies(rawValue: 1)
    static let unevaluated = Vocabularies(rawValue: 2)
    static let validation = Vocabularies(rawValue: 4)
    /// Meta-data, content and `format`, which are only annotations.
    static let annotations = Vocabularies(rawValue: 8)
    /// Those of the metaschema of draft 2020-12.
    static let standard: Vocabularies = [.applicator, .unevaluated, .validation, .annotations]

    private static let prefix = "https://json-schema.org/draft/2020-12/vocab/"

    /// The vocabulary with this URI, empty for the core vocabulary; nil if it is unknown. `format-assertion` is, because
    /// formats are not checked.
    private static func named(_ uri: String) -> Vocabularies? {
        switch uri {
        case prefix + "core": []
        case prefix + "applicator": .applicator
        case prefix + "unevaluated": .unevaluated
        case prefix + "validation": .validation
        case prefix + "meta-data", prefix + "content", prefix + "format-annotation": .annotations
        default: nil
        }
    }

    /// The vocabularies of a metaschema's `$vocabulary` (Core, section 8.1.2), and the unknown ones that it requires.
    static func read(_ vocabularies: JSONObject) -> (known: Vocabularies, missing: [String]) {
        var known: Vocabularies = []
        var missing: [String] = []
        for (uri, isRequired) in vocabularies {
            if let vocabulary = named(uri) {
                known.formUnion(vocabulary)
            } else if isRequired == .bool(true) {
                missing.append(uri)
            }
        }
        return (known, missing)
    }
}
