import ExactJSON
import TextCoding

/// The names that a request has where it lacks an expected one: names only, never values.
package struct NameHint: Hashable, Sendable {
    /// The value that has the names, if these are members of an object; nil for parts whose names are never redacted.
    package private(set) var container: RequestPart?
    /// `there is X-Apikey`, `it has first_name, roles`
    package let text: String

    /// The most names that are compared with a missing one, that are listed, and the most bytes shown of one.
    private static let limit = (compared: 200, listed: 6, bytes: 60)

    /// The name that was probably meant; nil if there is none like it.
    ///
    /// - Parameter others: the names that nothing expects.
    init?(missing name: String, among others: some Sequence<String>) {
        guard let near = Self.near(name, others) else { return nil }
        text = "there is \(Self.shown(near))"
    }

    /// The only name that is there, though it is not like the missing one; nil if there are several.
    init?(only names: [String]) {
        guard let name = names.first, names.count == 1, !name.isEmpty, name.utf8.count <= Self.limit.bytes else {
            return nil
        }
        text = "there is \(Self.shown(name))"
    }

    /// The member that was probably meant, else the members that there are.
    ///
    /// - Parameter wanted: the names that are expected.
    init(missing name: String, of object: JSONObject, at container: RequestPart, wanted: (String) -> Bool) {
        self.container = container
        let names = object.names.prefix(Self.limit.compared)
        if let near = Self.near(name, names.filter { !wanted($0) }) {
            text = "there is \(Self.shown(near))"
            return
        }
        let listed = names.prefix(Self.limit.listed).map(Self.shown).joined(separator: ", ")
        let rest = object.count - min(object.count, Self.limit.listed)
        text = object.isEmpty ? "it has no members" : "it has \(listed)" + (rest > 0 ? " and \(rest) more" : "")
    }

    /// This hint in a part of a multipart body, or as one of another part.
    func about(_ part: (RequestPart) -> RequestPart) -> NameHint {
        var hint = self
        hint.container = container.map(part)
        return hint
    }

    /// The name that differs from `name` only in case, hyphens, underscores and the like, else in a few letters.
    private static func near(_ name: String, _ others: some Sequence<String>) -> String? {
        let letters = letters(of: name)
        var known: [String] = []
        for other in others.prefix(limit.compared) where other.utf8.count <= limit.bytes {
            if !letters.isEmpty, Self.letters(of: other) == letters { return other }
            known.append(other)
        }
        return name.utf8.count <= limit.bytes ? nearest(to: name, among: known) : nil
    }

    private static func letters(of name: String) -> [UInt8] {
        name.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: ".") }
            .map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    }

    /// A name that could be read as several, or as a part of the sentence, stands in quotes.
    private static func shown(_ name: String) -> String {
        let isPlain = !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x2C && $0 != 0x22 }
        return Excerpt.text(isPlain ? name : JSON.string(name).text(), limit: limit.bytes)
    }
}
