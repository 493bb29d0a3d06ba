import HTTPMessage
import TextCoding

/// The values of a name in a request, in order; a single value needs no array.
struct ValueList {
    private(set) var first: ArraySlice<UInt8>?
    private(set) var others: [ArraySlice<UInt8>] = []

    init() {}

    init(_ value: ArraySlice<UInt8>?) { first = value }

    var isEmpty: Bool { first == nil }
    var count: Int { first == nil ? 0 : 1 + others.count }

    /// - Parameter count: the greatest possible number of values.
    mutating func append(_ value: ArraySlice<UInt8>, outOf count: Int = 0) {
        guard first != nil else { return first = value }
        if others.isEmpty { others.reserveCapacity(max(1, count - 1)) }
        others.append(value)
    }

    /// All values in one array, for reports and lists.
    var all: [ArraySlice<UInt8>] { (first.map { [$0] } ?? []) + others }
}

extension RequestView {
    /// The values of `name`: a header's lines, a parameter's repeats.
    func values(_ part: NamedPart, named name: String) -> ValueList {
        switch part {
        case .header: headerValues(named: name)
        case .query: Self.values(in: query, named: name)
        case .cookie: Self.values(in: cookies, named: name)
        case .form: Self.values(in: form, named: name)
        }
    }

    /// The pairs of a part; empty for headers.
    func pairs(_ part: NamedPart) -> [Form.Pair] {
        switch part {
        case .query: query
        case .cookie: cookies
        case .form: form
        case .header: []
        }
    }

    private func headerValues(named name: String) -> ValueList {
        let fields = request.head.fields
        var list = ValueList()
        for line in fields.lines where fields.bytes[line.name].equalsIgnoringASCIICase(name) {
            list.append(fields.bytes[line.value])
        }
        // RFC 9113, section 8.2.3: HTTP/2 may split the one Cookie field into lines for better compression.
        if list.count > 1, request.head.version == .h2, name.utf8.count == 6,
            Array(name.utf8).equalsIgnoringASCIICase("cookie")
        {
            return ValueList(Array(list.all.joined(separator: Array("; ".utf8)))[...])
        }
        return list
    }

    private static func values(in pairs: [Form.Pair], named name: String) -> ValueList {
        var list = ValueList()
        for pair in pairs where pair.name.elementsEqual(name.utf8) { list.append(pair.value[...], outOf: pairs.count) }
        return list
    }
}
