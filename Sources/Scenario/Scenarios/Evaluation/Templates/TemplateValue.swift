package import ExactJSON
import TextCoding

/// The value of a template or of one of its expressions.
package enum TemplateValue: Hashable, Sendable {
    case json(JSON)
    /// Bytes that are not text by themselves: a hash, decoded base64, a body.
    case bytes([UInt8])

    /// A value of a request: text, or bytes if it is not UTF-8.
    init(received bytes: ArraySlice<UInt8>) {
        self = UTF8Text.decode(bytes).map { .json(.string($0)) } ?? .bytes(Array(bytes))
    }

    /// The value as part of a text: a string as it is, a number as it was written, `true`, `null`, an array or object
    /// as compact JSON; nil for bytes that are not UTF-8.
    package var text: String? {
        switch self {
        case .json(.string(let text)): text
        case .json(let value): value.text()
        case .bytes(let bytes): UTF8Text.decode(bytes)
        }
    }

    /// The bytes of the text, or the bytes themselves.
    package var bytes: [UInt8] {
        switch self {
        case .json(.string(let text)): Array(text.utf8)
        case .json(let value): value.bytes()
        case .bytes(let bytes): bytes
        }
    }

    /// Its bytes without those of arrays and objects, which are shared until they are written.
    var leastSize: Int {
        switch self {
        case .json(.string(let text)): text.utf8.count
        case .json: 0
        case .bytes(let bytes): bytes.count
        }
    }

    /// Its bytes as a part of a text; stops above `limit`.
    func size(upTo limit: Int) -> Int {
        guard case .json(let value) = self else { return leastSize }
        return if case .bytes(let count) = value.size(upTo: limit) { count } else { limit + 1 }
    }

    /// The value as JSON; bytes become a string, nil if they are not UTF-8.
    package var json: JSON? {
        switch self {
        case .json(let value): value
        case .bytes(let bytes): UTF8Text.decode(bytes).map(JSON.string)
        }
    }

    /// The error for bytes that are not text.
    static func noText(_ count: Int) -> EvaluationError.Reason {
        .invalid("\(count) bytes are not UTF-8 text; write them with | base64 or | hex")
    }
}

extension Template {
    /// The value: a single expression keeps its type, anything else is text.
    ///
    /// - Throws: the first expression that has no value.
    package func evaluate(in scope: EvaluationContext) throws(EvaluationError) -> TemplateValue {
        if let expression = soleExpression { return try expression.evaluate(in: scope) }
        return .json(.string(try text(in: scope)))
    }

    /// The value as text.
    ///
    /// - Throws: the first expression that has no value or whose value is not text.
    package func text(in scope: EvaluationContext) throws(EvaluationError) -> String {
        if let constant { return constant }
        var text = ""
        for segment in segments {
            switch segment {
            case .text(let part):
                try scope.check(text.utf8.count + part.utf8.count, at: position)
                text += part
            case .expression(let expression):
                text += try expression.text(in: scope, besides: text.utf8.count)
            }
        }
        return text
    }

    /// The value as bytes: text as UTF-8, bytes unchanged.
    ///
    /// - Throws: the first expression that has no value.
    package func bytes(in scope: EvaluationContext) throws(EvaluationError) -> [UInt8] {
        if let constant { return Array(constant.utf8) }
        var bytes: [UInt8] = []
        for segment in segments {
            switch segment {
            case .text(let part):
                try scope.check(bytes.count + part.utf8.count, at: position)
                bytes += part.utf8
            case .expression(let expression):
                let value = try expression.evaluate(in: scope)
                try scope.check(bytes.count + value.size(upTo: scope.valueLimit), at: expression.position)
                bytes += value.bytes
            }
        }
        return bytes
    }

    /// The value as JSON; bytes must be UTF-8 and become a string.
    ///
    /// - Throws: the first expression that has no value or a value that JSON can't hold.
    package func json(in scope: EvaluationContext) throws(EvaluationError) -> JSON {
        let value = try evaluate(in: scope)
        guard let json = value.json else {
            throw EvaluationError(
                TemplateValue.noText(value.bytes.count), position: soleExpression?.position ?? position)
        }
        return json
    }
}

extension JSONTemplate {
    /// The value, with its member names evaluated.
    ///
    /// - Throws: the first expression that has no value, or two members with the same name.
    package func evaluate(in scope: EvaluationContext) throws(EvaluationError) -> JSON {
        var size = 0
        return try evaluate(in: scope, besides: &size)
    }

    /// The value, in a value whose templates have made `size` bytes so far.
    private func evaluate(in scope: EvaluationContext, besides size: inout Int) throws(EvaluationError) -> JSON {
        switch self {
        case .constant(let value): return value
        case .string(let template):
            let value = try template.json(in: scope)
            let limit = scope.valueLimit
            // An array's elements are shared between all places that name it, but not when they are written.
            size += TemplateValue.json(value).size(upTo: limit)
            try scope.check(size, at: template.position)
            return value
        case .array(let elements):
            var values: [JSON] = []
            values.reserveCapacity(elements.count)
            for element in elements { values.append(try element.evaluate(in: scope, besides: &size)) }
            return .array(values)
        case .object(let members):
            var object = JSONObject()
            for member in members {
                let name = try member.name.text(in: scope)
                size += name.utf8.count
                try scope.check(size, at: member.name.position)
                if object[name] != nil {
                    throw EvaluationError(
                        .invalid("the member \(JSON.string(name)) is there twice"), position: member.name.position)
                }
                object[name] = try member.value.evaluate(in: scope, besides: &size)
            }
            return .object(object)
        }
    }
}
