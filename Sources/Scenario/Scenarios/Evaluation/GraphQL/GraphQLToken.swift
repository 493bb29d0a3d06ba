/// A lexical token of a GraphQL document (GraphQL specification, section 2.1.6).
struct GraphQLToken: Sendable {
    enum Kind: Hashable, Sendable {
        case punctuator, name, int, float, string
    }

    let kind: Kind
    /// The characters; of a string its value, so that a block string equals another notation of the same value.
    let value: [UInt8]
    /// The range of the token in the document.
    let range: Range<Int>

    /// Whether both have the same meaning, wherever they are.
    func isSame(as other: GraphQLToken) -> Bool { kind == other.kind && value == other.value }

    /// Whether this is the punctuator with this one character.
    func isPunctuator(_ character: Unicode.Scalar) -> Bool {
        kind == .punctuator && value.count == 1 && UInt32(value[0]) == character.value
    }
}

/// Why a text is not a GraphQL document.
struct GraphQLError: Error, Hashable {
    /// A clause.
    let reason: String
    /// The offset in bytes.
    let offset: Int
}
