/// Headers by name, in which the case of a name does not count (RFC 9110, section 5.1). Each name has one value; several
/// values of a list are one, joined by commas (section 5.3).
///
///     let headers: HTTPHeaders = ["Accept": "application/json", "If-None-Match": tag]
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private struct Name: Sendable, Hashable {
        let text: String
        static func == (left: Name, right: Name) -> Bool { left.text.lowercased() == right.text.lowercased() }
        func hash(into hasher: inout Hasher) { hasher.combine(text.lowercased()) }
    }

    private var values: [Name: String] = [:]

    /// Headers from names and values; of a name that occurs twice, the values are joined.
    public init(_ fields: some Sequence<(String, String)>) {
        for (name, value) in fields { self[name] = self[name].map { "\($0), \(value)" } ?? value }
    }

    /// Headers from a literal.
    public init(dictionaryLiteral fields: (String, String)...) { self.init(fields) }

    /// The value of a name; `nil` removes it.
    public subscript(name: String) -> String? {
        get { values[Name(text: name)] }
        set { values[Name(text: name)] = newValue }
    }

    /// The names as they were first written and the values, sorted by name.
    public var fields: [(name: String, value: String)] {
        values.sorted { $0.key.text.lowercased() < $1.key.text.lowercased() }.map { ($0.key.text, $0.value) }
    }
}
