package import ExactJSON
package import RegularExpressions

/// A matcher of a text value: a header, a query value, a path, a body as text.
///
/// A name may have several values: a scalar or an operator matches if any value does, `list` must match all in order,
/// `not` and `absent` match if no value does.
package struct ValueMatcher: Sendable {
    package let kind: Kind
    /// The position of the expected value in the scenario: the leaf that a failure points at.
    package let position: Position

    package init(_ kind: Kind, position: Position) {
        self.kind = kind
        self.position = position
    }

    package indirect enum Kind: Sendable {
        /// A scalar. For some headers it compares more loosely than `equals` (a `Content-Type` without parameters).
        case scalar(Template)
        /// All values, in order.
        case list([ValueMatcher])
        case equals(Template)
        case equalsIgnoreCase(Template)
        case contains(Template)
        case startsWith(Template)
        case endsWith(Template)
        case matches(RegularExpressionTemplate)
        case oneOf([Template])
        case present
        case absent
        case compare(Comparison, NumberTemplate)
        /// The number of Unicode scalars.
        case length(CountMatcher)
        case allOf([ValueMatcher])
        case anyOf([ValueMatcher])
        case not(ValueMatcher)
    }
}

/// An order between exact numbers.
package enum Comparison: String, Hashable, Sendable, CaseIterable {
    case greater = "gt"
    case greaterOrEqual = "gte"
    case less = "lt"
    case lessOrEqual = "lte"
}

/// A number of the scenario, constant or made by a template.
package enum NumberTemplate: Sendable {
    case constant(JSONNumber)
    case template(Template)
}

/// A matcher of a count: `3`, or comparisons that must all match.
package struct CountMatcher: Sendable {
    package enum Limit: Sendable {
        case equal(NumberTemplate)
        case compare(Comparison, NumberTemplate)
    }

    package let limits: [Limit]
    package let position: Position

    package init(limits: [Limit], position: Position) {
        self.limits = limits
        self.position = position
    }
}

/// A regular expression that may contain values of variables as literals.
package enum RegularExpressionTemplate: Sendable {
    case constant(RegularExpression)
    /// Compiled for each match, with each substituted value escaped.
    case template(Template)
}

/// A matcher of a JSON value: structure, leaves and `$` operators.
package struct JSONMatcher: Sendable {
    package let kind: Kind
    /// The position of the expected value in the scenario.
    package let position: Position

    package init(_ kind: Kind, position: Position) {
        self.kind = kind
        self.position = position
    }

    package indirect enum Kind: Sendable {
        /// A constant scalar.
        case scalar(JSON)
        /// A string with an expression in it; a single expression keeps the value's type.
        case template(Template)
        case array([JSONMatcher])
        case object([Member])
        /// Operators that must all match.
        case operators([Operator])
    }

    /// A required member.
    package struct Member: Sendable {
        package let name: String
        package let position: Position
        package let matcher: JSONMatcher

        package init(name: String, position: Position, matcher: JSONMatcher) {
            self.name = name
            self.position = position
            self.matcher = matcher
        }
    }

    /// An operator on a JSON value.
    package struct Operator: Sendable {
        package let kind: Kind
        package let position: Position

        package init(_ kind: Kind, position: Position) {
            self.kind = kind
            self.position = position
        }

        package indirect enum Kind: Sendable {
            /// The whole value, not a subset.
            case equals(JSONMatcher)
            case oneOf([JSONMatcher])
            /// Part of a string, or an element of an array.
            case contains(JSONMatcher)
            /// One of the operators that match only strings: `equals_ignore_case`, `starts_with`, `ends_with`,
            /// `matches`.
            case text(ValueMatcher)
            case present
            case absent
            case compare(Comparison, NumberTemplate)
            /// Unicode scalars of a string, elements of an array or members of an object.
            case length(CountMatcher)
            /// The same elements in any order.
            case unordered([JSONMatcher])
            case allOf([JSONMatcher])
            case anyOf([JSONMatcher])
            case not(JSONMatcher)
        }
    }
}

/// A matcher of a path.
package enum PathMatcher: Sendable {
    case template(PathTemplate)
    /// Operators on the path behind `base`, with each segment decoded; a decoded `/` is written `%2F` and a decoded `%`
    /// is written `%25`. A path that does not begin with `base` and a slash never matches, not even a `not`.
    case value(ValueMatcher, base: String)
}

/// A path with `{parameters}` and `{{expressions}}` in it, split at `/`.
package final class PathTemplate: Sendable {
    package enum Part: Sendable {
        /// Decoded bytes.
        case literal([UInt8])
        /// A non-empty part of a segment, or the whole of it.
        case parameter(String)
        /// A value that fills part of the segment and is not parsed again.
        case expression(Expression)
    }

    package enum Segment: Sendable {
        case parts([Part])
        /// `{+rest}`: all remaining segments, slashes included, perhaps none. Always last.
        case rest(String)
    }

    /// The segments between the slashes, the first behind the leading one; `/` alone is one segment without parts.
    package let segments: [Segment]
    /// As the scenario writes it, the base path included.
    package let text: String
    package let position: Position
    /// The path with `/` before each segment; a `/` inside one is written `%2F` and a `%` is written `%25`. Nil if it
    /// has parameters or expressions.
    package let literalBytes: [UInt8]?
    /// The `base_path` that it begins with; nil if the scenario has none.
    package let base: PathTemplate?

    package init(segments: [Segment], text: String, position: Position, base: PathTemplate? = nil) {
        self.base = base
        literalBytes = Self.literalBytes(of: segments)
        self.segments = segments
        self.text = text
        self.position = position
    }
}
