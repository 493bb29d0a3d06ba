public import Foundation

/// The envelope of responses: `{"result": …}`. Other members are ignored.
struct ResultEnvelope<Value: Decodable>: Decodable {
    let result: Value
}

extension Expected where Output: Decodable {
    /// The member `result` of the body, `{"result": …}`, with dates in ISO 8601 unless the decoder says otherwise.
    public static func result(
        of type: Output.Type = Output.self, decoder: @escaping @Sendable () -> JSONDecoder = { .iso8601 }
    ) -> Expected {
        Expected { response in try decoder().decode(ResultEnvelope<Output>.self, from: response.body).result }
    }
}
