/// How deep the maps and lists of a document may be nested. Values that are nested deeper don't keep what is in them, so
/// that no work on a value, its release included, exceeds the stack.
enum DocumentDepth {
    /// The limit that files have.
    static let limit = 128

    static let message = "maps and lists are nested more than \(limit) deep"

    /// The height of a map or list above values with these heights.
    static func height(above heights: some Sequence<Int>) -> Int { 1 + (heights.max() ?? 0) }
}
