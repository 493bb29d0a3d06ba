public import Foundation

extension Expected where Output: Decodable {
    /// The member `result` of the body, `{"result": …}`, or the whole body if it has no such member: for an API that puts
    /// some of its responses in the envelope.
    ///
    ///     let order = try await client.get("/orders/\(id)", expecting: .result(orWhole: Order.self))
    ///
    /// A `result` that can't be read is an error, and so is `null`. Dates are in ISO 8601 unless the decoder says otherwise.
    public static func result(
        orWhole type: Output.Type,
        decoder: @escaping @Sendable () -> JSONDecoder = { .iso8601 }
    ) -> Expected {
        Expected { response in try decoder().decode(OptionalEnvelope<Output>.self, from: response.body).value }
    }
}

private struct OptionalEnvelope<Value: Decodable>: Decodable {
    private enum CodingKeys: CodingKey { case result }

    let value: Value

    init(from decoder: any Decoder) throws {
        if let envelope = try? decoder.container(keyedBy: CodingKeys.self), envelope.contains(.result) {
            value = try envelope.decode(Value.self, forKey: .result)
        } else {
            value = try decoder.singleValueContainer().decode(Value.self)
        }
    }
}
