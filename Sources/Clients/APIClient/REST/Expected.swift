public import Foundation

/// The conversion of a successful response into a call's result.
///
///     let order = try await client.get("/orders/\(id)", expecting: .result(of: Order.self))
public struct Expected<Output: Sendable>: Sendable {
    let read: @Sendable (RESTResponse) throws -> Output

    /// A response read by a function; errors other than ``RESTError`` become ``RESTError/invalidData(_:_:)``.
    public init(_ read: @escaping @Sendable (RESTResponse) throws -> Output) {
        self.read = read
    }

    /// What a response is read as; its status does not count.
    ///
    /// - Throws: ``RESTError/invalidData(_:_:)`` with the response, or the ``RESTError`` that the function throws.
    public func output(of response: RESTResponse) throws(RESTError) -> Output {
        do {
            return try read(response)
        } catch let error as RESTError {
            throw error
        } catch {
            throw .invalidData(CodingErrorText.sentence(for: error), response)
        }
    }
}

extension Expected where Output: Decodable {
    /// The body as JSON, with dates in ISO 8601 unless the decoder says otherwise.
    public static func json(
        _ type: Output.Type = Output.self,
        decoder: @escaping @Sendable () -> JSONDecoder = { .iso8601 }
    ) -> Expected {
        Expected { response in try decoder().decode(type, from: response.body) }
    }

    /// The member `result` of the body, `{"result": …}`, with dates in ISO 8601 unless the decoder says otherwise.
    public static func result(
        of type: Output.Type = Output.self,
        decoder: @escaping @Sendable () -> JSONDecoder = { .iso8601 }
    ) -> Expected {
        Expected { response in try decoder().decode(ResultEnvelope<Output>.self, from: response.body).result }
    }
}

extension Expected where Output == RESTResponse {
    /// The response itself.
    public static var raw: Expected { Expected { $0 } }
}

extension Expected where Output == Void {
    /// No value; the body is ignored.
    public static var noContent: Expected { Expected { _ in } }
}
