import ExactJSON

extension KeywordReader {
    /// Reads a keyword of the core vocabulary (Core, section 8); false if it is another.
    func readCore(_ keyword: String, _ value: JSON, _ loader: inout SchemaLoader) -> Bool {
        switch keyword {
        case "$id", "$comment":
            requireString(keyword, value, &loader)
        case "$schema":
            // A resource reads it before its keywords; elsewhere it has no effect.
            break
        case "$anchor", "$dynamicAnchor":
            readAnchor(keyword, value, &loader)
        case "$ref", "$dynamicRef":
            guard case .string(let text) = value else {
                reportWrong(keyword, "a URI reference", value, &loader)
                break
            }
            loader.references.append(UnresolvedReference(node: schema.node, keyword: keyword, text: text))
        case "$vocabulary":
            guard case .object(let object) = value, object.values.allSatisfy({ $0.kind == .boolean }) else {
                reportWrong(keyword, "an object of booleans", value, &loader)
                break
            }
        case "$defs", "definitions":
            // The metaschema keeps the older name of `$defs` as a keyword with schemas.
            _ = namedChildren(keyword, value, &loader)
        default:
            return false
        }
        return true
    }

    private func readAnchor(_ keyword: String, _ value: JSON, _ loader: inout SchemaLoader) {
        guard case .string(let name) = value, Self.isAnchor(name) else {
            return reportWrong(keyword, "a letter or _ and then letters, digits, -, . and _", value, &loader)
        }
        loader.addAnchor(name, schema.node, isDynamic: keyword == "$dynamicAnchor", location.appending(keyword))
    }

    /// Whether the text matches `^[A-Za-z_][-A-Za-z0-9._]*$` (Core, section 8.2.2).
    private static func isAnchor(_ text: String) -> Bool {
        guard let first = text.utf8.first, first == UInt8(ascii: "_") || isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 || "-._".utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

    /// Checks the values of keywords that are only annotations (Validation, sections 7 to 9).
    func readAnnotation(_ keyword: String, _ value: JSON, _ loader: inout SchemaLoader) {
        switch keyword {
        case "title", "description", "format", "contentEncoding", "contentMediaType":
            requireString(keyword, value, &loader)
        case "deprecated", "readOnly", "writeOnly":
            if value.kind != .boolean { reportWrong(keyword, "true or false", value, &loader) }
        case "examples":
            if value.kind != .array { reportWrong(keyword, "an array", value, &loader) }
        case "contentSchema":
            _ = child(value, keyword, loader: &loader)
        default:
            break
        }
    }

    private func requireString(_ keyword: String, _ value: JSON, _ loader: inout SchemaLoader) {
        if value.kind != .string { reportWrong(keyword, "a string", value, &loader) }
    }
}
