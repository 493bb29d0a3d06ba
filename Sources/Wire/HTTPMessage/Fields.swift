/// Header or trailer fields as on the wire: in order, with their spelling and their repetitions (RFC 9110, section 5).
///
/// All lines share one buffer, so a parser passes on the head it read without copying a field.
@usableFromInline
package struct Fields: Sendable {
    /// The ranges of a line's name and its trimmed value in the shared buffer.
    @usableFromInline
    package struct Line: Hashable, Sendable {
        @usableFromInline package var name: Range<Int>
        @usableFromInline package var value: Range<Int>

        package init(name: Range<Int>, value: Range<Int>) {
            self.name = name
            self.value = value
        }
    }

    /// The buffer that the lines' ranges refer to. It may contain more than the fields.
    @usableFromInline package private(set) var bytes: [UInt8]
    /// The lines in order of appearance.
    @usableFromInline package private(set) var lines: [Line]

    /// No fields.
    package init() {
        bytes = []
        lines = []
    }

    /// The fields at `lines` of `bytes`; every range must be inside `bytes`.
    package init(bytes: [UInt8], lines: [Line]) {
        self.bytes = bytes
        self.lines = lines
    }

    /// Fields with the given names and values, written as UTF-8.
    package init(_ pairs: [(String, String)]) {
        self.init()
        for (name, value) in pairs { append(name, value) }
    }

    /// Replaces the buffer and the lines, and returns the previous ones.
    mutating func exchange(_ bytes: inout [UInt8], _ lines: inout [Line]) {
        swap(&self.bytes, &bytes)
        swap(&self.lines, &lines)
    }

    package var count: Int { lines.count }
    package var isEmpty: Bool { lines.isEmpty }

    /// Adds a line after the others.
    package mutating func append(name: some Sequence<UInt8>, value: some Sequence<UInt8>) {
        let start = bytes.count
        bytes.append(contentsOf: name)
        let middle = bytes.count
        bytes.append(contentsOf: value)
        lines.append(Line(name: start..<middle, value: middle..<bytes.count))
    }

    /// Adds a line after the others, as UTF-8.
    package mutating func append(_ name: String, _ value: String) {
        append(name: name.utf8, value: value.utf8)
    }

    /// The name of the line at `index`, as spelled.
    package func name(at index: Int) -> ArraySlice<UInt8> { bytes[lines[index].name] }

    /// The value of the line at `index`, without outer white space.
    package func value(at index: Int) -> ArraySlice<UInt8> { bytes[lines[index].value] }

    /// The values of all lines named `name` (case aside), in order.
    package func values(named name: String) -> [ArraySlice<UInt8>] {
        lines.filter { isNamed($0, name) }.map { bytes[$0.value] }
    }

    /// The value of the first line named `name`, case aside.
    package func first(named name: String) -> ArraySlice<UInt8>? {
        lines.first { isNamed($0, name) }.map { bytes[$0.value] }
    }

    /// Whether any line is named `name`, case aside.
    package func contains(named name: String) -> Bool {
        lines.contains { isNamed($0, name) }
    }

    /// Removes every line named `name`, case aside.
    package mutating func remove(named name: String) {
        lines = lines.filter { !isNamed($0, name) }
    }

    func isNamed(_ line: Line, _ name: String) -> Bool {
        // Most names differ in length.
        guard line.name.count == name.utf8.count else { return false }
        return bytes.withUnsafeBufferPointer { $0.bytes(in: line.name).equalsIgnoringASCIICase(name.utf8) }
    }
}

extension Fields: Hashable {
    /// Two lists are equal if their lines are, byte for byte, regardless of their buffers.
    @usableFromInline
    package static func == (a: Fields, b: Fields) -> Bool {
        a.count == b.count
            && a.lines.indices.allSatisfy { a.name(at: $0) == b.name(at: $0) && a.value(at: $0) == b.value(at: $0) }
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for index in lines.indices {
            hasher.combine(name(at: index))
            hasher.combine(value(at: index))
        }
    }
}

extension Fields: CustomStringConvertible {
    /// One `Name: value` per line, with invalid UTF-8 repaired.
    @usableFromInline package var description: String {
        lines.indices.map {
            "\(String(decoding: name(at: $0), as: UTF8.self)): \(String(decoding: value(at: $0), as: UTF8.self))"
        }
        .joined(separator: "\n")
    }
}
