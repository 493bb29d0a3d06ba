import ExactJSON

/// The metaschema of draft 2020-12 and those of its vocabularies, as json-schema.org publishes them.
enum Metaschemas {
    private static let prefix = "https://json-schema.org/draft/2020-12/"

    /// The document with this URI.
    static func document(_ uri: String) -> JSON? {
        guard uri.hasPrefix(prefix), let bytes = bytes(String(uri.dropFirst(prefix.count))) else { return nil }
        return try? JSON(parsing: bytes)
    }

    private static func bytes(_ name: String) -> [UInt8]? {
        switch name {
        case "schema": PackageResources.schema_json
        case "meta/core": PackageResources.core_json
        case "meta/applicator": PackageResources.applicator_json
        case "meta/unevaluated": PackageResources.unevaluated_json
        case "meta/validation": PackageResources.validation_json
        case "meta/meta-data": PackageResources.meta_data_json
        case "meta/format-annotation": PackageResources.format_annotation_json
        case "meta/format-assertion": PackageResources.format_assertion_json
        case "meta/content": PackageResources.content_json
        default: nil
        }
    }
}
