import ExactJSON
import HTTPMessage
import HTTPTypes
import Scenarios

extension RecordedRequest {
    /// The request with what the scenario redacts masked.
    init(_ request: Request, number: Int, _ redaction: Redaction) {
        self.init(request, number: number)
        if redaction.headers.contains(where: { fields.contains(named: $0) }) {
            fields = fields.masking(redaction.headers)
            headers = HTTPFields(fields)
        }
        if redaction.headers.contains(where: { trailers.contains(named: $0) }) {
            trailers = trailers.masking(redaction.headers)
        }
        if !redaction.jsonPaths.isEmpty { body = redaction.maskingJSON(body) }
    }
}

extension RecordedResponse {
    /// The response with what the scenario redacts masked.
    func masked(_ redaction: Redaction) -> RecordedResponse {
        var response = self
        if redaction.headers.contains(where: { fields.contains(named: $0) }) {
            response.fields = fields.masking(redaction.headers)
        }
        if !redaction.jsonPaths.isEmpty { response.body = redaction.maskingJSON(body) }
        return response
    }
}

extension Redaction {
    /// The body with every place that is masked masked; of one that looks like JSON and is none, nothing is kept, since
    /// nobody can say where in it the secrets stand.
    fileprivate func maskingJSON(_ body: [UInt8]) -> [UInt8] {
        guard let value = try? JSON(parsing: body) else {
            let first = body.first { $0 > 0x20 }
            let looksLikeJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
            return looksLikeJSON ? Array(Masked.text(length: body.count).utf8) : body
        }
        let masked = jsonPaths.reduce(value) { $1.masking($0) }
        return masked == value ? body : masked.bytes()
    }
}

extension Fields {
    /// The fields with the values of those named, in lower case, replaced.
    fileprivate func masking(_ names: [String]) -> Fields {
        var masked = Fields()
        for index in lines.indices {
            let isMasked = names.contains { name(at: index).equalsIgnoringASCIICase($0) }
            let shown = isMasked ? Array(Masked.text(length: value(at: index).count).utf8) : Array(value(at: index))
            masked.append(name: name(at: index), value: shown)
        }
        return masked
    }
}

/// What stands in place of a masked value.
enum Masked {
    static func text(length: Int) -> String { "(masked, \(length) bytes)" }
}

extension JSONPath {
    /// The value with every place that the path names masked.
    func masking(_ value: JSON) -> JSON {
        masking(value, segments[...])
    }

    private func masking(_ value: JSON, _ rest: ArraySlice<Segment>) -> JSON {
        guard let segment = rest.first else { return .string(Masked.text(length: value.bytes().count)) }
        switch value {
        case .object(let object):
            return .object(
                JSONObject(
                    object.map { ($0.name, child(.name($0.name), index: nil, $0.value, segment, rest)) }))
        case .array(let elements):
            return .array(
                elements.enumerated().map { place, element in
                    child(.index(place), index: place - elements.count, element, segment, rest)
                })
        default:
            return value
        }
    }

    /// A child of a value on the way: masked, gone into, or as it is.
    private func child(
        _ selector: Selector, index: Int?, _ value: JSON, _ segment: Segment, _ rest: ArraySlice<Segment>
    ) -> JSON {
        let isSelected = segment.selectors.contains { wanted in
            wanted == .wildcard || wanted == selector || index.map { wanted == .index($0) } ?? false
        }
        let deeper = segment.descendant ? masking(value, rest) : value
        return isSelected ? masking(deeper, rest.dropFirst()) : deeper
    }
}
