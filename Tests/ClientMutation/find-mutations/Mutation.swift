/// A change of a source that a test should notice.
struct Mutation: Encodable {
    /// What kind of change it is; each kind is drawn in its own number.
    enum Kind: String, Encodable {
        case negatedCondition = "negated condition"
        case returnedValue = "returned value"
        case removedStatement = "removed statement"
        case changedConstant = "changed constant"
        case swappedCalls = "swapped calls"
    }

    /// How the source is written so that it can do both, chosen when it runs.
    enum Form: String, Encodable {
        /// A condition that is negated.
        case not
        /// A value that another one of its type replaces.
        case value
        /// A whole number that is one more.
        case number
        /// A text with something added.
        case text
        /// A Boolean literal that is the other one.
        case flag
        /// A statement that is left out.
        case remove
        /// Two statements in the other order.
        case swap
        /// Another expression.
        case alternative
    }

    let kind: Kind
    let form: Form
    /// The range of the source, in bytes.
    let start: Int
    let end: Int
    /// Where the second of two statements begins and where the first ends.
    var firstEnd: Int?
    var secondStart: Int?
    /// The other expression.
    var alternative: String?
}
