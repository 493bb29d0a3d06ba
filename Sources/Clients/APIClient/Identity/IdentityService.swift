public import Foundation

/// Tells who the user of a client is: `GET /me`.
public struct IdentityService: Sendable {
    private let client: RESTClient
    private let decoder: @Sendable () -> JSONDecoder

    /// A service that calls through `client`, which has the user's tokens.
    ///
    /// - Parameter decoder: makes what reads the profile: another one for an API that writes dates in another form.
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
