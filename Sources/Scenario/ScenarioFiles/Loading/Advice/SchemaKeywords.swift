import Scenarios
import TextCoding

/// Warns of misspelled keywords in a JSON Schema, which would otherwise mean nothing: an unknown keyword is allowed.
struct SchemaKeywords {
    let state: LoadingContext

    /// The keywords of draft 2020-12.
    private static let known: [String] =
        maps + lists + schemas + [
            "$schema", "$id", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "$comment", "type",
            "enum",
            "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
            "minLength",
            "pattern", "maxItems", "minItems", "uniqueItems", "maxContains", "minContains", "maxProperties",
            "minProperties", "required", "dependentRequired", "title", "description", "default", "deprecated",
            "readOnly",
            "writeOnly", "examples", "format", "contentEncoding", "contentMediaType",
        ]
    /// Those of older drafts and of OpenAPI, which mean nothing here but are not misspelled.
    private static let foreign = [
        "additionalItems", "dependencies", "discriminator", "example", "externalDocs", "nullable", "xml",
    ]
    /// Those whose value is a map of schemas, a list of them, or one.
    private static let maps = ["$defs", "definitions", "properties", "patternProperties", "dependentSchemas"]
    private static let lists = ["allOf", "anyOf", "oneOf", "prefixItems"]
    private static let schemas = [
        "not", "if", "then", "else", "items", "contains", "additionalProperties", "propertyNames", "unevaluatedItems",
        "unevaluatedProperties", "contentSchema",
    ]

    func check(_ schema: Node) {
        for entry in schema.entries ?? [] {
            switch entry.name {
            case let name where Self.maps.contains(name): for each in entry.value.entries ?? [] { check(each.value) }
            case let name where Self.lists.contains(name): for each in entry.value.items ?? [] { check(each) }
            case let name where Self.schemas.contains(name): check(entry.value)
            case let name where Self.known.contains(name) || Self.foreign.contains(name): break
            default:
                guard !entry.name.hasPrefix("x-"), entry.name.utf8.count > 3,
                    let meant = nearest(to: entry.name, among: Self.known)
                else { continue }
                state.warning(
                    .jsonSchemaKeyword,
                    "\"\(entry.name)\" is not a keyword of JSON Schema and so means nothing; did you mean \"\(meant)\"?",
                    at: entry.position)
            }
        }
    }
}
