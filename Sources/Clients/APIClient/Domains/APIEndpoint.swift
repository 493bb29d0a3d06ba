/// The calls of the API as request values: an enum for each domain, and a factory for each call.
///
/// Two calls are equal if the same is sent for both, so a test compares what was sent with what should be.
///
///     let profile = try await service.send(APIEndpoint.User.current())
///     let page = try await service.send(APIEndpoint.Order.list(page: 2))
public enum APIEndpoint {}
