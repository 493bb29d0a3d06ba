/// Makes the values that the parser reads: plain ones, or ones that know their position.
protocol JSONBuilder {
    associatedtype Value
    /// The part of a position that is kept.
    associatedtype Mark
    /// Whether the positions of members' names are kept.
    static var keepsNameMarks: Bool { get }

    /// The position at a byte offset. Offsets never decrease from call to call.
    mutating func mark(at offset: Int) -> Mark
    func null(_ mark: Mark) -> Value
    func bool(_ value: Bool, _ mark: Mark) -> Value
    func number(_ value: JSONNumber, _ mark: Mark) -> Value
    func string(_ value: String, _ mark: Mark) -> Value
    func array(_ elements: [Value], _ mark: Mark) -> Value
    func object(_ frame: consuming JSONFrame<Self>) -> Value

    /// Notes a repeated member. Returns whether parsing continues; if not, the text has this error.
    mutating func isDuplicateTolerated(_ error: JSONError) -> Bool
}

/// An array or object whose end has not been read yet.
struct JSONFrame<Builder: JSONBuilder> {
    let isObject: Bool
    let mark: Builder.Mark
    var values: [Builder.Value] = []
    var names: [String] = []
    var nameMarks: [Builder.Mark] = []
    /// The index of each name's first occurrence, once there are many.
    var index: [UnicodeScalarKey: Int]?

    /// The capacity for members; most objects have no more, so they need no second allocation.
    private static var usualCount: Int { 4 }

    init(isObject: Bool, mark: Builder.Mark) {
        self.isObject = isObject
        self.mark = mark
    }

    /// Adds a name; returns false if it is a repeated one.
    mutating func add(_ name: String, _ mark: Builder.Mark) -> Bool {
        let isNew: Bool
        if index != nil {
            isNew = index?[UnicodeScalarKey(name)] == nil
            if isNew { index?[UnicodeScalarKey(name)] = names.count }
        } else {
            isNew = !names.contains { $0.isExactly(name) }
        }
        if names.isEmpty {
            names.reserveCapacity(Self.usualCount)
            values.reserveCapacity(Self.usualCount)
        }
        names.append(name)
        if Builder.keepsNameMarks { nameMarks.append(mark) }
        if index == nil, names.count > JSONObject.indexedAbove { index = JSONObject.indexByName(names) }
        return isNew
    }
}

/// Makes plain values.
struct PlainBuilder: JSONBuilder {
    static let keepsNameMarks = false

    let refusesDuplicates: Bool
    private var hasDuplicates = false

    init(refusesDuplicates: Bool) {
        self.refusesDuplicates = refusesDuplicates
    }

    mutating func mark(at offset: Int) -> Int { offset }
    func null(_ mark: Int) -> JSON { .null }
    func bool(_ value: Bool, _ mark: Int) -> JSON { .bool(value) }
    func number(_ value: JSONNumber, _ mark: Int) -> JSON { .number(value) }
    func string(_ value: String, _ mark: Int) -> JSON { .string(value) }
    func array(_ elements: [JSON], _ mark: Int) -> JSON { .array(elements) }

    func object(_ frame: consuming JSONFrame<Self>) -> JSON {
        if hasDuplicates { return .object(JSONObject(zip(frame.names, frame.values))) }
        return .object(JSONObject(distinctNames: frame.names, values: frame.values, indexByName: frame.index))
    }

    mutating func isDuplicateTolerated(_ error: JSONError) -> Bool {
        hasDuplicates = true
        return !refusesDuplicates
    }
}

/// Makes values that know their position.
struct PositionedBuilder: JSONBuilder {
    static let keepsNameMarks = true

    private var cursor: PositionCursor
    private(set) var duplicates: [JSONError] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        cursor = PositionCursor(bytes)
    }

    mutating func mark(at offset: Int) -> JSONPosition { cursor.position(at: offset) }
    func null(_ mark: JSONPosition) -> PositionedJSON { PositionedJSON(mark, .null) }
    func bool(_ value: Bool, _ mark: JSONPosition) -> PositionedJSON { PositionedJSON(mark, .bool(value)) }
    func number(_ value: JSONNumber, _ mark: JSONPosition) -> PositionedJSON { PositionedJSON(mark, .number(value)) }
    func string(_ value: String, _ mark: JSONPosition) -> PositionedJSON { PositionedJSON(mark, .string(value)) }
    func array(_ elements: [PositionedJSON], _ mark: JSONPosition) -> PositionedJSON {
        PositionedJSON(mark, .array(elements))
    }

    func object(_ frame: consuming JSONFrame<Self>) -> PositionedJSON {
        let members = zip(zip(frame.names, frame.nameMarks), frame.values).map { name, value in
            PositionedJSON.Member(name: name.0, position: name.1, value: value)
        }
        return PositionedJSON(frame.mark, .object(members))
    }

    mutating func isDuplicateTolerated(_ error: JSONError) -> Bool {
        duplicates.append(error)
        return true
    }
}

/// Counts lines and columns while moving through a text.
struct PositionCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0
    private var line = 1
    private var column = 1

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The position at a byte offset, which must not be below the last one.
    mutating func position(at target: Int) -> JSONPosition {
        while offset < min(target, bytes.count) {
            let byte = bytes[offset]
            offset += 1
            if byte == 0x0A || (byte == 0x0D && (offset == bytes.count || bytes[offset] != 0x0A)) {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return JSONPosition(offset: target, line: line, column: column)
    }
}
