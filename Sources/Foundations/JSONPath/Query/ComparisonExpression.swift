/// A comparison of two values (RFC 9535, section 2.3.5.2.2).
package struct ComparisonExpression: Sendable {
    /// A comparison operator, as it is written.
    package enum Operator: String, Hashable, Sendable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
    }

    /// The value before the operator.
    package let left: ValueExpression
    /// The operator.
    package let `operator`: Operator
    /// The value after the operator.
    package let right: ValueExpression
}
