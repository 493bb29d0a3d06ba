/// `match(…)` or `search(…)` in a filter (RFC 9535, sections 2.4.6 and 2.4.7).
package struct RegularExpressionTest: Sendable {
    /// The regular expression of a test.
    package enum Expression: Sendable {
        /// A literal, compiled with the query.
        case compiled(IRegexp)
        /// A value that is known at evaluation.
        case computed(ValueExpression)
    }

    /// Whether the whole text must match, as for `match`; `search` looks for a part that does.
    package let isWhole: Bool
    /// The text that is tested.
    package let text: ValueExpression
    /// The regular expression, an I-Regexp (RFC 9485).
    package let expression: Expression
}
