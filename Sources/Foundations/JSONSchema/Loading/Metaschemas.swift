import CTexts
import ExactJSON

/// The metaschema of draft 2020-12 and those of its vocabularies, as json-schema.org publishes them.
enum Metaschemas {
    private static let prefix = "https://json-schema.org/draft/2020-12/"

    /// The document with this URI.
    static func document(_ uri: String) -> JSON? {
        guard uri.hasPrefix(prefix), let text = text(String(uri.dropFirst(prefix.count))) else { return nil }
        return try? JSON(parsing: [UInt8](UnsafeBufferPointer(start: text.bytes, count: text.count)))
    }

    private static func text(_ name: String) -> ctexts_text? {
        switch name {
        case "schema": ctexts_metaschema()
        case "meta/core": ctexts_metaschema_core()
        case "meta/applicator": ctexts_metaschema_applicator()
        case "meta/unevaluated": ctexts_metaschema_unevaluated()
        case "meta/validation": ctexts_metaschema_validation()
        case "meta/meta-data": ctexts_metaschema_meta_data()
        case "meta/format-annotation": ctexts_metaschema_format_annotation()
        case "meta/format-assertion": ctexts_metaschema_format_assertion()
        case "meta/content": ctexts_metaschema_content()
        default: nil
        }
    }
}
