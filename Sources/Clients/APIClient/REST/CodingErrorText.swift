import Foundation

/// Makes a sentence that says why a value could not be decoded or encoded, and where.
enum CodingErrorText {
    static func sentence(for error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(path(context.codingPath + [key])) is missing"
        case DecodingError.valueNotFound(let type, let context):
            "\(path(context.codingPath)) is null, wanted \(type)"
        case DecodingError.typeMismatch(let type, let context):
            "\(path(context.codingPath)) is not of type \(type): \(context.debugDescription)"
        case DecodingError.dataCorrupted(let context):
            "\(path(context.codingPath)) is malformed: \(context.debugDescription)"
        case EncodingError.invalidValue(_, let context):
            "\(path(context.codingPath)): \(context.debugDescription)"
        default:
            "\(error)"
        }
    }

    /// `$.result.items[2].id`; `$` is the whole body.
    private static func path(_ path: [any CodingKey]) -> String {
        path.reduce(into: "$") { text, key in
            if let index = key.intValue { text += "[\(index)]" } else { text += ".\(key.stringValue)" }
        }
    }
}
