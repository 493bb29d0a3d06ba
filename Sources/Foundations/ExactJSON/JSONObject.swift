/// The members of a JSON object, in order, without duplicate names.
///
/// Two objects are equal if they have the same members, in any order. Names are compared by their Unicode scalars.
package struct JSONObject: Sendable {
    /// Above this many members, an index is faster than a linear search.
    static let indexedAbove = 8

    /// The members' names, in order.
    package private(set) var names: [String]
    /// The members' values, in the order of `names`.
    package private(set) var values: [JSON]
    /// The index of each name; nil while there are few.
    private var indexByName: [UnicodeScalarKey: Int]?

    /// An object without members.
    package init() {
        names = []
        values = []
    }

    /// An object of these members, in this order; of members with the same name the last value is kept, at the first
    /// one's index.
    package init(_ members: some Sequence<(String, JSON)>) {
        self.init()
        for (name, value) in members { self[name] = value }
    }

    /// An object of these names, in this order, and their values; of members with the same name the last value is kept,
    /// at the first one's index.
    package init(names: [String], values: [JSON]) {
        let indexByName = names.count > Self.indexedAbove ? Self.indexByName(names) : nil
        let isDistinct =
            indexByName.map { $0.count == names.count }
            ?? names.indices.allSatisfy { index in !names[..<index].contains { $0.isExactly(names[index]) } }
        if isDistinct && names.count == values.count {
            self.init(distinctNames: names, values: values, indexByName: indexByName)
        } else {
            self.init(zip(names, values))
        }
    }

    /// An object of members known to be distinct; `indexByName` is required if there are more than `indexedAbove`.
    init(distinctNames names: [String], values: [JSON], indexByName: [UnicodeScalarKey: Int]?) {
        self.names = names
        self.values = values
        self.indexByName = indexByName
    }

    /// The value of the member `name`. Setting appends the member or replaces its value; setting nil removes it.
    package subscript(name: String) -> JSON? {
        get { index(of: name).map { values[$0] } }
        set {
            switch (index(of: name), newValue) {
            case (let index?, let value?):
                values[index] = value
            case (let index?, nil):
                names.remove(at: index)
                values.remove(at: index)
                reindex()
            case (nil, let value?):
                names.append(name)
                values.append(value)
                if indexByName != nil { indexByName?[UnicodeScalarKey(name)] = names.count - 1 } else { reindex() }
            case (nil, nil):
                break
            }
        }
    }

    /// The index of the member `name`; nil if there is none.
    package func index(of name: String) -> Int? {
        if let indexByName { return indexByName[UnicodeScalarKey(name)] }
        return names.firstIndex { $0.isExactly(name) }
    }

    private mutating func reindex() {
        indexByName = names.count > Self.indexedAbove ? Self.indexByName(names) : nil
    }

    static func indexByName(_ names: [String]) -> [UnicodeScalarKey: Int] {
        var indexByName: [UnicodeScalarKey: Int] = [:]
        indexByName.reserveCapacity(names.count * 2)
        for (index, name) in names.enumerated() { indexByName[UnicodeScalarKey(name)] = index }
        return indexByName
    }
}

extension JSONObject: RandomAccessCollection {
    /// The index of the first member.
    package var startIndex: Int { 0 }
    /// The number of members.
    package var endIndex: Int { names.count }
    /// The member at an index from 0 to below `count`.
    package subscript(position: Int) -> (name: String, value: JSON) { (names[position], values[position]) }
}

extension JSONObject: Hashable {
    /// Whether both have the same members, in any order.
    package static func == (a: JSONObject, b: JSONObject) -> Bool { JSON.object(a) == JSON.object(b) }

    /// Hashes the members regardless of their order.
    package func hash(into hasher: inout Hasher) { JSON.object(self).hash(into: &hasher) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// An object of these members, in this order; of members with the same name the last is kept.
    package init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}
