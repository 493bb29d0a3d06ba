import APIClient
import Foundation

/// The examples of the documentation of pinning, so that they are compiled.
private struct PinningExamples {
    private func policy(_ current: Data, _ backup: Data) -> PinningPolicy {
        let policy = PinningPolicy([
            PinnedHost("example.com", includingSubdomains: true, pins: [.publicKey(current), .publicKey(backup)])
        ])
        return policy
    }

    #if canImport(Security)
    private func client(_ policy: PinningPolicy) throws -> RESTClient {
        let session = URLSession(configuration: .ephemeral, delegate: PinningDelegate(policy), delegateQueue: nil)
        let client = try RESTClient(baseURL: "https://api.example.com/v1", session: session)
        return client
    }

    private func transportClient(_ policy: PinningPolicy) throws -> RESTClient {
        let transport = URLSessionTransport(configuration: .ephemeral, pinning: policy)
        let client = try RESTClient(baseURL: "https://api.example.com/v1", transport: transport)
        return client
    }
    #endif
}
