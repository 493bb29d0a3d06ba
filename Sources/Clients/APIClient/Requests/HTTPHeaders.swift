/// Headers by name, in which the case of a name does not count (RFC 9110, section 5.1). Each name has one value; several
/// values of a list are one, joined by commas (section 5.3).
///
///     let headers: HTTPHeaders = ["Accept": "application/json", "If-None-Match": tag]
public struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
    /// Names as they were written and values, by lower-case name.
    private var byName: [String: (name: String, value: String)] = [:]

    /// Headers from names and values; of a name that occurs twice, the values are joined.
    public init(_ fields: some Sequence<(String, String)>) {
        for (name, value) in fields { self[name] = self[name].map { "\($0), \(value)" } ?? value }
    }

    /// Headers from a literal.
    public init(dictionaryLiteral fields: (String, String)...) {
        self.init(fields)
    }

    /// The value of a name; `nil` removes it.
    public subscript(name: String) -> String? {
        get { byName[name.lowercased()]?.value }
        set { byName[name.lowercased()] = newValue.map { (name, $0) } }
    }

    /// The names as they were written and the values, sorted by name.
    public var fields: [(name: String, value: String)] {
        byName.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The elements of a value that is a list (RFC 9110, section 5.6.1), in lower case.
    func list(_ name: String) -> [String] {
        (self[name] ?? "").split { $0 == "," || $0 == " " || $0 == "\t" }.map { $0.lowercased() }
    }

    /// These headers, with the others in place of their own of the same names.
    func replaced(by others: HTTPHeaders) -> HTTPHeaders {
        var copy = self
        copy.byName.merge(others.byName) { $1 }
        return copy
    }

    private var values: [String: String] { byName.mapValues(\.value) }
}

extension HTTPHeaders: Hashable {
    /// Whether names, in any case, and values are the same.
    public static func == (left: HTTPHeaders, right: HTTPHeaders) -> Bool { left.values == right.values }

    /// Hashes lower-case names and values.
    public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
