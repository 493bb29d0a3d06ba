/// The expression of a filter selector, which is true or false for a node (RFC 9535, section 2.3.5).
package indirect enum LogicalExpression: Sendable {
    /// `a || b || …`: at least one is true.
    case or([LogicalExpression])
    /// `a && b && …`: all are true.
    case and([LogicalExpression])
    /// `!a`: the expression is false.
    case not(LogicalExpression)
    /// `@.a`: the query selects at least one node.
    case exists(FilterQuery)
    /// `a == b` and the like.
    case comparison(ComparisonExpression)
    /// `match(…)` or `search(…)`.
    case regularExpression(RegularExpressionTest)
}
