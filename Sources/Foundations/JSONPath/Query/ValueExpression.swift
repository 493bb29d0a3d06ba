package import ExactJSON

/// An expression in a filter whose result is a value or Nothing: RFC 9535's ValueType.
package indirect enum ValueExpression: Sendable {
    /// A number, a string, `true`, `false` or `null`.
    case literal(JSON)
    /// The value of the node that a singular query selects; Nothing if it selects no node.
    case query(FilterQuery)
    /// `length(…)`: the number of a string's Unicode scalars, of an array's elements or of an object's members;
    /// Nothing for any other value (RFC 9535, section 2.4.4).
    case length(ValueExpression)
    /// `count(…)`: the number of nodes that the query selects (RFC 9535, section 2.4.5).
    case count(FilterQuery)
    /// `value(…)`: the value of the only node that the query selects; Nothing if it selects none or several
    /// (RFC 9535, section 2.4.8).
    case value(FilterQuery)
}
