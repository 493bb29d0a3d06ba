#if canImport(Combine) || Combine
#if canImport(APIClient)
public import APIClient
#endif
public import Foundation

/// What responses that were asked for with `Expected.raw` are read as, later in a chain.
///
///     client.get("/me", expecting: .raw, on: DispatchQueue.main)
///         .handleEvents(receiveOutput: { response in log(response.status) })
///         .unwrapResult(of: Profile.self)
extension Publisher where Output == RESTResponse {
    /// What each response is read as, `.json(of:)` or another.
    ///
    /// It fails with `RESTError.invalidData`, which has the response.
    public func decode<Value>(_ expected: Expected<Value>) -> Publishers.TryMap<Self, Value> {
        tryMap { response in try expected.output(of: response) }
    }

    /// The body of each response as JSON.
    ///
    /// It fails with `RESTError.invalidData`, which has the response.
    public func decode<Value: Decodable & Sendable>(
        _ type: Value.Type, decoder: @escaping @Sendable () -> JSONDecoder = { .iso8601 }
    ) -> Publishers.TryMap<Self, Value> {
        decode(.json(type, decoder: decoder))
    }

    /// The member `result` of the body of each response, `{"result": …}`.
    ///
    /// It fails with `RESTError.invalidData`, which has the response.
    public func unwrapResult<Value: Decodable & Sendable>(
        of type: Value.Type, decoder: @escaping @Sendable () -> JSONDecoder = { .iso8601 }
    ) -> Publishers.TryMap<Self, Value> {
        decode(.result(of: type, decoder: decoder))
    }

    /// The member `result` of the body of each response, or the whole body if it has no such member.
    ///
    /// It fails with `RESTError.invalidData`, which has the response.
    public func unwrapResult<Value: Decodable & Sendable>(
        orWhole type: Value.Type, decoder: @escaping @Sendable () -> JSONDecoder = { .iso8601 }
    ) -> Publishers.TryMap<Self, Value> {
        decode(.result(orWhole: type, decoder: decoder))
    }
}
#endif
