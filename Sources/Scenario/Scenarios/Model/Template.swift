package import ExactJSON

/// A string of the scenario, split into text and `{{expressions}}`.
package struct Template: Sendable {
    /// A piece of a template.
    package enum Segment: Sendable {
        case text(String)
        case expression(Expression)
    }

    package let segments: [Segment]
    /// The position of the value in the scenario.
    package let position: Position

    package init(segments: [Segment], position: Position) {
        self.segments = segments
        self.position = position
    }

    /// A template without an expression.
    package init(text: String, position: Position) {
        self.init(segments: text.isEmpty ? [] : [.text(text)], position: position)
    }

    /// The text, if there are no expressions.
    package var constant: String? {
        switch segments.count {
        case 0: ""
        case 1: if case .text(let text) = segments[0] { text } else { nil }
        default: nil
        }
    }

    /// The template's single expression, which keeps its value's type; nil if there are other parts.
    package var soleExpression: Expression? {
        if segments.count == 1, case .expression(let expression) = segments[0] { expression } else { nil }
    }

    /// The expressions in order.
    package var expressions: [Expression] {
        segments.compactMap { if case .expression(let expression) = $0 { expression } else { nil } }
    }
}

/// The text between `{{` and `}}`: an operand and the filters applied to it.
package struct Expression: Sendable {
    package let operand: Operand
    package let filters: [Filter]
    /// The position of the `{{`.
    package let position: Position

    package init(operand: Operand, filters: [Filter] = [], position: Position) {
        self.operand = operand
        self.filters = filters
        self.position = position
    }
}

/// The first value of an expression.
package enum Operand: Sendable {
    case literal(JSON)
    /// A variable or capture, by its index in `Scenario.variables`, and the path behind its name.
    case variable(Int, path: [PathStep])
    case request(RequestOperand)
    /// The number of requests the step has taken, including this one.
    case count
    case uuid
    case randomInt(ClosedRange<Int>)
    case randomString(length: Int)
    case now(NowFormat, offset: Duration)
    /// `env.NAME`, read when the scenario was loaded.
    case environment(String, value: String)
    case serverURL

    /// A step of a path into a JSON value: `.name`, `['name']` or `[0]`.
    package enum PathStep: Hashable, Sendable {
        case member(String)
        case element(Int)
    }

    /// A part of the request being answered.
    package enum RequestOperand: Hashable, Sendable {
        case part(RequestPart)
        case json([PathStep])
    }

    /// How the current time is written: as ISO 8601 (also for plain `now`), an HTTP date, or (milli)seconds since 1970.
    package enum NowFormat: String, Hashable, Sendable, CaseIterable {
        case iso
        case http
        case unix
        case unixMilliseconds = "unix_ms"
    }
}

/// A function that changes a value on its way into a template.
package enum Filter: Sendable {
    case json, url, base64, base64url, base64Decode, sha256, hex, number, string, trim, upper, lower
    /// Writes a `%` in the form that operators on a path see. A scenario can't use it.
    case path
    case hmacSHA256(key: Operand)
    /// The operand's value, instead of one that is absent or not set.
    case `default`(Operand)
}

/// A JSON value of the scenario with templates in its strings and member names.
package indirect enum JSONTemplate: Sendable {
    /// A value without expressions.
    case constant(JSON)
    case string(Template)
    case array([JSONTemplate])
    case object([Member])

    /// A member of an object.
    package struct Member: Sendable {
        package let name: Template
        package let value: JSONTemplate

        package init(name: Template, value: JSONTemplate) {
            self.name = name
            self.value = value
        }
    }

    /// The value, if there are no expressions.
    package var constant: JSON? {
        if case .constant(let value) = self { value } else { nil }
    }
}
