package import HTTPMessage
import TextCoding

/// The header fields of a part of a multipart body (RFC 7578, section 4).
///
/// Programs read some names differently. Conditions compare the most common reading; redaction, which depends on the
/// name, uses only heads that are read alike everywhere.
package struct PartHead: Sendable {
    package let fields: Fields
    /// The `name` of its Content-Disposition; nil without one.
    package private(set) var name: [UInt8]?
    /// The `filename*` or else the `filename`; nil without either.
    package private(set) var filename: [UInt8]?
    /// The `name` as it is written between its quotes.
    package private(set) var statedName: [UInt8]?
    /// Whether every program reads the same fields and the same name, if there is one.
    package private(set) var isUnambiguous = true

    /// A head without fields.
    package init() { fields = Fields() }

    /// Reads the fields; nil if a line is not a field.
    ///
    /// - Parameter lines: the fields, each after the end of the line before it.
    package init?(_ lines: ArraySlice<UInt8>) {
        guard let read = Self.fields(lines) else { return nil }
        fields = read.fields
        isUnambiguous = !read.isFolded
        for name in ["Content-Disposition", "Content-Type"] where fields.values(named: name).count > 1 {
            isUnambiguous = false
        }
        guard let value = fields.first(named: "Content-Disposition") else { return }
        let disposition = ContentDisposition(value)
        name = disposition.name
        filename = disposition.filename
        statedName = disposition.statedName
        isUnambiguous = isUnambiguous && disposition.isUnambiguous
    }

    /// Whether its Content-Type says that the part is JSON.
    package var isJSON: Bool {
        guard let type = mediaType else { return false }
        return type.equalsIgnoringASCIICase("application/json") || type.suffix(5).equalsIgnoringASCIICase("+json")
    }

    /// Whether its Content-Type says that it has parts itself.
    package var isMultipart: Bool { mediaType?.prefix(10).equalsIgnoringASCIICase("multipart/") ?? false }

    /// Whether its Content-Type says that it has the pairs of a form.
    package var isForm: Bool { mediaType?.equalsIgnoringASCIICase("application/x-www-form-urlencoded") ?? false }

    private var mediaType: ArraySlice<UInt8>? {
        fields.first(named: "Content-Type")?.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
    }

    private static func fields(_ lines: ArraySlice<UInt8>) -> (fields: Fields, isFolded: Bool)? {
        var pairs: [(name: ArraySlice<UInt8>, value: [UInt8])] = []
        var isFolded = false
        var rest = lines
        while !rest.isEmpty {
            guard rest.starts(with: "\r\n".utf8) else { return nil }
            rest = rest.dropFirst(2)
            let line = rest.prefix { $0 != 0x0D && $0 != 0x0A }
            rest = rest[line.endIndex...]
            if line.first == 0x20 || line.first == 0x09 {
                // RFC 5322, section 2.2.3: such a line continues the one before it.
                guard !pairs.isEmpty else { return nil }
                isFolded = true
                pairs[pairs.count - 1].value += [0x20] + line.trimmingOptionalWhitespace
                continue
            }
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            guard name.isToken, name.endIndex < line.endIndex else { return nil }
            pairs.append((name, Array(line[name.endIndex...].dropFirst().trimmingOptionalWhitespace)))
        }
        var fields = Fields()
        for pair in pairs { fields.append(name: pair.name, value: pair.value) }
        return (fields, isFolded)
    }
}
