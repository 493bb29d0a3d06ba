import APIClient
import Foundation

/// Reads a profile with URLSession, at `MOCKSERVER_URL`; if its token has expired, gets another and asks again.
@main
struct URLSessionPeer {
    /// `MOCKSERVER_URL`, by which a wrapped command finds the server, is not set.
    struct NoURL: Error {}

    static func main() async throws {
        guard let url = ProcessInfo.processInfo.environment["MOCKSERVER_URL"] else { throw NoURL() }
        let client = try RESTClient(baseURL: url, timeout: 20)
        let tokens = TokenStore(Tokens(access: "tok-1", refresh: "rt-1"), refreshingThrough: client)
        let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
        print(profile.name)
    }
}
