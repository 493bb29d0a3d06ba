public import Foundation

/// Tells who the user of a client is: `GET /me`.
public struct IdentityService: Sendable {
    private let client: RESTClient
    private let decoder: @Sendable () -> JSONDecoder

    /// A service that calls through `client`, which has the user's tokens.
    ///
    /// - Parameters:
    ///   - client: what sends the calls.
    ///   - decoder: makes the decoder of the profile; an API that writes dates in another form needs another one.
    public init(client: RESTClient, decoder: @escaping @Sendable () -> JSONDecoder = { .iso8601 }) {
        self.client = client
        self.decoder = decoder
    }

    /// The profile of the signed-in user. Throws ``IdentityError``, or `CancellationError` in a cancelled task.
    public func fetchProfile() async throws -> Profile {
        do {
            return try await client.send(APIEndpoint.User.current().expecting(.result(decoder: decoder)))
        } catch let error as CancellationError {
            throw error
        } catch {
            throw IdentityError(error)
        }
    }
}
