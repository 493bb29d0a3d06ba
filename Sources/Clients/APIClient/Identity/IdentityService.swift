/// Tells who the user of a client is: `GET /me`.
public struct IdentityService: Sendable {
    private let client: RESTClient

    /// A service that calls through `client`, which has the user's tokens.
    public init(client: RESTClient) {
        self.client = client
    }

    /// The profile of the signed-in user. Throws ``IdentityError``, or `CancellationError` in a cancelled task.
    public func fetchProfile() async throws -> Profile {
        do {
            return try await client.send(APIEndpoint.User.current())
        } catch let error as CancellationError {
            throw error
        } catch {
            throw IdentityError(error)
        }
    }
}
